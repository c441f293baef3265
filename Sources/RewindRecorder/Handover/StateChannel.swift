import DequeModule
import RewindFormat
import RewindValue
import Synchronization

/// What the writer needs of a store's channel, whatever its state's type.
protocol StateDraining: Sendable {
    /// Writes every state that waits.
    func drain(into writer: StateWriter)

    /// Writes into each open segment up to that one the state before its first step, unless this store has it there already.
    func completeSegments(upTo segment: Int, into writer: StateWriter)

    /// Gives the actions that were left out since the last step a step of their own, which `append` writes.
    func settleOmission(append: (ActionLine) -> JournalEntry?)

    /// Whether a step before that one has no state yet: its segment must stay open for it.
    func isUnderWay(before step: Int) -> Bool
}

/// What the caller's thread touches of a channel.
private struct WaitingStates {
    var queue = StateQueue()
    /// The state that the last step left: what the next one should begin with.
    var lastSeen: any AnyObject & Sendable
    /// What a filter left out since.
    var omission: Omission?
}

/// One store's way from the reducer to the writer: a queue that the caller fills, and the last written state that the writer compares with.
final class StateChannel<State: Encodable & Sendable>: StateDraining {
    let name: String
    let index: Int
    private let status: StatusPage
    private let redactor: Redactor
    /// Places in the state's type where something may change in place; empty where a state is a value all through.
    let references: [StateReference]
    private let bits = ValueBits(of: State.self)
    private let waiting: Mutex<WaitingStates>
    private let written: Mutex<Written>

    /// What the writer's thread touches.
    private struct Written {
        var state: KeptState<State>
        /// The step since which this store exists; its first keyframe's.
        let birth: Int
        /// The last segment that has this store's keyframe.
        var keyframeSegment: Int
        /// Whether the last state could not be encoded, so that no patch can follow.
        var isBroken = false
    }

    init(name: String, index: Int, status: StatusPage, redactor: Redactor, initialState: State, birth: Int, birthSegment: Int) {
        self.name = name
        self.index = index
        self.status = status
        self.redactor = redactor
        references = StateReference.all(in: State.self)
        let state = KeptState(initialState, hasReferences: !references.isEmpty, redactor: redactor)
        waiting = Mutex(WaitingStates(lastSeen: state))
        written = Mutex(Written(state: state, birth: birth, keyframeSegment: birthSegment - 1))
        status.name(store: index, name)
        status.set(store: index, step: birth, phase: .idle)
        lastStep = Atomic(birth)
    }

    // MARK: the caller's side

    private let lastStep: Atomic<Int>

    /// Says on the status page where this store is.
    func enter(_ phase: Ending.Phase, step: Int? = nil) {
        if let step { lastStep.store(step, ordering: .relaxed) }
        status.set(store: index, step: lastStep.load(ordering: .relaxed), phase: phase)
    }

    private let hasOmission = Atomic(false)

    /// Counts an action that is left out.
    func omit(_ type: String) {
        waiting.withLock { waiting in
            var omission = waiting.omission ?? Omission()
            omission.add(type)
            waiting.omission = omission
        }
        hasOmission.store(true, ordering: .relaxed)
    }

    /// Keeps the state after an action that was left out.
    func keepOmitted(_ state: State) { waiting.withLock { $0.omission?.state = keep(state) } }

    /// What was left out since the last step, if anything; the next call begins anew.
    func takeOmission() -> Omission? {
        guard hasOmission.load(ordering: .relaxed) else { return nil }
        hasOmission.store(false, ordering: .relaxed)
        return waiting.withLock { $0.omission.take() }
    }

    func settleOmission(append: (ActionLine) -> JournalEntry?) {
        guard let omission = takeOmission(), let entry = append(omission.line(store: name)) else { return }
        _ = push(StepInProgress(entry: entry), typed(omission.state ?? waiting.withLock { $0.lastSeen }), took: nil)
    }

    func isUnderWay(before step: Int) -> Bool {
        lastStep.load(ordering: .relaxed) < step && (status.isUnderWay(store: index) || waiting.withLock { !$0.queue.isEmpty })
    }

    /// The state, if it is not the one that the last step left.
    ///
    /// The same bits answer at once. Other bits may still encode alike, so then the two are compared, at the cost of what differs.
    func externalChange(to state: State) -> KeptState<State>? {
        let lastSeen = typed(waiting.withLock { $0.lastSeen })
        if lastSeen.isSame(state, by: bits) { return nil }
        let present = keep(state)
        return lastSeen.encodesLike(present) ? nil : present
    }

