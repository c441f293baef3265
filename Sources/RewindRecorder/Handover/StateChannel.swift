import DequeModule
import RewindFormat
import RewindValue
import Synchronization

/// What the writer needs of a store's channel, whatever its state's type.
protocol StateDraining: Sendable {
    /// Takes over every state that waits.
    ///
    /// - Returns: the first step of those to be written; `nil` if there are none.
    func fetch() -> Int?

    /// Writes what was fetched of the steps below one, and returns the first that is left.
    func write(below step: Int, into writer: StateWriter) -> Int?

    /// Writes into each open segment up to that one the state before its first step, unless this store has it there already.
    ///
    /// - Parameter isLast: whether a store whose state is not known yet does without; else it waits for another time.
    func completeSegments(upTo segment: Int, into writer: StateWriter, isLast: Bool)

    /// Sees whether what was recorded since the last keyframe is what the state encodes to now.
    func checkLastSegment(of writer: StateWriter)

    /// Gives the actions that were left out since the last step a step of their own, which `append` writes.
    func settleOmission(append: (ActionLine) -> JournalEntry?)

    /// Says that the writer is about to sleep until it is woken; `false` if there is something to write.
    func willSleep() -> Bool

    /// Says that the writer is awake.
    func isAwake()

    /// Whether a step before that one has no state yet: its segment must stay open for it.
    func isUnderWay(before step: Int) -> Bool
}

/// What the caller's thread touches of a channel.
struct WaitingStates {
    var queue = StateQueue()
    /// The state that the last step left: what the next one should begin with; `nil` where states are captured sparsely, since holding one would
    /// cost a store that changes its state in place a copy.
    var lastSeen: (any AnyObject & Sendable)?
    /// What a filter left out since.
    var omission: Omission?
    /// Steps whose states the policy left out so far.
    var skipped: Skipped?

    /// A run of steps of one segment without states.
    struct Skipped {
        var first: Int
        var last: JournalEntry
    }
}

/// One store's way from the reducer to the writer: a queue that the caller fills, and the last written state that the writer compares with.
final class StateChannel<State: Encodable & Sendable>: StateDraining {
    let name: String
    let index: Int
    private let status: StatusPage
    private let cell: StatusPage.Cell?
    let redactor: Redactor
    /// Places in the first state where something may change in place; empty where it may be kept as it is.
    let references: [StateReference]
    let bits = ValueBits(of: State.self)
    /// The class of the boxes, kept, since asking the runtime for it takes longer than making one.
    private let box = KeptState<State>.self
    let sparse: SparseCapture<State>?
    let waiting: Mutex<WaitingStates>
    let written: Mutex<Written>

    /// What the writer's thread touches.
    struct Written {
        var state: KeptState<State>
        /// The step since which this store exists; its first keyframe's.
        let birth: Int
        /// The last segment that has this store's keyframe.
        var keyframeSegment: Int
        /// Whether the last state could not be encoded, so that no patch can follow.
        var isBroken = false
        /// What was fetched and is not written yet.
        var items: Deque<StateQueue.Item> = []
        /// How often states turned out to be recorded otherwise than they were.
        var differences = 0
        /// States that nothing needs any more.
        var spent: [any AnyObject & Sendable] = []
    }

    init(
        name: String, index: Int, status: StatusPage, redactor: Redactor, capture: StateCapture, initialState: State, birth: Int,
        birthSegment: Int
    ) {
        self.name = name
        self.index = index
        self.status = status
        self.redactor = redactor
        cell = status.cell(store: index)
        references = StateReference.all(in: initialState)
        let state = bits.canWait ? KeptState(initialState) : KeptState(freezing: initialState, redactor: redactor)
        sparse = capture.described == nil ? nil : SparseCapture(capture, initialState: initialState)
        waiting = Mutex(WaitingStates(lastSeen: sparse == nil ? state : nil))
        written = Mutex(Written(state: state, birth: birth, keyframeSegment: birthSegment - 1))
        status.name(store: index, name)
        status.set(store: index, step: birth, phase: .idle)
        lastStep = Atomic(birth)
    }

    private let lastStep: Atomic<Int>

    /// Says on the status page where this store is.
    func enter(_ phase: Ending.Phase, step: Int? = nil) {
        if let step { lastStep.store(step, ordering: .relaxed) }
        cell?.set(step: step ?? lastStep.load(ordering: .relaxed), phase: phase)
    }

    let hasOmission = Atomic(false)

    func isUnderWay(before step: Int) -> Bool {
        lastStep.load(ordering: .relaxed) < step && (status.isUnderWay(store: index) || waiting.withLock { !$0.queue.isEmpty })
    }

    /// The state, if it is not the one that the last step left.
    ///
    /// The same bits answer at once. Other bits may still encode alike, so then the two are compared, at the cost of what differs.
    func externalChange(to state: State) -> KeptState<State>? {
        if let sparse { return sparse.isChanged(state, bits) ? keep(state) : nil }
        guard let last = waiting.withLock({ $0.lastSeen }) else { return nil }
        let lastSeen = typed(last)
        if lastSeen.isSame(state, by: bits) { return nil }
        let present = keep(state)
        return lastSeen.encodesLike(present) ? nil : present
    }

    /// Hands a state over: a retain and a queue slot, unless it has references.
    func push(_ entry: JournalEntry, _ state: State, took: Int?) -> StateQueue.Call {
        guard let sparse else { return push(entry, keep(state), took: took) }
        sparse.note(state, bits)
        if sparse.takes(entry) { return push(entry, keep(state), took: took) }
        waiting.withLock { waiting in
            if waiting.skipped?.last.segment == entry.segment {
                waiting.skipped?.last = entry
            } else {
                waiting.skipped = .init(first: entry.step, last: entry)
            }
        }
        return .nothing
    }

    /// Hands over a state that is kept already.
    func push(_ entry: JournalEntry, _ state: KeptState<State>, took: Int?) -> StateQueue.Call {
        let (call, spent) = waiting.withLock { waiting in
            if sparse == nil { waiting.lastSeen = state }
            var item = StateQueue.Item(entry: entry, first: entry.step, outcome: .state(state), took: took)
            if let skipped = waiting.skipped.take(), skipped.last.segment == entry.segment {
                item.first = skipped.first
                item.isSparse = skipped.first < entry.step
            }
            return (waiting.queue.push(item), waiting.queue.takeSpent())
        }
        withExtendedLifetime(spent) {}  // freed here, outside the lock
        return call
    }

    /// Captures the state before a step where the policy wants that: before a pause, and at the end of a segment.
    ///
    /// - Parameter entry: the step; it has been appended, and nothing of it been pushed.
    func captureBefore(_ entry: JournalEntry, _ state: State, isAfterPause: Bool) {
        guard let skipped = waiting.withLock({ $0.skipped }), isAfterPause || skipped.last.segment != entry.segment else { return }
        _ = push(skipped.last, keep(state), took: nil)
    }

    /// A state from the queue: only this channel puts some there, all of this type.
    func typed(_ state: any AnyObject & Sendable) -> KeptState<State> { unsafeDowncast(state, to: KeptState<State>.self) }

    func keep(_ state: State) -> KeptState<State> {
        bits.settle(state) ? box.init(state) : KeptState(freezing: state, redactor: redactor)
    }

    /// Hands over that the reducer threw.
    func fail(_ step: StepInProgress, reason: String) {
        guard let entry = step.entry else { return }
        waiting.withLock { _ = $0.queue.push(.init(entry: entry, first: entry.step, outcome: .failed(reason), took: nil)) }
    }
}
