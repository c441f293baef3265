import RewindFormat
import RewindJournal
import RewindValue

/// The action journal behind the recorder's lock: the next step's number, the stream of the segment in use, the next one prepared.
///
/// It records into one segment after the other, or is in an outage: actions are then counted and dropped until the writer brings a new
/// segment.
struct JournalState {
    private var step = 0
    private(set) var segment: Int
    /// The first step of the segment in use.
    private(set) var segmentFirst = 1
    /// The stream of the segment in use; `nil` in an outage whose file is gone.
    private(set) var stream: ActionStream?
    /// The stream of the next segment, prepared ahead.
    private(set) var nextStream: ActionStream?
    private var retired: [ActionStream] = []
    private var begun: [SegmentRing.SegmentRecord] = []
    private var scratch: [UInt8] = []
    /// The number of the last effect.
    private(set) var lastEffect = 0
    /// The effects under way, which a later segment repeats, by their numbers.
    private var effects: [Int: (time: Int, members: [UInt8])] = [:]
    /// How many lines of effects were written.
    private(set) var effectLines = 0
    /// Whether the writer was woken for the window that is wanted.
    private var isWindowRequested = false
    private(set) var outage: Outage?
    private(set) var dropped = 0

    /// Actions that can't be written, since the disk refused.
    struct Outage {
        var first: Int
        var last: Int
        var error: RecordingError
        /// Whether the outage was reported to the app.
        var isReported = false

        var gap: GapLine { GapLine(steps: first...last, reason: .unwritten(error.message)) }
    }

    init(stream: ActionStream) {
        self.stream = stream
        segment = stream.segment
    }

    /// The number of the last step.
    var lastStep: Int { step }

    var isNextPrepared: Bool { nextStream != nil }

    /// Appends an action's line under the next number.
    ///
    /// The reducer may run when this returns.
    ///
    /// - Returns: its entry; `nil` if the disk refused: the step then counts as dropped.
    mutating func append(now: () -> Int, writeMembers: (inout [UInt8]) -> Void) -> JournalEntry? {
        append(now: now) { journal, time throws(RecordingError) in
            journal.scratch.removeAll(keepingCapacity: true)
            ActionLine.writeHead(step: journal.step, time: time, into: &journal.scratch)
            writeMembers(&journal.scratch)
            LiveLine.close(&journal.scratch, from: 0)
            try journal.write()
        }
    }

    /// Appends the line of an action whose name and value are bytes already, straight into the mapping.
    mutating func append(now: () -> Int, _ line: ActionLine.Plain) -> JournalEntry? {
        append(now: now) { journal, time throws(RecordingError) in
            let step = journal.step
            try journal.stream?.append(atMost: line.byteCount) { memory in line.write(step: step, time: time, into: memory) }
        }
    }

