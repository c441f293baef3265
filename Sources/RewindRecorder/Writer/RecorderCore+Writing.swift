import Dispatch
import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// The writer's side: the thread that compares states and writes them, and prepares what the journal will need.
extension RecorderCore {
    func run() {
        let writer = StateWriter(
            directory: directory, redactor: redactor,
            progress: { [self] lines in
                progress.store(lines, ordering: .relaxed)
                status.set(progress: lines)
            },
            report: { [configuration] error in configuration.onEvent?(.statesDelayed(error)) },
            complete: { [self] writer in
                for channel in registry.withLock({ $0.channels }) {
                    channel.completeSegments(upTo: writer.oldestSegment ?? 0, into: writer, isLast: true)
                }
            })
        writer.isDurable = configuration.durability != .process
        writer.onDifference = { [self] difference in
            changeManifest { $0.losses.append(difference.loss) }
            configuration.onEvent?(
                .stateDiffers(store: difference.store, at: difference.place, steps: difference.steps, types: difference.types))
        }
        writer.open(0, first: 1)
        var ring = SegmentRing(limits: configuration.limits)
        let earlier = EarlierRecordings(directory: configuration.directory)
        for unfinished in earlier.settle() {
            configuration.onEvent?(.foundUnfinished(unfinished))
            if unfinished.diedInRecorder, !writer.isActionsOnly {
                writer.isActionsOnly = true
                configuration.onEvent?(.recordingActionsOnly)
            }
        }
        let removed = earlier.remove(of: configuration.app, beyond: configuration.earlier, but: directory.path, now: started)
        if removed.count > 0 { configuration.onEvent?(.removedEarlier(count: removed.count, bytes: removed.bytes)) }
        var lastClock = 0
        var nap = Nap()
        var disk = DiskSync(configuration.durability)
        var memory = MemoryWatch(status: status)
        var isStopping = false
        var exit: ExitFacts?
        while !isStopping {
            let flushes: [DispatchSemaphore]
            let isExiting: Bool
            (isStopping, isExiting, flushes) = registry.withLock { registry in
                defer { registry.flushes = [] }
                return (registry.isStopping, registry.isExiting, registry.flushes)
            }
            let found = drain(into: writer)
            tendJournal(writer, &ring)
            tendManifest()
            memory.look(at: now())
            synchronise(&disk, writer, isLast: isStopping || nap.isOver)
            if now() - lastClock > Self.clockInterval, found > 0 {
                lastClock = now()
                journal.withLock { $0.append(ClockLine(time: now(), wall: configuration.clock.wall()).json) }
            }
            for copy in registry.withLock({ $0.takeCopies() }) { copy.complete(save(to: copy.path, writer)) }
            if isExiting, !isStopping {
                if exit == nil { settle(writer) }
                let facts = exitFacts()
                if facts != exit { writeManifest(isDurable: writer.isDurable) }
                exit = facts
            }
            for flush in flushes { flush.signal() }
            if isStopping { continue }
            if isExiting {
                thread.nap(microseconds: Nap.lastMicroseconds)
                continue
            }
            nap.note(found: found)
            guard nap.isOver else {
                thread.nap(nap)
                continue
            }
            // Whoever hands something over from here on wakes us; what came just before is looked for once more.
            thread.willSleep()
            let (channels, isWanted) = registry.withLock {
                ($0.channels, $0.isStopping || !$0.flushes.isEmpty || !$0.copies.isEmpty || !$0.wholeActions.isEmpty)
            }
            let isIdle = channels.allSatisfy { $0.willSleep() } && !isWanted
            if isIdle { thread.sleep() } else { thread.willNotSleep() }
            for channel in channels { channel.isAwake() }
        }
        finish(writer)
        for copy in registry.withLock({ $0.takeCopies() }) { copy.complete(save(to: copy.path, writer)) }
        for flush in registry.withLock({ $0.flushes }) { flush.signal() }
        done.signal()
    }

    private static let clockInterval = 60_000_000_000

    /// Writes every state that waits, and returns over how many steps that went.
    func drain(into writer: StateWriter) -> Int {
        let (channels, wholeActions) = registry.withLock { registry in
            defer { registry.wholeActions = [] }
            return (registry.channels, registry.wholeActions)
        }
        let before = writer.lastStep
        for (entry, line) in wholeActions {
            writer.open(entry.segment, first: entry.segmentFirst)
            var line = line
            line.step = entry.step
            writer.append(line, to: entry.segment)
        }
        status.set(isWriting: true)
        let hasFound = write(channels, into: writer)
        if writer.newestSegment == 0 {  // the first keyframe does not wait for the first action
            for channel in channels { channel.completeSegments(upTo: 0, into: writer, isLast: true) }
        }
        writer.flush()
        status.set(lastState: writer.lastStep)
        status.set(isWriting: false)
        for complaint in channels.lazy.compactMap({ $0.takeComplaint() }) { tell(complaint) }
        return max(writer.lastStep - before, hasFound ? 1 : 0)
    }

    /// Says, to the app and in the manifest, that states are given up, and what one costs.
    private func tell(_ complaint: (index: Int, name: String, type: String, nanoseconds: Int)) {
        let (index, name, type, nanoseconds) = complaint
        changeManifest { manifest in
            guard manifest.stores.indices.contains(index) else { return }
            manifest.stores[index].slow.append(
                "when some were given up, each took the recorder \(nanoseconds / 1_000) µs, longer than the app took from one step to the next"
            )
        }
        configuration.onEvent?(.statesGivenUp(store: name, type: type, nanoseconds: nanoseconds))
    }

