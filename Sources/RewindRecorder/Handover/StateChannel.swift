import DequeModule
import RewindCapture
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

    /// Gives the actions that were left out since the last step a step of their own, which `append` writes; not in the middle of a step.
    func settleOmission(append: (ActionLine) -> JournalEntry?)

    /// Says that the writer is about to sleep until it is woken; `false` if there is something to write.
    func willSleep() -> Bool

    /// Says that the writer is awake.
    func isAwake()

    /// Whether a step before that one has no state yet: its segment must stay open for it.
    func isUnderWay(before step: Int) -> Bool

    /// States that were handed over and are not written yet.
    var waitingCount: Int { get }

    /// What became of this store's steps so far.
    var counts: Manifest.Counts { get }

    /// Which store gives states up since the writer is behind, and what a state costs it; each store says so once.
    func takeComplaint() -> (index: Int, name: String, type: String, nanoseconds: Int)?
}

/// What the caller's thread touches of a channel.
struct WaitingStates {
    var queue = StateQueue()
    /// The state that the last step left: what the next one should begin with; `nil` after a step whose state the policy did not take, since holding
    /// it would cost a store that changes its state in place a copy.
    var lastSeen: (any AnyObject & Sendable)?
    /// What a filter left out since.
    var omission: Omission?
    /// Steps whose states the policy left out since the last that it took.
    var skipped: Skipped?
    /// The step whose state was handed over last.
    var lastPushed = 0
    /// A step whose state came too late to be told.
    var disordered: Int?
    /// How many steps failed, how many states the policy left out or could not be encoded, how many actions a filter or a pause left out.
    var counts = Manifest.Counts()

    /// A run of steps of one segment without states.
    struct Skipped {
        var first: Int
        var last: JournalEntry
    }

    /// Puts what became of a step into the queue, with the steps before it that have no state of their own.
    mutating func push(_ entry: JournalEntry, _ outcome: StateQueue.Outcome, took: Int?) -> StateQueue.Call {
        var item = StateQueue.Item(entry: entry, first: entry.step, outcome: outcome, took: took)
        // Two threads in one store, against the contract: the state of a step before one that has its own can't be told any more.
        if entry.step <= lastPushed {
            disordered = min(disordered ?? .max, entry.step)
            return .nothing
        }
        lastPushed = entry.step
        if case .state = outcome { item.skippedFrom = disordered.take() }
        if case .state = outcome, let skipped = skipped.take() {
            if skipped.last.segment == entry.segment {
                item.first = skipped.first
                item.isSparse = skipped.first < entry.step
            } else {
                item.skippedFrom = min(item.skippedFrom ?? .max, skipped.first)
            }
        }
        return queue.push(item)
    }
}

/// What making the lines of a store's states costs.
struct WritingCost {
    private var nanoseconds = 0
    private var states = 0
    /// Whether somebody was told that it is too much.
    var isTold = false

    /// The mean of all states.
    var mean: Int { nanoseconds / max(1, states) }

    mutating func add(_ time: Int, states count: Int) {
        nanoseconds += time
        states += count
    }
}

