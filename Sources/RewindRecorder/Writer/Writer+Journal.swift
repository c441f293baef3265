import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// The journal and its segments: windows and segments prepared ahead of need, and what is over closed or dropped.
extension Writer {
    func tendJournal() {
        let (retired, isNextPrepared, lastStep, bytes) = core.journal.withLock {
            ($0.takeRetired(), $0.isNextPrepared, $0.lastStep, $0.byteCount)
        }
        for stream in retired {
            try? stream.finish()
            if streams.isDurable { try? stream.syncRequest.run() }
        }
        let isOverLimit = tendRing()
        prepareWindow()
        // Whoever writes states behind the newest segment does not know yet how large its patches are.
        let isFull = !isBehind && (bytes > Self.actionBytes || streams.wantsNextSegment(lastStep: lastStep))
        if isFull || isOverLimit, !isNextPrepared { prepareSegment() }
    }

    /// Whether the states of a segment before the newest one are still to be written, or none of it have come.
    private var isBehind: Bool { streams.newestSegment != ring.newest.index }

    /// A segment with so many bytes of actions is over, since a reader has it in memory as a whole.
    private static let actionBytes = 64 << 20

    /// Prepares the journal's next window ahead of need; in an outage, the one that failed.
    func prepareWindow() {
        let (request, past) = core.journal.withLock { ($0.request, $0.takePastWindows()) }
        withExtendedLifetime(past) {}  // unmapped here, outside the lock
        guard let request else { return }
        do throws(RecordingError) {
            let window = try request.make()
            if let dropped = core.journal.withLock({ $0.install(window) }) {
                core.suspended.store(false, ordering: .relaxed)
                core.tell(.resumed(dropped: dropped))
            }
        } catch {
            core.tellDelay(error)
        }
    }

    /// Makes the files of the next segment; the next action begins it.
    private func prepareSegment() {
        let next = ring.newest.index + 1
        do throws(RecordingError) {
            try core.directory.makeSegment(next)
            let name = core.directory.file(SegmentName.actions(next))
            if FileSystem.kind(of: name) != nil { return }
            let stream = try ActionStream(creating: name)
            core.journal.withLock { $0.prepare(stream) }
            // Last: a disk that refuses this must not keep the segment in use open for ever.
            if streams.isDurable { try core.directory.synchroniseNames(ofSegment: next) }
        } catch {
            core.tellDelay(error)
        }
    }

    /// Drops the segments that the limits let go; `true` if the one in use has come to a quarter of a limit.
    private func tendRing() -> Bool {
        let (begun, lastStep, bytes) = core.journal.withLock { ($0.takeBegun(), $0.lastStep, $0.byteCount) }
        ring.begin(begun)
        open(begun)
        if begun.contains(where: { $0.index > 0 }) { noteClock() }
        guard ring.limits.isRing else { return false }
        let firstOpen = streams.oldestSegment ?? .max
        let newest = ring.newest
        let newestBytes = bytes + (isBehind ? 0 : streams.newestBytes)
        if ring.limits.bytes != nil {
            ring.measure(firstOpen: firstOpen) { part in part == newest ? newestBytes : core.directory.bytes(ofSegment: part.index) }
        }
        let now = core.now()
        for part in ring.takeDropped(lastStep: lastStep, now: now, firstOpen: firstOpen) {
            streams.drop(part.index)
            core.directory.removeSegment(part.index)
        }
        // A segment that answers for an unfinished step stays open, and so the next but one can't begin.
        guard ring.wantsNext(lastStep: lastStep, now: now, bytes: newestBytes) else { return false }
        let isWaitedFor = core.channels.contains { $0.isUnderWay(before: newest.first) }
        return !isWaitedFor || lastStep - newest.first > ring.patience
    }

    /// Opens the segments that begin without a state, since the policy takes none there, and gives them their keyframes.
    func open(_ begun: [SegmentRing.SegmentRecord]) {
        if core.configuration.capture.described == nil { return }
        for part in begun { streams.open(part.index, first: part.first) }
        for channel in core.channels { channel.completeSegments(upTo: streams.newestSegment ?? 0, into: streams, isLast: false) }
    }
}
