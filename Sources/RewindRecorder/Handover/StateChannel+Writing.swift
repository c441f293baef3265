import RewindCapture
import RewindFormat
import RewindSystem
import RewindValue
import Synchronization

/// The writer's side of a channel.
extension StateChannel {
    func fetch() -> Int? {
        written.withLock { written in
            // A thread that needs both locks takes `written` first.
            // Items are left only if the disk refused them: the queue is bounded, so nothing more is taken out of it.
            if written.items.isEmpty { waiting.withLock { $0.queue.drain(into: &written.items) } }
            fetchedCount.store(written.items.count, ordering: .relaxed)
            return written.items.first?.entry.step
        }
    }

    func write(below step: Int, into streams: StateStreams) -> Int? {
        var count = 0
        let start = SystemFacts.monotonicNanoseconds()
        while let item = written.withLock({ $0.items.first }), item.entry.step < step {
            // Before taking the lock: this may close an older segment, which calls every store.
            let access = streams.open(item.entry.segment, first: item.entry.segmentFirst)
            if access == .refused { break }
            write(item, into: streams, isOpen: access == .open)
            written.withLock { $0.items.removeOldest() }  // only now: until its line is written, an exit has to wait for it
            fetchedCount.subtract(1, ordering: .relaxed)
            count += 1
        }
        if count > 0 {
            written.withLock { $0.cost.add(SystemFacts.monotonicNanoseconds() - start, states: count) }
        }
        return written.withLock { $0.items.first?.entry.step }
    }

    var backlog: (givenUp: Int, nanoseconds: Int) {
        let mean = written.withLock { $0.cost.mean }
        return waiting.withLock { ($0.queue.merged, ($0.queue.count + fetchedCount.load(ordering: .relaxed)) * mean) }
    }

    func shorten(toWriteIn nanoseconds: Int?) -> Int? {
        let (all, first) = written.withLock { written in
            let all = written.items
            let limit = nanoseconds.map { max(Self.fewest, $0 / max(1, written.cost.mean)) }
            if let limit, limit < all.count { written.items = all.mergingOlder(keeping: limit) }
            let count = all.count - written.items.count
            fetchedCount.subtract(count, ordering: .relaxed)
            waiting.withLock { waiting in
                waiting.queue.shortLimit = limit
                waiting.queue.note(merged: count)
            }
            return (all, written.items.first?.entry.step)
        }
        withExtendedLifetime(all) {}  // freed here, outside the locks
        return first
    }

    /// So many states may always wait.
    private static var fewest: Int { 4 }

    func overloadReportOnce() -> (index: Int, name: String, type: String, nanoseconds: Int)? {
        if waiting.withLock({ $0.queue.merged == 0 }) { return nil }
        let cost = written.withLock { written in
            defer { written.cost.isReported = true }
            return written.cost
        }
        return cost.isReported ? nil : (index, name, TypeName.of(State.self), cost.mean)
    }

    func failureOnce() -> (name: String, type: String, reason: String)? {
        waiting.withLock { waiting in
            guard let reason = waiting.failure, !waiting.isFailureReported else { return nil }
            waiting.isFailureReported = true
            return (name, TypeName.of(State.self), reason)
        }
    }

    func takeComparison() -> (index: Int, name: String, WaitingStates.Comparison)? {
        waiting.withLock { $0.comparison.take() }.map { (index, name, $0) }
    }

    func willSleep() -> Bool {
        waiting.withLock { waiting in
            // Under one lock: a state comes before this and is found, or after it and wakes the writer.
            waiting.queue.isWriterAsleep = waiting.queue.isEmpty
            return waiting.queue.isEmpty
        }
    }

    func isAwake() { waiting.withLock { $0.queue.isWriterAsleep = false } }

    func begin(into streams: StateStreams) -> Bool {
        written.withLock { written in
            if written.keyframeSegment < birthSegment { writeKeyframes(&written, upTo: birthSegment, into: streams, isLast: true) }
            return written.keyframeSegment >= birthSegment
        }
    }

    func completeSegments(upTo segment: Int, into streams: StateStreams, isLast: Bool) -> Bool {
        written.withLock { written in
            writeKeyframes(&written, upTo: segment, into: streams, isLast: isLast)
            return written.keyframeSegment >= segment
        }
    }

    func releaseIfOver(into streams: StateStreams) {
        guard isOver.load(ordering: .acquiring), let newest = streams.newestSegment else { return }
        let past = written.withLock { written -> KeptState<State>? in
            guard !written.isReleased, written.items.isEmpty, waiting.withLock({ $0.queue.isEmpty }) else { return nil }
            writeKeyframes(&written, upTo: newest, into: streams, isLast: true)
            defer { (written.state, written.isBroken, written.isReleased) = (KeptState(nothingFor: "the store is over"), true, true) }
            return written.state
        }
        guard past != nil else { return }
        // Another store may have taken this one's place meanwhile; then the state is that one's.
        let last = waiting.withLock { isOver.load(ordering: .acquiring) ? $0.lastSeen.take() : nil }
        withExtendedLifetime((past, last)) {}  // freed here, outside the locks
    }