/// One store's way from the reducer to the writer: a queue that the caller fills, and the last written state that the writer compares with.
final class StateChannel<State: Encodable & Sendable>: StateDraining {
    let name: String
    let index: Int
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
        /// The first step since the last written state whose own state nothing tells of.
        var unknownFrom: Int?
        /// What making the lines of states has cost so far.
        var cost = WritingCost()
        /// What was fetched and is not written yet.
        var items: Deque<StateQueue.Item> = []
        /// How often states turned out to be recorded otherwise than they were.
        var differences = 0
        /// States that nothing needs any more.
        var spent: [any AnyObject & Sendable] = []
    }

    init(
        name: String, index: Int, status: StatusPage, redactor: Redactor, capture: StateCapture, initialState: State,
        references: [StateReference], birth: Int, birthSegment: Int
    ) {
        self.name = name
        self.index = index
        self.redactor = redactor
        cell = status.cell(store: index)
        self.references = references
        let state = bits.canWait ? KeptState(initialState) : KeptState(freezing: initialState, redactor: redactor)
        sparse = capture.described == nil ? nil : SparseCapture(capture, initialState: initialState)
        waiting = Mutex(WaitingStates(lastSeen: state))  // the writer holds it too, until the next one
        written = Mutex(Written(state: state, birth: birth, keyframeSegment: birthSegment - 1))
        status.name(store: index, name)
        status.set(store: index, step: birth, phase: .idle)
        place = Atomic(birth << 8)
    }

    /// Where this store is, as on the status page: step × 256 + phase.
    private let place: Atomic<Int>

    /// Says where this store is, on the status page too.
    func enter(_ phase: Ending.Phase, step: Int? = nil) {
        let step = step ?? place.load(ordering: .relaxed) >> 8
        place.store(step << 8 | Int(phase.rawValue), ordering: .relaxed)
        cell?.set(step: step, phase: phase)
    }

    /// Whether no step is under way, as far as another thread can see.
    var isIdle: Bool { place.load(ordering: .relaxed) & 0xFF == Int(Ending.Phase.idle.rawValue) }

    let hasOmission = Atomic(false)
    let open = OpenStep()

    func isUnderWay(before step: Int) -> Bool {
        (place.load(ordering: .relaxed) >> 8) < step && (!isIdle || waiting.withLock { !$0.queue.isEmpty })
    }

    var counts: Manifest.Counts {
        waiting.withLock { waiting in
            var counts = waiting.counts
            counts.merged = waiting.queue.merged
            return counts
        }
    }

    var waitingCount: Int { written.withLock { $0.items.count } + waiting.withLock { $0.queue.count } }

    /// The state, if it is not the one that the last step left.
    ///
    /// The same bits answer at once. Other bits may still encode alike, so then the two are compared, at the cost of what differs.
    ///
    /// - Parameter isTold: whether the store says that it is another one. Where none is held to compare it with, that has to be believed: its own
    ///   stored properties may be the same.
    func externalChange(to state: State, isTold: Bool) -> KeptState<State>? {
        guard let last = waiting.withLock({ $0.lastSeen }) else {
            return isTold || sparse?.isChanged(state, bits) == true ? keep(state) : nil
        }
        let lastSeen = typed(last)
        if lastSeen.isSame(state, by: bits) { return nil }
        let present = keep(state)
        return lastSeen.encodesLike(present) ? nil : present
    }

    /// Hands a state over: a retain and a queue slot, unless it has references.
    func push(_ entry: JournalEntry, _ state: State, took: Int?) -> StateQueue.Call {
        guard let sparse else { return push(entry, keep(state), took: took) }
        if sparse.takes(entry) { return push(entry, keep(state), took: took) }
        sparse.note(state, bits)
        let last = waiting.withLock { waiting in
            waiting.counts.sparse += 1
            if waiting.skipped?.last.segment == entry.segment {
                waiting.skipped?.last = entry
            } else {
                waiting.skipped = .init(first: entry.step, last: entry)
            }
            return waiting.lastSeen.take()
        }
        withExtendedLifetime(last) {}  // freed here, outside the lock
        return .nothing
    }

    /// Hands over a state that is kept already.
    func push(_ entry: JournalEntry, _ state: KeptState<State>, took: Int?) -> StateQueue.Call {
        let (call, spent, last) = waiting.withLock { waiting in
            let last = waiting.lastSeen
            waiting.lastSeen = state
            return (waiting.push(entry, .state(state), took: took), waiting.queue.takeSpent(), last)
        }
        withExtendedLifetime((spent, last)) {}  // freed here, outside the lock
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
        waiting.withLock { waiting in
            waiting.counts.failed += 1
            _ = waiting.push(entry, .failed(reason), took: nil)
        }
    }
}