    /// Hands a state over: a retain and a queue slot, unless it has references.
    ///
    /// - Returns: whether the writer had better come at once.
    func push(_ step: StepInProgress, _ state: State, took: Int?) -> Bool { push(step, keep(state), took: took) }

    /// Hands over a state that is kept already.
    func push(_ step: StepInProgress, _ state: KeptState<State>, took: Int?) -> Bool {
        guard let entry = step.entry else { return false }
        return waiting.withLock {
            $0.lastSeen = state
            return $0.queue.push(.init(entry: entry, first: entry.step, outcome: .state(state), took: took))
        }
    }

    /// A state from the queue: only this channel puts some there, all of this type.
    private func typed(_ state: any AnyObject & Sendable) -> KeptState<State> { unsafeDowncast(state, to: KeptState<State>.self) }

    private func keep(_ state: State) -> KeptState<State> {
        KeptState(state, hasReferences: !references.isEmpty, redactor: redactor)
    }

    /// Hands over that the reducer threw.
    func fail(_ step: StepInProgress, reason: String) {
        guard let entry = step.entry else { return }
        waiting.withLock { _ = $0.queue.push(.init(entry: entry, first: entry.step, outcome: .failed(reason), took: nil)) }
    }

    // MARK: the writer's side

    func drain(into writer: StateWriter) {
        let items = waiting.withLock { $0.queue.drain() }
        for item in items {
            write(item, into: writer)
        }
    }

    func completeSegments(upTo segment: Int, into writer: StateWriter) {
        written.withLock { writeKeyframes(&$0, upTo: segment, into: writer) }
    }

    private func write(_ item: StateQueue.Item, into writer: StateWriter) {
        let segment = item.entry.segment
        writer.open(segment, first: item.entry.segmentFirst)  // before the lock: it may close an older segment, which asks every store
        written.withLock { written in
            guard writer.isOpen(segment) else {
                // The step took so long that its segment was closed without it. What follows can't be a patch from this state.
                if case .state(let state) = item.outcome { (written.state, written.isBroken) = (typed(state), true) }
                return
            }
            writeKeyframes(&written, upTo: segment, into: writer)
            var line: StateLine
            switch item.outcome {
            case .state where writer.isActionsOnly: return
            case .failed(let reason):
                line = StateLine(step: item.entry.step, store: name, change: .failed(reason))
            case .state(let state):
                line = StateLine(step: item.entry.step, store: name, change: change(&written, to: typed(state), redacted: &writer.redacted))
                line.redacted = writer.takeRedacted()
                if item.first < item.entry.step { line.merged = item.first...item.entry.step }
            }
            line.took = item.took
            let bytes = writer.append(line, to: segment)
            if case .keyframe = line.change { noteKeyframe(bytes) }
        }
    }

    /// What a line says of a new state: its patch; in full, when the one before could not be encoded.
    private func change(_ written: inout Written, to state: KeptState<State>, redacted: inout [JSONPointer]) -> StateLine.Change {
        defer { written.state = state }
        do {
            if written.isBroken {
                let keyframe = try state.redacted(by: redactor)
                written.isBroken = false
                redacted = keyframe.pointers
                return .keyframe(keyframe.value)
            }
            let (patch, pointers) = try written.state.changes(to: state, by: redactor)
            redacted = pointers
            return .patch(patch)
        } catch {
            written.isBroken = true
            return .unencodable(redactor.redact(error: error))
        }
    }

    /// Gives this store its keyframe in every open segment, up to that one, that has none: it was idle in the older ones.
    private func writeKeyframes(_ written: inout Written, upTo segment: Int, into writer: StateWriter) {
        for open in writer.openSegments where open.index > written.keyframeSegment && open.index <= segment {
            written.keyframeSegment = open.index
            writeKeyframe(&written, segment: open.index, step: max(open.first - 1, written.birth), into: writer)
        }
    }

    private func writeKeyframe(_ written: inout Written, segment: Int, step: Int, into writer: StateWriter) {
        var line = StateLine(
            step: step, store: name, change: .unencodable("the app died while a state was encoded: this time, actions only"))
        if !writer.isActionsOnly {
            do {
                let keyframe = try written.state.redacted(by: redactor)
                line.change = .keyframe(keyframe.value)
                line.redacted = keyframe.pointers
                written.isBroken = false
            } catch {
                line.change = .unencodable(redactor.redact(error: error))
                written.isBroken = true
            }
        }
        noteKeyframe(writer.append(line, to: segment))
    }

    private func noteKeyframe(_ bytes: Int) { waiting.withLock { $0.queue.keyframeBytes = bytes } }
}