    private func write(_ item: StateQueue.Item, into streams: StateStreams, isOpen: Bool) {
        let segment = item.entry.segment
        let past = written.withLock { written in
            let past = written.state
            guard isOpen else {
                // The step took so long that its segment was closed without it, or is lost. The next line can't be a patch from this state.
                if case .state(let state) = item.outcome {
                    (written.state, written.step, written.isBroken) = (typed(state), item.entry.step, true)
                }
                return past
            }
            // From that step on a reader has no state that a patch applies to: keyframes say so, and this state is written in full.
            written.unknownFrom = item.skippedFrom
            writeKeyframes(&written, upTo: segment, into: streams, isLast: true)
            if written.unknownFrom.take() != nil { written.isBroken = true }
            var head = StateLine.Head(step: item.entry.step, store: name, took: item.took, isSparse: item.isSparse)
            if item.first < item.entry.step { head.merged = item.first...item.entry.step }
            switch item.outcome {
            case .failed(let reason): streams.append(StateLine(head, .failed(reason)), to: segment)
            case .state where streams.isActionsOnly: break  // encoding one ended the last process
            case .state(let state):
                let state = typed(state)
                write(state, after: &written, head, to: segment, streams)
                (written.state, written.step, written.isReleased) = (state, item.entry.step, false)
            }
            return past
        }
        withExtendedLifetime(past) {}  // freed here, outside the lock
    }

    /// Counts a state that could not be encoded, and returns why in words that may be recorded.
    private func noteUnencodable(_ error: any Error) -> String {
        let reason = form.text(of: error)
        waiting.withLock { waiting in
            waiting.counts.unencodable += 1
            waiting.failure = waiting.failure ?? reason
        }
        return reason
    }

    /// Writes what a new state is: its patch; in full, when the one before could not be encoded.
    private func write(
        _ state: KeptState<State>, after written: inout Written, _ head: StateLine.Head, to segment: Int, _ streams: StateStreams
    ) {
        let old = written.state
        // If `distrust()` ran since, a kept state may encode to something else by now: then a keyframe is written.
        if written.isBroken || old.isValue && !bits.canWait { return writeKeyframe(state, &written, head, to: segment, streams) }
        _ = streams.stateBytes.takeUnsharedBytes()  // forgets what another store's comparison left: all share it
        var bytes = streams.append(head, to: segment, isKeyframe: false) { old.appendPatch(to: state, by: streams.stateBytes, to: &$0) }
        defer {
            if let bytes, let unshared = streams.stateBytes.takeUnsharedBytes() {
                waiting.withLock { $0.queue.note(uniqueBytes: unshared + bytes) }
            }
        }
        if bytes != nil { return }
        do {
            let (patch, pointers) = try old.changes(to: state, in: form, streams.stateBytes)
            bytes = streams.append(StateLine(head, .patch(patch), redacted: pointers), to: segment)
        } catch {
            written.isBroken = true
            streams.append(StateLine(head, .unencodable(noteUnencodable(error))), to: segment)
        }
    }

    /// Writes this store's keyframe into every open segment, up to the given one, that lacks it: the store was idle in the older ones.
    ///
    /// A keyframe belongs to the step that it names: the last written state is the state of every step from its own on, up to this store's
    /// next one. If that step has no state yet, or its state will never be known, the line says so instead, and the next state is written
    /// in full.
    ///
    /// - Parameter isLast: whether this is the last chance; if not, a keyframe whose state is not known yet waits.
    private func writeKeyframes(_ written: inout Written, upTo segment: Int, into streams: StateStreams, isLast: Bool) {
        if written.isReleased {  // the store that takes the place begins with a keyframe of its own
            written.keyframeSegment = max(written.keyframeSegment, segment)
            return
        }
        for open in streams.openSegments where open.index > written.keyframeSegment && open.index <= segment {
            let head = StateLine.Head(step: max(open.first - 1, written.birth), store: name)
            let isLate = isUnderWay(before: head.step + 1) || written.items.first.map { $0.entry.step <= head.step } ?? false
            let firstUnknown = min(
                waiting.withLock { min($0.skipped?.first ?? .max, $0.firstUnknownStep ?? .max) }, written.unknownFrom ?? .max)
            let isUnknown = firstUnknown <= head.step || written.step > head.step
            if !isLast, isLate || isUnknown { return }  // none for later segments, after which this one would get none
            let last = written.keyframeSegment
            written.keyframeSegment = open.index
            if streams.isActionsOnly {
                streams.append(StateLine(head, .unknown(.actionsOnly)), to: open.index)
            } else if isLate || isUnknown {
                written.isBroken = true
                streams.append(StateLine(head, .unknown(sparse == nil ? .notRecorded : .notCaptured)), to: open.index)
            } else {
                let wasBroken = written.isBroken
                writeKeyframe(written.state, &written, head, to: open.index, streams)
                // After a state that could not be written, the lines lead nowhere.
                if !wasBroken, !written.isBroken { check(last, against: open.index, &written, streams) }
            }
        }
    }

    private func writeKeyframe(
        _ state: KeptState<State>, _ written: inout Written, _ head: StateLine.Head, to segment: Int, _ streams: StateStreams
    ) {
        var bytes = streams.append(head, to: segment, isKeyframe: true) { state.appendKeyframe(by: streams.stateBytes, to: &$0) }
        written.isBroken = false
        if bytes == nil {
            do {
                let (keyframe, pointers) = try state.value(in: form)
                bytes = streams.append(StateLine(head, .keyframe(keyframe), redacted: pointers), to: segment)
            } catch {
                written.isBroken = true
                streams.append(StateLine(head, .unencodable(noteUnencodable(error))), to: segment)
            }
        }
        if let bytes { waiting.withLock { $0.queue.note(keyframe: bytes) } }
    }
}

extension StateLine {
    fileprivate init(_ head: Head, _ change: Change, redacted: [JSONPointer] = []) {
        self.init(step: head.step, store: head.store, change: change)
        (took, merged, isSparse) = (head.took, head.merged, head.isSparse)
        self.redacted = redacted
    }
}
