import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// The state streams of the segments in use, and the decision when a new segment is due.
///
/// Not thread-safe: only the recorder's own thread touches it.
final class StateStreams {
    private let directory: LiveDirectory
    private var streams: [OpenSegment] = []
    private let progress: (Int) -> Void
    private let report: (RecordingError) -> Void
    private let complete: (StateStreams) -> Void
    /// Called with states that turn out to be recorded differently from what they were.
    let onDifference: (StateDifference) -> Void
    /// The straight way from states to bytes.
    let stateBytes: StateBytes

    /// Whether the names of a stream have to be on the disk before it is written, and all of it before it is left.
    let isDurable: Bool
    /// Whether no state is encoded, because the last process died while encoding one.
    var isActionsOnly = false
    private let sizes: RecorderSizes
    /// Whether the disk refused something since ``retry()``: states then stay in their queues, so that none is lost.
    private(set) var isRefused = false
    /// The newest segment that was ever open, or dropped: it and those before it are not opened again.
    private var newest = -1

    /// A segment whose state stream is open, and its content so far.
    private struct OpenSegment {
        let index: Int
        let first: Int
        let stream: StateStream
        var keyframeBytes = 0
        var patchBytes = 0
        /// Where in the file each store's lines are; neighbours together.
        var lines: [String: [Range<Int>]] = [:]
    }

    /// The segment that was closed last: some stores are compared with it only now.
    private var closed: OpenSegment?

    /// - Parameters:
    ///   - progress: called after each line with the number of lines so far.
    ///   - report: called with errors; the lines wait and are tried again.
    ///   - complete: gives every store that was idle throughout the oldest segment its keyframe there, before its stream is closed.
    ///   - differ: called with states that turn out to be recorded differently from what they were.
    init(
        directory: LiveDirectory, form: RecordedForm, isDurable: Bool, sizes: RecorderSizes, progress: @escaping (Int) -> Void,
        report: @escaping (RecordingError) -> Void, complete: @escaping (StateStreams) -> Void,
        onDifference: @escaping (StateDifference) -> Void
    ) {
        self.directory = directory
        self.sizes = sizes
        stateBytes = StateBytes(form)
        self.progress = progress
        self.report = report
        self.complete = complete
        self.onDifference = onDifference
        self.isDurable = isDurable
    }

    /// Whether lines can be added to a segment.
    enum Access {
        case open
        /// It was closed or dropped, and stays so.
        case closed
        /// The disk refuses it for now.
        case refused
    }

    /// Opens the stream of a segment, unless it is open.
    ///
    /// Stores roll over one by one, so the one before stays open until the one after begins.
    @discardableResult
    func open(_ segment: Int, first: Int) -> Access {
        if isOpen(segment) { return isRefused ? .refused : .open }
        if segment <= newest { return .closed }
        if isRefused { return .refused }
        do throws(RecordingError) {
            // Before the new file is made: if the oldest can't be completed, there is no new segment yet, and its lines wait.
            if streams.count > 1 {  // the oldest is closed below
                complete(self)
                try streams[0].stream.flush()
            }
            try directory.makeSegment(segment)
            let path = directory.file(SegmentName.states(segment))
            FileSystem.removeFile(path)  // of a try that failed
            streams.append(OpenSegment(index: segment, first: first, stream: try StateStream(creating: path)))
            newest = segment
            if isDurable { try directory.synchroniseNames(ofSegment: segment) }
        } catch {
            report(error)
            // Once the stream is open it takes lines, even if only its name could not be synchronised.
            if newest < segment { isRefused = true }
        }
        while streams.count > 2 { closeFirst() }
        return isOpen(segment) ? .open : .refused
    }

    /// Retries the writes that the disk refused.
    func retry() {
        isRefused = false
        // Only what this writes makes room for more lines; a refusal sets the flag again.
        if streams.contains(where: { $0.stream.pendingCount > Self.patienceBytes }) { flush() }
    }

    /// Closes the stream of a segment that is dropped, the oldest one, whether its lines are written or not; it is not opened again.
    func drop(_ segment: Int) {
        newest = max(newest, segment)
        streams.removeAll { $0.index <= segment }
    }

    /// The open segments whose files were removed, moved or cut.
    var lostSegments: [(index: Int, first: Int)] { streams.filter { !$0.stream.isIntact }.map { ($0.index, $0.first) } }

    /// Closes the streams of segments whose files are gone; what they held is lost.
    func abandon(_ segments: [Int]) { streams.removeAll { segments.contains($0.index) } }

    /// Segments that were closed before all their lines were in the file, because the file was full or had been cut.
    private var cutShort: Set<Int> = []

    /// Whether every line of a segment is in its file.
    func isWritten(_ segment: Int) -> Bool {
        !cutShort.contains(segment) && streams.allSatisfy { $0.index != segment || $0.stream.pendingCount == 0 && $0.stream.isIntact }
    }

    /// Whether no line waits to be written.
    var isWritten: Bool { streams.allSatisfy { $0.stream.pendingCount == 0 } }

    /// Whether lines can be added to a segment.
    func isOpen(_ segment: Int) -> Bool { streams.contains { $0.index == segment } }