    @inline(__always)
    private mutating func append(
        now: () -> Int, write: (inout JournalState, _ time: Int) throws(RecordingError) -> Void
    ) -> JournalEntry? {
        step += 1
        if outage != nil {
            outage?.last = step
            dropped += 1
            return nil
        }
        let time = now()
        if nextStream != nil, let next = nextStream.take() { roll(to: next, from: step, time) }
        do throws(RecordingError) {
            try write(&self, time)
            return JournalEntry(step: step, segment: segment, segmentFirst: segmentFirst)
        } catch {
            outage = Outage(first: step, last: step, error: error)
            dropped += 1
            return nil
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

    /// Appends the beginning of an effect under the next number, which it returns; on an error, or in an outage, the next segment has it.
    ///
    /// - Parameter members: those that follow the number, and the braces.
    mutating func beginEffect(_ members: [UInt8], now: () -> Int) -> Int {
        lastEffect += 1
        let time = now()
        if effects.count < FormatLimits.effectsRepeated { effects[lastEffect] = (time, members) }
        if outage == nil { append(effect: lastEffect, time, after: step, members[...]) }
        return lastEffect
    }

    /// Appends the end of an effect.
    mutating func endEffect(_ id: Int, _ members: [UInt8], now: () -> Int) {
        effects[id] = nil
        if outage == nil { append(effect: id, now(), after: step, members[...]) }
    }

    private mutating func append(effect id: Int, _ time: Int, after step: Int, _ members: ArraySlice<UInt8>, end: StaticString = "") {
        scratch.removeAll(keepingCapacity: true)
        EffectLine.writeHead(time: time, step: step, id: id, into: &scratch)
        scratch.append(contentsOf: members)
        end.withUTF8Buffer { scratch.append(contentsOf: $0) }
        LiveLine.close(&scratch, from: 0)
        if (try? write()) != nil { effectLines += 1 }
    }

    /// Repeats the beginnings of the effects under way, so that the segment that has just begun can be read alone.
    private mutating func repeatEffects(before first: Int) {
        for (id, effect) in effects.sorted(by: { $0.key < $1.key }) {
            append(effect: id, effect.time, after: first - 1, effect.members.dropLast(2), end: EffectLine.Begin.againAtEnd)
        }
    }

    /// Appends a line that is not a step; on an error, the line is dropped.
    mutating func append(_ line: JSONValue) {
        guard outage == nil else { return }
        scratch.removeAll(keepingCapacity: true)
        line.write(into: &scratch)
        LiveLine.close(&scratch, from: 0)
        try? write()
    }

    /// Appends a line made from the time and the last step.
    mutating func appendNote(_ time: Int, _ line: (_ time: Int, _ step: Int) -> JSONValue) { append(line(time, step)) }

    private mutating func write() throws(RecordingError) {
        var failure: RecordingError?
        scratch.withUnsafeBytes { bytes in
            do throws(RecordingError) { try stream?.append(bytes) } catch { failure = error }
        }
        if scratch.count > ActionLine.mappedLimit { scratch = [] }
        if let failure { throw failure }
    }

    /// Begins the next segment.
    private mutating func roll(to next: ActionStream, from first: Int, _ time: Int) {
        if let stream { retired.append(stream) }
        (stream, segment, segmentFirst) = (next, next.segment, first)
        isWindowRequested = false
        begun.append(.init(index: next.segment, first: first, time: time))
        if !effects.isEmpty { repeatEffects(before: first) }
    }

    /// The segments that began since the last call.
    mutating func drainBegun() -> [SegmentRing.SegmentRecord] {
        defer { begun = [] }
        return begun
    }

    /// Bytes of the lines of the segment in use.
    var byteCount: Int { stream?.count ?? 0 }

    /// Whether the segment in use has room for a line of this many bytes: a large line fits only while the segment is short.
    func hasRoom(forBytes count: Int) -> Bool { count <= ActionLine.mappedLimit || byteCount <= Self.byteLimit }

    /// The most bytes of actions in one segment: far below what readers accept, and only small lines follow.
    private static let byteLimit = FormatLimits.default.streamBytes / 4

    /// Takes the stream of the next segment; the next action begins it.
    mutating func prepare(_ next: ActionStream) { nextStream = next }

    /// The window that the stream in use will need soon.
    var request: ActionStream.WindowRequest? { stream?.request }

    /// Windows that are full, to be unmapped away from the lock.
    mutating func drainPastWindows() -> [ActionStream.Window] { stream?.drainPastWindows() ?? [] }

    /// What it takes to have the disk synchronised.
    var syncRequest: ActionStream.SyncRequest? { stream?.syncRequest }

    /// Whether a window is needed and the writer has not been told yet.
    mutating func requestWindowIfNeeded() -> Bool {
        guard !isWindowRequested, request != nil else { return false }
        isWindowRequested = true
        return true
    }

    /// Installs a prepared window if it belongs to the stream in use.
    mutating func install(_ window: ActionStream.Window) {
        stream?.install(window)
        isWindowRequested = false
    }

    /// Gives up a prepared segment whose file is gone, unless it has begun meanwhile.
    mutating func dropPrepared(_ lost: ActionStream) { if nextStream?.segment == lost.segment { nextStream = nil } }

    mutating func takePrepared() -> ActionStream? { nextStream.take() }

    /// Begins an outage, since a segment's file is gone and takes no more lines; does nothing if another segment has begun meanwhile.
    ///
    /// - Parameter first: the first step whose line went with it; one more than the last step if none did.
    mutating func lose(_ lost: ActionStream, from first: Int, _ error: RecordingError) {
        guard lost.segment == segment else { return }
        let known = outage?.first ?? step + 1
        dropped += max(0, known - first)
        outage = Outage(first: min(first, known), last: step, error: error)
        stream = nil
    }

    /// Takes the error of an outage that was not reported to the app yet.
    mutating func unreportedErrorOnce() -> RecordingError? {
        guard let error = outage?.error, outage?.isReported == false else { return nil }
        outage?.isReported = true
        return error
    }

    /// Begins a segment with the next step, since the one in use takes no more lines; this ends an outage, and a `gap` line records what is
    /// missing.
    ///
    /// - Returns: the outage that ended, if any.
    mutating func begin(_ next: ActionStream, _ time: Int) -> Outage? {
        roll(to: next, from: step + 1, time)
        let over = outage.take()
        if let over, over.first <= over.last { append(over.gap.json) }
        return over
    }

    /// The streams whose segments are over, to be cut to their lengths away from the lock.
    mutating func drainRetired() -> [ActionStream] {
        defer { retired = [] }
        return retired
    }

    /// Ends the journal.
    ///
    /// - Returns: the outage that it ends in, if there is one.
    mutating func finish() -> GapLine? {
        let unwritten = outage.flatMap { $0.first <= $0.last ? $0.gap : nil }
        for stream in retired + [stream, nextStream].compactMap({ $0 }) { try? stream.finish() }
        (stream, nextStream, retired, outage) = (nil, nil, [], nil)
        return unwritten
    }
}

/// Where an action's line went: what its state needs to find its place.
struct JournalEntry: Sendable {
    let step: Int
    let segment: Int
    /// The first step of that segment.
    let segmentFirst: Int
}

struct NumberedAction: Sendable {
    let step: Int
    /// Where its line went; `nil` if it could not be written.
    let entry: JournalEntry?
    /// Whether its line is so long that making it may have held up the thread.
    var isLarge = false
}
