import RewindFormat
import RewindJournal
import RewindValue

/// The action journal behind the recorder's lock: the next step's number, the stream of the segment in use, the next one prepared.
struct JournalState {
    private var step = 0
    private(set) var segment = 0
    private var segmentFirst = 1
    private var stream: ActionStream?
    private var nextStream: ActionStream?
    private var retired: [ActionStream] = []
    private var begun: [SegmentRing.SegmentRecord] = []
    private var scratch: [UInt8] = []
    /// Whether the writer was woken for the window that is wanted.
    private var hasWished = false
    private(set) var outage: Outage?
    private(set) var dropped = 0

    /// Actions that can't be written, since the disk refused.
    struct Outage {
        var first: Int
        var last: Int
        var error: RecordingError

        var gap: GapLine { GapLine(steps: first...last, reason: .unwritten(error.message)) }
    }

    init(stream: ActionStream) { self.stream = stream }

    /// The number of the last step.
    var lastStep: Int { step }

    /// Whether a segment is wanted and none is prepared.
    var isNextPrepared: Bool { nextStream != nil }

    /// Appends an action's line under the next number.
    ///
    /// The reducer may run when this returns.
    ///
    /// - Returns: its entry; `nil` if the disk refused: the step then counts as dropped.
    mutating func append(now: () -> Int, writeMembers: (inout [UInt8]) -> Void) -> (entry: JournalEntry?, began: RecordingError?) {
        append(now: now) { journal, time throws(RecordingError) in
            journal.scratch.removeAll(keepingCapacity: true)
            ActionLine.writeHead(step: journal.step, time: time, into: &journal.scratch)
            writeMembers(&journal.scratch)
            LiveLine.close(&journal.scratch, from: 0)
            try journal.write()
        }
    }

    /// Appends the line of an action whose name and value are bytes already, straight into the mapping.
    mutating func append(now: () -> Int, _ line: ActionLine.Plain) -> (entry: JournalEntry?, began: RecordingError?) {
        append(now: now) { journal, time throws(RecordingError) in
            let step = journal.step
            try journal.stream?.append(atMost: line.byteCount) { memory in line.write(step: step, time: time, into: memory) }
        }
    }

    @inline(__always)
    private mutating func append(
        now: () -> Int, write: (inout JournalState, _ time: Int) throws(RecordingError) -> Void
    ) -> (entry: JournalEntry?, began: RecordingError?) {
        step += 1
        if outage != nil {
            outage?.last = step
            dropped += 1
            return (nil, nil)
        }
        let time = now()
        if nextStream != nil { roll(time) }
        do throws(RecordingError) {
            try write(&self, time)
            return (JournalEntry(step: step, segment: segment, segmentFirst: segmentFirst), nil)
        } catch {
            outage = Outage(first: step, last: step, error: error)
            dropped += 1
            return (nil, error)
        }
    }

    /// Appends the line of an action that was swallowed, or gives it up in an outage.
    mutating func appendSwallowed(members: [UInt8], now: () -> Int) {
        guard outage == nil else { return }
        scratch.removeAll(keepingCapacity: true)
        SwallowedLine.writeHead(time: now(), into: &scratch)
        scratch.append(contentsOf: members)
        scratch.append(UInt8(ascii: "}"))
        LiveLine.close(&scratch, from: 0)
        try? write()
    }

    /// Appends a line that is no step; on an error it is given up.
    mutating func append(_ line: JSONValue) {
        guard outage == nil else { return }
        scratch.removeAll(keepingCapacity: true)
        line.write(into: &scratch)
        LiveLine.close(&scratch, from: 0)
        try? write()
    }

    /// Appends a line that is made of the time and the last step.
    mutating func appendNote(_ time: Int, _ line: (_ time: Int, _ step: Int) -> JSONValue) { append(line(time, step)) }

    private mutating func write() throws(RecordingError) {
        var failure: RecordingError?
        scratch.withUnsafeBytes { bytes in
            do throws(RecordingError) { try stream?.append(bytes) } catch { failure = error }
        }
        if scratch.count > ActionLine.mappedLimit { scratch = [] }
        if let failure { throw failure }
    }

    /// Begins the next segment with the present step, if one is prepared.
    private mutating func roll(_ time: Int) {
        guard let next = nextStream.take() else { return }
        if let stream { retired.append(stream) }
        stream = next
        hasWished = false
        segment += 1
        segmentFirst = step
        begun.append(.init(index: segment, first: step, time: time))
    }

    /// The segments that began since the last call.
    mutating func takeBegun() -> [SegmentRing.SegmentRecord] {
        defer { begun = [] }
        return begun
    }

    /// Bytes of the lines of the segment in use.
    var byteCount: Int { stream?.count ?? 0 }

    /// Takes the stream of the next segment; the next action begins it.
    mutating func prepare(_ next: ActionStream) { nextStream = next }

    /// The window that the stream in use will need soon; in an outage, the one that failed.
    var request: ActionStream.WindowRequest? { stream?.request }

    /// Windows that are full, to be unmapped away from the lock.
    mutating func takePastWindows() -> [ActionStream.Window] { stream?.takePast() ?? [] }

    /// What it takes to have the disk synchronised.
    var syncRequest: ActionStream.SyncRequest? { stream?.syncRequest }

    /// Whether a window is wanted and nobody was told yet.
    mutating func takesWish() -> Bool {
        guard !hasWished, request != nil else { return false }
        hasWished = true
        return true
    }

    /// Takes a prepared window; after an outage this ends it, and a `gap` line says what is missing.
    ///
    /// - Returns: the number of actions that the outage cost, when this ended one.
    mutating func install(_ window: ActionStream.Window) -> Int? {
        stream?.install(window)
        hasWished = false
        guard let over = outage else { return nil }
        outage = nil
        append(over.gap.json)
        return over.gap.steps.count
    }

    /// The streams whose segments are over, to be cut to their lengths away from the lock.
    mutating func takeRetired() -> [ActionStream] {
        defer { retired = [] }
        return retired
    }

    /// Ends the journal.
    ///
    /// - Returns: the outage that it ends in, if not even now the gap could be written.
    mutating func finish() -> GapLine? {
        var unwritten: GapLine?
        if let over = outage {
            scratch.removeAll(keepingCapacity: true)
            over.gap.json.write(into: &scratch)
            LiveLine.close(&scratch, from: 0)
            do throws(RecordingError) { try write() } catch { unwritten = over.gap }
        }
        for stream in retired + [stream, nextStream].compactMap({ $0 }) { try? stream.finish() }
        (stream, nextStream, retired, outage) = (nil, nil, [], nil)
        return unwritten
    }
}
