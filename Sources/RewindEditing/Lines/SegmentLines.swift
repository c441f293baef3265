import RewindArchive
import RewindFormat
import RewindValue
import Synchronization

/// The two streams of a sealed segment.
struct SegmentStreams {
    var actions: [UInt8]
    var states: [UInt8]
}

/// The lines of a segment's streams, each with its bytes: a line that is kept stays the same byte for byte, whatever else is in it.
struct SegmentLines: Sendable {
    /// The lines of the action stream, in order.
    let journal: [Entry<JournalLine>]
    /// The lines of the state stream, in order.
    let states: [Entry<StateLine>]

    struct Entry<Line: Sendable>: Sendable {
        /// The line's bytes, without the line feed.
        let bytes: ArraySlice<UInt8>
        /// The parsed line; `nil` for a line that this version does not know.
        let line: Line?
        /// The line's members, parsed anew each time.
        var object: JSONObject { (try? JSONValue(parsing: bytes, limits: FormatLimits.default.json))?.object ?? [:] }
        /// The step that the line belongs to: its own, or the last one before it; before any step, one less than the segment's first step.
        let place: Int
    }

    /// Parses both streams; bytes that are not a JSON object become an unknown line.
    init(_ streams: SegmentStreams) {
        var reader = SealedLineReader()
        var lines: [(ArraySlice<UInt8>, JournalLine?)] = []
        var first: Int?
        Self.forEachLine(of: streams.actions) { bytes, line in
            let line = reader.journal(line)
            if case .action(let action)? = line { first = first ?? action.step }
            lines.append((bytes, line))
        }
        var place = max(0, (first ?? 1) - 1)
        journal = lines.map { bytes, line in
            if case .action(let action)? = line { place = action.step }
            return Entry(bytes: bytes, line: line, place: place)
        }
        var stateReader = SealedLineReader()
        var last = max(0, (first ?? 1) - 1)
        var states: [Entry<StateLine>] = []
        Self.forEachLine(of: streams.states) { bytes, line in
            let state = stateReader.state(line)
            last = state?.step ?? stateReader.object(line)["step"]?.int(in: FormatLimits.stepNumbers) ?? last
            states.append(Entry(bytes: bytes, line: state, place: last))
        }
        self.states = states
    }

    /// Calls `body` with each non-empty line, as a slice of the stream and as a buffer.
    private static func forEachLine(of stream: [UInt8], _ body: (ArraySlice<UInt8>, UnsafeRawBufferPointer) -> Void) {
        stream.withUnsafeBytes { buffer in
            var start = 0
            for position in 0...buffer.count where position == buffer.count || buffer[position] == UInt8(ascii: "\n") {
                if position > start { body(stream[start..<position], UnsafeRawBufferPointer(rebasing: buffer[start..<position])) }
                start = position + 1
            }
        }
    }

    /// Inserts lines into an action stream, each after its step and the lines that already follow that step.
    ///
    /// - Parameter lines: in the order of their steps.
    static func inserting(_ lines: [(step: Int, bytes: ArraySlice<UInt8>)], into stream: [UInt8]) -> [UInt8] {
        var rest = lines[...]
        var result = StreamBytes()
        for entry in SegmentLines(SegmentStreams(actions: stream, states: [])).journal {
            if case .action(let action)? = entry.line {
                while let line = rest.first, line.step < action.step {
                    result.add(line.bytes)
                    rest.removeFirst()
                }
            }
            result.add(entry.bytes)
        }
        for line in rest { result.add(line.bytes) }
        return result.bytes
    }

    /// The steps of the segment, in order.
    var actions: [ActionLine] { journal.compactMap { if case .action(let action)? = $0.line { action } else { nil } } }
}

/// A stream under construction.
struct StreamBytes {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ line: ArraySlice<UInt8>) {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func add(_ object: JSONObject) {
        JSONValue.object(object).write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func add(_ line: StateLine) {
        line.write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func add(_ line: EffectLine) {
        EffectLine.writeHead(time: line.time, step: line.step, id: line.id, into: &bytes)
        line.writeMembers(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func add(_ line: ActionLine) {
        ActionLine.writeHead(step: line.step, time: line.time, into: &bytes)
        line.writeMembers(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// The lines of the segment that was cut last: parts into which a recording is split often come from one.
final class CutLines: Sendable {
    private let last = Mutex<(index: Int, lines: SegmentLines)?>(nil)

    func lines(of part: BundleContents.SegmentPart) throws(RecordingError) -> SegmentLines {
        let index = part.summary.index
        if let known = last.withLock({ $0?.index == index ? $0?.lines : nil }) { return known }
        let lines = SegmentLines(try part.streams())
        last.withLock { $0 = (index, lines) }
        return lines
    }
}