    /// Writes what the stores hand over, in the order of the steps, so that no segment ends while a store's states from before wait.
    ///
    /// - Returns: whether there was any.
    private func write(_ channels: [any StateDraining], into writer: StateWriter) -> Bool {
        var fronts = channels.map { $0.fetch() }
        let hasFound = fronts.contains { $0 != nil }
        while let first = fronts.indices.filter({ fronts[$0] != nil }).min(by: { (fronts[$0] ?? 0) < (fronts[$1] ?? 0) }) {
            let others = fronts.indices.filter { $0 != first }.compactMap { fronts[$0] }
            let end = min(others.min() ?? .max, (fronts[first] ?? 0) + Self.stretch)
            fronts[first] = channels[first].write(below: end, into: writer)
            prepareWindow()
        }
        return hasFound
    }

    /// After so many steps the writer looks whether the journal needs a window: who dispatches would have to make it, and wait for the disk.
    private static let stretch = 512

    /// Prepares the journal's next window ahead of need; in an outage, the one that failed.
    private func prepareWindow() {
        let (request, past) = journal.withLock { ($0.request, $0.takePastWindows()) }
        withExtendedLifetime(past) {}  // unmapped here, outside the lock
        guard let request else { return }
        do throws(RecordingError) {
            let window = try request.make()
            if let dropped = journal.withLock({ $0.install(window) }) {
                suspended.store(false, ordering: .relaxed)
                configuration.onEvent?(.resumed(dropped: dropped))
            }
        } catch {
            configuration.onEvent?(.statesDelayed(error))
        }
    }

    /// Prepares windows and segments ahead of need, and closes what is over.
    private func tendJournal(_ writer: StateWriter, _ ring: inout SegmentRing) {
        let (retired, isNextPrepared, lastStep, bytes) = journal.withLock {
            ($0.takeRetired(), $0.isNextPrepared, $0.lastStep, $0.byteCount)
        }
        for stream in retired {
            try? stream.finish()
            if writer.isDurable { try? stream.syncRequest.run() }
        }
        let wantsNextSegment = tend(&ring, writer) || bytes > Self.actionBytes
        prepareWindow()
        do throws(RecordingError) {
            if writer.wantsNextSegment(lastStep: lastStep) || wantsNextSegment, !isNextPrepared, let newest = writer.newestSegment {
                try directory.makeSegment(newest + 1)
                let name = directory.file(SegmentName.actions(newest + 1))
                if FileSystem.kind(of: name) == nil {
                    let next = try ActionStream(creating: name)
                    journal.withLock { $0.prepare(next) }
                    // Last: a disk that refuses this must not keep the segment in use open for ever.
                    if writer.isDurable { try directory.synchroniseNames(ofSegment: newest + 1) }
                }
            }
        } catch {
            configuration.onEvent?(.statesDelayed(error))
        }
    }

    /// A segment with so many bytes of actions is over, since a reader has it in memory as a whole.
    private static let actionBytes = 64 << 20

    /// Drops the segments that the limits let go; `true` if the one in use has come to a quarter of a limit.
    private func tend(_ ring: inout SegmentRing, _ writer: StateWriter) -> Bool {
        let (begun, lastStep, bytes) = journal.withLock { ($0.takeBegun(), $0.lastStep, $0.byteCount) }
        ring.begin(begun)
        open(begun, writer)
        guard ring.limits.isRing else { return false }
        let firstOpen = writer.oldestSegment ?? 0
        let newest = ring.newest
        if ring.limits.bytes != nil {
            ring.measure(firstOpen: firstOpen) { part in
                part == newest ? bytes + writer.newestBytes : directory.bytes(ofSegment: part.index)
            }
        }
        let now = now()
        for part in ring.takeDropped(lastStep: lastStep, now: now, firstOpen: firstOpen) { directory.removeSegment(part.index) }
        // A segment that answers for an unfinished step stays open, and so the next but one can't begin.
        guard newest.index == writer.newestSegment, ring.wantsNext(lastStep: lastStep, now: now, bytes: bytes + writer.newestBytes) else {
            return false
        }
        let isWaitedFor = registry.withLock { $0.channels }.contains { $0.isUnderWay(before: newest.first) }
        return !isWaitedFor || lastStep - newest.first > ring.patience
    }

    /// Opens the segments that begin without a state, since the policy takes none there, and gives them their keyframes.
    private func open(_ begun: [SegmentRing.Part], _ writer: StateWriter) {
        if configuration.capture.described == nil { return }
        for part in begun { writer.open(part.index, first: part.first) }
        for channel in registry.withLock({ $0.channels }) {
            channel.completeSegments(upTo: writer.newestSegment ?? 0, into: writer, isLast: false)
        }
    }

    private func finish(_ writer: StateWriter) {
        for channel in registry.withLock({ $0.channels }) { channel.settleOmission { append($0) } }
        _ = drain(into: writer)
        open(journal.withLock { $0.takeBegun() }, writer)
        for channel in registry.withLock({ $0.channels }) { channel.checkLastSegment(of: writer) }
        writer.finish()
        tendManifest()
        let facts = ExitFacts(redaction: redactor.counts, outage: journal.withLock { $0.finish() })
        registry.withLock { registry in
            registry.manifest.ending = Ending(.finished)
            facts.complete(&registry.manifest)
        }
        writeManifest(isDurable: writer.isDurable)
        status.setFinished()
        crash.stop()
        ProcessExit.willNotCall(self)
        registry.withLock { $0.isDone = true }
        directory.unlock()
    }
}