    /// Adds a line to a segment's stream and returns its size in bytes.
    @discardableResult
    func append(_ line: StateLine, to segment: Int) -> Int {
        guard let place = streams.firstIndex(where: { $0.index == segment }) else { return 0 }
        let bytes = streams[place].stream.append(line)
        let isKeyframe = if case .keyframe = line.change { true } else { false }
        note(bytes, of: line.store, step: line.step, isKeyframe: isKeyframe, at: place)
        return bytes
    }

    /// Adds a line whose keyframe or patch is written as bytes, and returns its size; `nil` if it could not be written so.
    func append(_ head: StateLine.Head, to segment: Int, isKeyframe: Bool, write: (inout [UInt8]) -> Bool) -> Int? {
        guard let place = streams.firstIndex(where: { $0.index == segment }) else { return 0 }
        guard let bytes = streams[place].stream.append(head, isKeyframe ? "keyframe" : "patch", write: write) else { return nil }
        note(bytes, of: head.store, step: head.step, isKeyframe: isKeyframe, at: place)
        return bytes
    }

    private func note(_ bytes: Int, of store: String, step: Int, isKeyframe: Bool, at place: Int) {
        let end = streams[place].stream.count + streams[place].stream.pendingCount  // lines that wait come next in the file
        streams[place].lines[store, default: []].append(line: (end - bytes)..<end)
        if isKeyframe { streams[place].keyframeBytes += bytes } else { streams[place].patchBytes += bytes }
        lastStep = max(lastStep, step)
        lines += 1
        progress(lines)  // the end of the process waits for as long as this number grows
        if streams[place].stream.pendingCount > Self.gathered || SystemFacts.monotonicNanoseconds() - lastFlush > Self.patience { flush() }
    }

    /// How many bytes are written at once: enough that the system call hardly counts, few enough that little is lost with the process.
    private static let gathered = 16 << 10
    /// If lines take long to make, the finished ones are written after this many nanoseconds.
    private static let patience = 2_000_000
    private var lastFlush = 0

    /// Whether the newest segment is full: its patches outweigh its keyframes, or it has enough steps.
    ///
    /// - Parameter lastStep: the last step of the recording.
    func wantsNextSegment(lastStep: Int) -> Bool {
        guard let newest = streams.last else { return false }
        return newest.patchBytes > max(newest.keyframeBytes, sizes.patchBytes) || lastStep - newest.first >= sizes.segmentSteps
    }

    /// The segments whose streams are open, with their first steps, oldest first.
    var openSegments: [(index: Int, first: Int)] { streams.map { ($0.index, $0.first) } }

    /// The oldest open segment's number.
    var oldestSegment: Int? { streams.first?.index }

    var newestSegment: Int? { streams.last?.index }

    /// Bytes that are in the files of the open segments.
    var openBytes: [Int: Int] { Dictionary(uniqueKeysWithValues: streams.map { ($0.index, $0.stream.count) }) }

    /// Bytes of the newest segment's lines.
    var newestBytes: Int { streams.last.map { $0.stream.count + $0.stream.pendingCount } ?? 0 }

    private var lines = 0

    /// A store's lines in a segment's state stream, as they are in the file; `nil` if they can't be read, or are longer.
    func bytes(of store: String, in segment: Int, limit: Int) -> [UInt8]? {
        guard let segment = (streams + [closed].compactMap(\.self)).first(where: { $0.index == segment }), let lines = segment.lines[store],
            lines.reduce(0, { $0 + $1.count }) <= limit
        else { return nil }
        return try? lines.flatMap { try segment.stream.read($0) }
    }

    /// The last step whose state was flushed or waits to be.
    private(set) var lastStep = 0

    /// Writes what waits into the files; what can't be written stays for the next time.
    func flush() {
        lastFlush = SystemFacts.monotonicNanoseconds()
        for open in streams {
            do throws(RecordingError) {
                try open.stream.flush()
            } catch {
                report(error)
                // A few lines can wait in memory until there is room; meanwhile recording goes on.
                if open.stream.pendingCount > Self.patienceBytes { isRefused = true }
            }
        }
    }

    /// While this many bytes of lines wait for room on the disk, no more are made.
    private static let patienceBytes = 4 << 20

    /// Waits until the disk has what was flushed.
    func synchronise() throws(RecordingError) {
        for open in streams { try open.stream.synchronise() }
    }

    /// Closes all streams, with every store's keyframe in them.
    func finish() {
        while !streams.isEmpty { closeFirst() }
    }

    private func closeFirst() {
        guard let oldest = streams.first else { return }
        complete(self)
        do throws(RecordingError) {
            try oldest.stream.flush()
            if isDurable { try oldest.stream.synchronise() }
        } catch {
            report(error)
        }
        if oldest.stream.pendingCount > 0 || !oldest.stream.isIntact { cutShort.insert(oldest.index) }
        closed = streams.removeFirst()  // still readable: the file stays open for the check
    }
}

extension [Range<Int>] {
    fileprivate mutating func append(line: Range<Int>) {
        if let last, last.upperBound == line.lowerBound {
            self[count - 1] = last.lowerBound..<line.upperBound
        } else {
            append(line)
        }
    }
}
