import RewindFormat
import RewindValue

/// The state streams of the segments in use, and the decision when a new segment is due.
///
/// Not thread-safe: only the recorder's own thread touches it.
final class StateWriter {
    private let directory: LiveDirectory
    private var streams: [OpenSegment] = []
    private let report: (RecordingError) -> Void
    private let complete: (StateWriter) -> Void
    /// Pointers redacted in the line that is being made.
    var redacted: [JSONPointer] = []

    /// Whether no state is encoded, because the last process died of that.
    var isActionsOnly = false

    /// A segment whose state stream is open, and what it holds so far.
    private struct OpenSegment {
        let index: Int
        let first: Int
        let stream: StateStream
        var keyframeBytes = 0
        var patchBytes = 0
        var lastStep = 0
    }

    /// - Parameters:
    ///   - report: told of errors; the lines wait and are tried again.
    ///   - complete: gives every store that was idle throughout the oldest segment its keyframe there, before its stream is closed.
    init(directory: LiveDirectory, report: @escaping (RecordingError) -> Void, complete: @escaping (StateWriter) -> Void) {
        self.directory = directory
        self.report = report
        self.complete = complete
    }

    /// Opens the stream of a segment.
    ///
    /// Stores roll over one by one, so the one before stays open until the one after begins.
    /// One that was closed stays closed.
    func open(_ segment: Int, first: Int) {
        guard !isOpen(segment), segment > streams.last?.index ?? -1 else { return }
        do throws(RecordingError) {
            try directory.makeSegment(segment)
            let stream = try StateStream(creating: directory.file(SegmentName.states(segment)))
            streams.append(OpenSegment(index: segment, first: first, stream: stream))
        } catch {
            report(error)
        }
        while streams.count > 2 { closeFirst() }
    }

    /// Whether lines can be added to a segment.
    func isOpen(_ segment: Int) -> Bool { streams.contains { $0.index == segment } }

    /// Adds a line to a segment's stream and returns its size in bytes.
    @discardableResult
    func append(_ line: StateLine, to segment: Int) -> Int {
        guard let place = streams.firstIndex(where: { $0.index == segment }) else { return 0 }
        let bytes = streams[place].stream.append(line)
        if case .keyframe = line.change { streams[place].keyframeBytes += bytes } else { streams[place].patchBytes += bytes }
        streams[place].lastStep = max(streams[place].lastStep, line.step)
        if streams[place].stream.pendingCount > 1 << 20 { flush() }
        return bytes
    }

    /// Whether the newest segment is full: its patches outweigh its keyframes and 1 MiB, or it has 10,000 steps.
    var wantsNextSegment: Bool {
        guard let newest = streams.last else { return false }
        return newest.patchBytes > max(newest.keyframeBytes, 1 << 20) || newest.lastStep - newest.first >= 10_000
    }

    /// The segments whose streams are open, with their first steps, oldest first.
    var openSegments: [(index: Int, first: Int)] { streams.map { ($0.index, $0.first) } }

    /// The oldest open segment's number.
    var oldestSegment: Int? { streams.first?.index }

    /// The newest segment's number.
    var newestSegment: Int? { streams.last?.index }

    /// Bytes that are in the files of the open segments.
    var openBytes: [Int: Int] { Dictionary(uniqueKeysWithValues: streams.map { ($0.index, $0.stream.count) }) }

    /// Bytes of the newest segment's lines.
    var newestBytes: Int { streams.last.map { $0.stream.count + $0.stream.pendingCount } ?? 0 }

    /// The last step whose state was flushed or waits to be.
    var lastStep: Int { streams.last?.lastStep ?? 0 }

    /// Writes what waits into the files; what can't be written stays for the next time.
    func flush() {
        for open in streams {
            do throws(RecordingError) { try open.stream.flush() } catch { report(error) }
        }
    }

    /// Closes all streams, with every store's keyframe in them.
    func finish() {
        while !streams.isEmpty { closeFirst() }
    }

    func takeRedacted() -> [JSONPointer] {
        defer { redacted = [] }
        return redacted
    }

    private func closeFirst() {
        guard let oldest = streams.first else { return }
        complete(self)
        do throws(RecordingError) { try oldest.stream.flush() } catch { report(error) }
        streams.removeFirst()
    }
}
