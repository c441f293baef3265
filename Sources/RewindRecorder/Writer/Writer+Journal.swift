import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// The journal and its segments: windows and segments are prepared ahead of need, and finished ones are closed or dropped.
extension Writer {
    func maintainJournal() {
        let (isNextPrepared, lastStep, bytes) = core.journal.withLock { ($0.isNextPrepared, $0.lastStep, $0.byteCount) }
        closeRetired()
        endOutage()
        let isOverLimit = enforceLimits()
        prepareWindow()
        // While the writer is behind the newest segment, it does not know how large that segment's patches are.
        let isFull = !isBehind && (bytes > core.configuration.sizes.actionBytes || streams.wantsNextSegment(lastStep: lastStep))
        if isFull || isOverLimit, !isNextPrepared { prepareSegment() }
    }

    /// Cuts the streams of segments that are over to their lengths.
    func closeRetired() {
        let retired = core.journal.withLock { $0.drainRetired() }
        noteBegun()
        for stream in retired {
            if stream.isIntact { ring.close(stream.segment, bytes: stream.count) } else { reportIfCut(stream) }
            try? stream.finish()
            if streams.isDurable { try? stream.syncRequest.run() }
        }
    }

    /// Whether states of a segment before the newest one are still to be written, or none of the newest have come.
    private var isBehind: Bool { streams.newestSegment != ring.newest.index }

    /// Prepares the journal's next window ahead of need.
    func prepareWindow() {
        let (request, past) = core.journal.withLock { ($0.request, $0.drainPastWindows()) }
        withExtendedLifetime(past) {}  // unmapped here, outside the lock
        guard let request else { return }
        do throws(RecordingError) {
            let window = try request.make()
            core.journal.withLock { $0.install(window) }
        } catch {
            core.reportDelay(error)
        }
    }

    /// Makes the files of the next segment; the next action begins it.
    private func prepareSegment() {
        do throws(RecordingError) {
            let stream = try makeNextStream()
            core.journal.withLock { $0.prepare(stream) }
            // Last: a disk that refuses this must not keep the segment in use open for ever.
            if streams.isDurable { try core.directory.synchroniseNames(ofSegment: stream.segment) }
        } catch {
            core.reportDelay(error)
        }
    }

    private func makeNextStream() throws(RecordingError) -> ActionStream {
        let next = core.journal.withLock { $0.segment } + 1
        try core.directory.makeSegment(next)
        let name = core.directory.file(SegmentName.actions(next))
        FileSystem.removeFile(name)  // of a try that failed
        return try ActionStream(creating: name, segment: next, windowSize: core.configuration.sizes.windowBytes)
    }

    /// Ends an outage, if there is one, or begins the segment that could not begin before.
    ///
    /// The beginning and the end of an outage are reported to the app, in this order.
    func endOutage() {
        guard wantsNewSegment || core.journal.withLock({ $0.outage != nil }) else { return }
        if let error = core.journal.withLock({ $0.unreportedErrorOnce() }) { core.report(.suspended(error)) }
        wantsNewSegment = !beginNextSegment()
    }

    /// Begins a segment at once, since the one in use takes no more lines: its window could not be had, or its file is gone.
    ///
    /// This ends an outage. Where the disk refuses it, the next round tries again.
    ///
    /// - Returns: whether it began.
    func beginNextSegment() -> Bool {
        do throws(RecordingError) {
            let prepared = core.journal.withLock { $0.takePrepared() }
            let stream = if let prepared { prepared } else { try makeNextStream() }
            let outage = core.journal.withLock { journal in
                core.suspended.store(false, ordering: .relaxed)
                return journal.begin(stream, core.now())
            }
            if let outage, outage.isReported { core.report(.resumed(dropped: outage.last - outage.first + 1)) }
            return true
        } catch {
            core.reportDelay(error)
            return false
        }
    }

    /// Notes the segments that began.
    func noteBegun() {
        let begun = core.journal.withLock { $0.drainBegun() }
        ring.begin(begun)
        open(begun)
        if begun.contains(where: { $0.index > 0 }) { noteClock() }
    }

    /// Drops the segments that exceed the limits; `true` if the one in use has reached a quarter of a limit.
    private func enforceLimits() -> Bool {
        let (lastStep, bytes) = core.journal.withLock { ($0.lastStep, $0.byteCount) }
        guard ring.limits.isRing else { return false }
        let firstOpen = streams.oldestSegment ?? .max
        let newest = ring.newest
        let newestBytes = bytes + (isBehind ? 0 : streams.newestBytes)
        if ring.limits.bytes != nil {
            ring.measure(firstOpen: firstOpen) { part in part == newest ? newestBytes : core.directory.bytes(ofSegment: part.index) }
        }
        let now = core.now()
        let over = ring.over(lastStep: lastStep, now: now, firstOpen: firstOpen, isRefused: streams.isRefused)
        if !over.isEmpty, hasStates(firstOpen, lastStep) {
            for part in over {
                streams.drop(part.index)
                undropped.append(part.index)
            }
            ring.drop(over.count)
        }
        undropped.removeAll { core.directory.removeSegment($0) }
        // A segment that answers for an unfinished step stays open, and so the next but one can't begin.
        guard ring.wantsNext(lastStep: lastStep, now: now, bytes: newestBytes) else { return false }
        if haste != .none, now - newest.time < Self.leastAge { return false }
        let isWaitedFor = core.channels.contains { $0.isUnderWay(before: newest.first) }
        return !isWaitedFor || lastStep - newest.first > ring.patience
    }

    /// Whether the first segment in use has the state of each store in its file, so that no earlier one is needed for it.
    ///
    /// A step that takes longer than the ring can wait is not waited for.
    private func hasStates(_ first: Int, _ lastStep: Int) -> Bool {
        let isWhole = core.channels.map { $0.completeSegments(upTo: first, into: streams, isLast: false) }.allSatisfy(\.self)
        streams.flush()
        return isWhole || lastStep - ring.newest.first > ring.patience
    }

    /// Opens the segments that begin without a state, because the policy takes none there, and writes their keyframes.
    func open(_ begun: [SegmentRing.SegmentRecord]) {
        if core.configuration.capture.described == nil { return }
        for part in begun { streams.open(part.index, first: part.first) }
        for channel in core.channels { channel.completeSegments(upTo: streams.newestSegment ?? 0, into: streams, isLast: false) }
    }
}
