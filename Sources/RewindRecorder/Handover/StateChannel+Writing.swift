import DequeModule
import RewindCapture
import RewindFormat
import RewindSystem
import RewindValue
import Synchronization

/// The writer's side of a channel.
extension StateChannel {
    func fetch() -> Int? {
        written.withLock { written in
            waiting.withLock { $0.queue.drain(into: &written.items) }
            fetchedCount.store(written.items.count, ordering: .relaxed)
            return written.items.first?.entry.step
        }
    }

    func write(below step: Int, into streams: StateStreams) -> Int? {
        var count = 0
        let start = SystemFacts.monotonicNanoseconds()
        while let item = written.withLock({ $0.items.first.map { $0.entry.step < step } ?? false ? $0.items.popFirst() : nil }) {
            fetchedCount.subtract(1, ordering: .relaxed)
            write(item, into: streams)
            count += 1
        }
        if count > 0 {
            written.withLock { $0.cost.add(SystemFacts.monotonicNanoseconds() - start, states: count) }
        }
        return written.withLock { $0.items.first?.entry.step }
    }

    func takeComplaint() -> (index: Int, name: String, type: String, nanoseconds: Int)? {
        if waiting.withLock({ $0.queue.merged == 0 }) { return nil }
        let cost = written.withLock { written in
            defer { written.cost.isTold = true }
            return written.cost
        }
        return cost.isTold ? nil : (index, name, TypeName.of(State.self), cost.mean)
    }

    func takeFailure() -> (name: String, type: String, reason: String)? {
        waiting.withLock { waiting in
            guard let reason = waiting.failure, !waiting.isFailureTold else { return nil }
            waiting.isFailureTold = true
            return (name, TypeName.of(State.self), reason)
        }
    }

    func willSleep() -> Bool {
        waiting.withLock { waiting in
            waiting.queue.isWriterAsleep = waiting.queue.isEmpty
            return waiting.queue.isEmpty
        }
    }

    func isAwake() { waiting.withLock { $0.queue.isWriterAsleep = false } }

    func completeSegments(upTo segment: Int, into streams: StateStreams, isLast: Bool) {
        written.withLock { writeKeyframes(&$0, upTo: segment, into: streams, isLast: isLast) }
    }

    private func write(_ item: StateQueue.Item, into streams: StateStreams) {
        let segment = item.entry.segment
        streams.open(segment, first: item.entry.segmentFirst)  // before the lock: it may close an older segment, which asks every store
        let past = written.withLock { written in
            let past = written.state
            guard streams.isOpen(segment) else {
                // The step took so long that its segment was closed without it. What follows can't be a patch from this state.
                if case .state(let state) = item.outcome { (written.state, written.isBroken) = (typed(state), true) }
                return past
            }
            written.unknownFrom = item.skippedFrom
            writeKeyframes(&written, upTo: segment, into: streams, isLast: true)
            if written.unknownFrom.take() != nil { written.isBroken = true }
            var head = StateLine.Head(step: item.entry.step, store: name, took: item.took, isSparse: item.isSparse)
            if item.first < item.entry.step { head.merged = item.first...item.entry.step }
            switch item.outcome {
            case .failed(let reason): streams.append(StateLine(head, .failed(reason)), to: segment)
            case .state where streams.isActionsOnly: break
            case .state(let state):
                let state = typed(state)
                write(state, after: &written, head, to: segment, streams)
                written.state = state
            }
            return past
        }
        withExtendedLifetime(past) {}  // freed here, outside the lock
    }

    /// Counts a state that could not be encoded, and returns why in words that may be recorded.
    private func noteUnencodable(_ error: any Error) -> String {
        let reason = redactor.redact(error: error)
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
        // A state that was kept as it is, by a mistake that was found since, may encode to something else by now.
        if written.isBroken || old.isValue && !bits.canWait { return writeKeyframe(state, &written, head, to: segment, streams) }
        if streams.append(head, to: segment, isKeyframe: false, write: { old.appendPatch(to: state, by: streams.straight, to: &$0) }) != nil
        {
            return
        }
        do {
            let (patch, pointers) = try old.changes(to: state, by: redactor, streams.straight)
            streams.append(StateLine(head, .patch(patch), redacted: pointers), to: segment)
        } catch {
            written.isBroken = true
            streams.append(StateLine(head, .unencodable(noteUnencodable(error))), to: segment)
        }
    }

    /// Gives this store its keyframe in every open segment, up to that one, that has none: it was idle in the older ones.
    ///
    /// - Parameter isLast: whether this is the last chance; else one whose state is not known yet waits.
    private func writeKeyframes(_ written: inout Written, upTo segment: Int, into streams: StateStreams, isLast: Bool) {
        for open in streams.openSegments where open.index > written.keyframeSegment && open.index <= segment {
            let head = StateLine.Head(step: max(open.first - 1, written.birth), store: name)
            // Where the policy left the states of the last steps before it out, the one that is written is an older one.
            if !isLast, isUnderWay(before: open.first) { return }
            let left = waiting.withLock { $0.skipped?.first } ?? .max
            if !isLast, left <= head.step { return }
            let last = written.keyframeSegment
            written.keyframeSegment = open.index
            if streams.isActionsOnly {
                let reason = "the app died while a state was encoded: this time, actions only"
                streams.append(StateLine(head, .unencodable(reason)), to: open.index)
            } else if min(left, written.unknownFrom ?? .max) <= head.step {
                written.isBroken = true
                streams.append(StateLine(head, .unencodable("its states are taken sparsely, and this one was not")), to: open.index)
            } else {
                let wasBroken = written.isBroken
                writeKeyframe(written.state, &written, head, to: open.index, streams)
                if !wasBroken, !written.isBroken { check(last, against: open.index, &written, streams) }
            }
        }
    }

    private func writeKeyframe(
        _ state: KeptState<State>, _ written: inout Written, _ head: StateLine.Head, to segment: Int, _ streams: StateStreams
    ) {
        var bytes = streams.append(head, to: segment, isKeyframe: true) { state.appendKeyframe(by: streams.straight, to: &$0) }
        written.isBroken = false
        if bytes == nil {
            do {
                let keyframe = try state.redacted(by: redactor)
                bytes = streams.append(StateLine(head, .keyframe(keyframe.value), redacted: keyframe.pointers), to: segment)
            } catch {
                written.isBroken = true
                streams.append(StateLine(head, .unencodable(noteUnencodable(error))), to: segment)
            }
        }
        if let bytes { waiting.withLock { $0.queue.keyframeBytes = bytes } }
    }
}

extension StateLine {
    fileprivate init(_ head: Head, _ change: Change, redacted: [JSONPointer] = []) {
        self.init(step: head.step, store: head.store, change: change)
        (took, merged, isSparse) = (head.took, head.merged, head.isSparse)
        self.redacted = redacted
    }
}
