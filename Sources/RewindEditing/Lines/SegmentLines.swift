import RewindFormat
import RewindValue

/// The two streams of a segment, sealed.
struct SegmentStreams {
    var actions: [UInt8]
    var states: [UInt8]
}

/// The lines of a segment's streams, each with its bytes: whoever keeps a line keeps it to the byte, whatever else is in it.
struct SegmentLines {
    /// The lines of the action stream, in order.
    let journal: [Entry<JournalLine>]
    /// The lines of the state stream, in order.
    let states: [Entry<StateLine>]

    /// A line.
    struct Entry<Line> {
        /// Its bytes, without the line feed.
        let bytes: ArraySlice<UInt8>
        /// What it says; `nil` for one that this version does not know.
        let line: Line?
        /// Its members, parsed anew each time.
        var object: JSONObject { (try? JSONValue(parsing: bytes, limits: FormatLimits.default.json))?.object ?? [:] }
        /// The step that it comes with: its own, or the last one before it; one less than the first of the segment where there is none.
        let place: Int
    }

    /// Reads both streams; bytes that are no JSON object are a line that nobody knows.
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

    /// Calls `body` with each line that is not empty, as a part of the stream and as its bytes.
    private static func forEachLine(of stream: [UInt8], _ body: (ArraySlice<UInt8>, UnsafeRawBufferPointer) -> Void) {
        stream.withUnsafeBytes { buffer in
            var start = 0
            for position in 0...buffer.count where position == buffer.count || buffer[position] == UInt8(ascii: "\n") {
                if position > start { body(stream[start..<position], UnsafeRawBufferPointer(rebasing: buffer[start..<position])) }
                start = position + 1
            }
        }
    }

    /// An action stream with lines put behind the steps that they belong to and what came with those.
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

/// A stream that is being written.
struct StreamBytes {
    private(set) var bytes: [UInt8] = []

    /// Adds a line as it was.
    mutating func add(_ line: ArraySlice<UInt8>) {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds a line.
    mutating func add(_ object: JSONObject) {
        JSONValue.object(object).write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds a line of the state stream.
    mutating func add(_ line: StateLine) {
        line.write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds a step.
    mutating func add(_ line: ActionLine) {
        ActionLine.writeHead(step: line.step, time: line.time, into: &bytes)
        line.writeMembers(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }
}
