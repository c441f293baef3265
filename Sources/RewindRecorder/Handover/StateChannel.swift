import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization

/// One store's way from the reducer to the writer: a queue that the caller fills, and the last written state that the writer compares with.
final class StateChannel<State: Encodable & Sendable>: StateDraining {
    let name: String
    /// The name that the store asked for.
    let wantedName: String
    let index: Int
    /// The segment in which the store begins.
    let birthSegment: Int
    private let cell: StatusPage.Cell?
    let form: RecordedForm
    /// Places in the first state where something may change in place; empty where it may be kept as it is.
    let references: [StateReference]
    let bits = ValueBits(of: State.self)
    let sparse: SparseCapture<State>?
    let waiting: Lock<WaitingStates>
    let written: Lock<Written>

    /// The part that only the writer's thread uses.
    struct Written {
        var state: KeptState<State>
        /// The step whose state that is.
        var step: Int
        /// The step since which this store exists; its first keyframe's.
        let birth: Int
        /// The last segment that has this store's keyframe.
        var keyframeSegment: Int
        /// Whether the last state could not be encoded, so that no patch can follow.
        var isBroken = false
        /// Whether the store is over, and nothing kept of it.
        var isReleased = false
        /// The first step since the last written state whose own state will never be known.
        var unknownFrom: Int?
        /// What making the lines of states has cost so far.
        var cost = WritingCost()
        /// The items that were fetched and are not written yet.
        var items = StateItems()
        /// How often states turned out to be recorded otherwise than they were.
        var differences = 0
    }

    init(
        name: String, wantedName: String, index: Int, status: StatusPage, form: RecordedForm, capture: StateCapture, initialState: State,
        references: [StateReference], birth: Int, birthSegment: Int, sizes: RecorderSizes
    ) {
        self.name = name
        self.wantedName = wantedName
        self.index = index
        self.birthSegment = birthSegment
        self.form = form
        cell = status.cell(store: index)
        self.references = references
        let state = bits.canWait ? KeptState(initialState) : KeptState(freezing: initialState, form: form)
        sparse = capture.described == nil ? nil : SparseCapture(capture, initialState: initialState)
        waiting = Lock(WaitingStates(sizes: sizes, lastSeen: state))  // the writer holds it too, until the next one
        written = Lock(Written(state: state, step: birth, birth: birth, keyframeSegment: birthSegment - 1))
        status.name(store: index, name)
        cell?.set(step: birth, phase: .idle)
        place = Atomic(birth << 8)
    }

    /// Where this store is, as on the status page: step × 256 + phase.
    private let place: Atomic<Int>

    /// Sets the store's phase, on the status page too.
    func enter(_ phase: Ending.Phase, step: Int? = nil) {
        let step = step ?? place.load(ordering: .relaxed) >> 8
        // In one word, so that the writer never sees the step of one phase beside another phase.
        place.store(step << 8 | Int(phase.rawValue), ordering: .relaxed)
        cell?.set(step: step, phase: phase)
    }

    func publishPosition(on status: StatusPage) {
        status.name(store: index, name)
        let present = place.load(ordering: .relaxed)
        cell?.set(step: present >> 8, phase: Ending.Phase(rawValue: UInt8(present & 0xFF)) ?? .idle)
    }

    /// Notes, on the writer's thread, that the omitted actions now have their step; does nothing if the store has gone on meanwhile.
    func leaveOmission(step: Int) {
        let present = place.load(ordering: .relaxed)
        guard present & 0xFF == Int(Ending.Phase.sinceOmitted.rawValue) else { return }
        let idle = step << 8 | Int(Ending.Phase.idle.rawValue)
        // Exchanged, not stored: the dispatching thread, which takes no lock for this, may begin a step at the same time.
        if place.compareExchange(expected: present, desired: idle, ordering: .relaxed).exchanged { cell?.set(step: step, phase: .idle) }
    }

    /// Whether no step is under way, as far as another thread can see; an omitted action makes no step.
    var isIdle: Bool {
        let phase = place.load(ordering: .relaxed) & 0xFF
        return phase == Int(Ending.Phase.idle.rawValue) || phase >= Int(Ending.Phase.omitted.rawValue)
    }

    /// Whether the store is over, and another may take its place.
    let isOver = Atomic(false)
    let hasOmission = Atomic(false)
    /// How many states were fetched and are not written yet.
    let fetchedCount = Atomic(0)
    /// The step that is between its action and its state, for dispatches from inside it.
    let stepInProgress = Lock<JournalEntry?>(nil)

    /// Ends a step, with or without a state; `false` if the step had a state already, since another step began inside it.
    func finishStep(_ entry: JournalEntry) -> Bool {
        stepInProgress.withLock { present in
            if present?.step != entry.step { return false }
            present = nil
            return true
        }
    }

    func isUnderWay(before step: Int) -> Bool {
        let present = place.load(ordering: .relaxed)
        // An action that is being encoded gets a number after the last one.
        let isEncoding = present & 0xFF == Int(Ending.Phase.encoding.rawValue)
        if present >> 8 < (isEncoding ? step - 1 : step), !isIdle { return true }
        // Without those that the writer has fetched: the caller may hold their lock.
        return waiting.withLock { $0.queue.firstStep.map { $0 < step } ?? false }
    }

    /// Notes a step whose action could not be written; its state will not come.
    func drop(_ step: Int) {
        waiting.withLock { $0.noteUnknown(step) }
        enter(.idle, step: step)  // the status page needs no room on the disk, which may be full at the end, too
    }

    var counts: RecordingCounts {
        waiting.withLock { waiting in
            var counts = waiting.counts
            counts.merged = waiting.queue.merged
            return counts
        }
    }

    /// Takes no lock that is held while a state is encoded.
    var waitingCount: Int { fetchedCount.load(ordering: .relaxed) + waiting.withLock { $0.queue.count } }

    /// The state, if it differs from the one that the last step left.
    ///
    /// If the bits are the same, the answer is immediate. States with other bits may still encode alike, so the two are then compared, at
    /// the cost of their differences, and the one that the store has now takes the other's place.
    ///
    /// - Parameter isExplicit: whether the store reports a change. If no state is held for comparison, the report has to be believed: the
    ///   stored properties may be the same.
    func externalChange(to state: State, isExplicit: Bool) -> KeptState<State>? {
        guard let last = waiting.withLock({ $0.lastSeen }) else {
            return isExplicit || sparse?.isChanged(state, bits) == true ? keep(state) : nil
        }
        let lastSeen = typed(last)
        if lastSeen.isSame(state, by: bits) { return nil }
        // Outside the lock: both call the app's `encode(to:)`, which may take long.
        let present = keep(state)
        guard lastSeen.encodesLike(present) else { return present }
        let past = waiting.withLock { waiting in
            waiting.comparisons += 1
            if waiting.comparisons == WaitingStates.manyComparisons, let (path, type) = lastSeen.differingPart(of: present) {
                waiting.comparison = .init(path: path, type: type, actions: waiting.lastPushed)
            }
            defer { waiting.lastSeen = present }  // so that no pair is compared twice
            return waiting.lastSeen
        }
        withExtendedLifetime(past) {}  // freed here, outside the lock
        return nil
    }

    /// Hands a state over: a retain and a queue slot, unless it has references.
    func push(_ entry: JournalEntry, _ state: State, took: Int?) -> StateQueue.WakeRequest {
        guard let sparse else { return push(entry, keep(state), took: took) }
        if sparse.capturesNextStep() { return push(entry, keep(state), took: took) }
        sparse.note(state, bits)
        let last = waiting.withLock { waiting in
            waiting.counts.sparse += 1
            // A line is in one segment: the steps that share it end where the segment ends.
            if waiting.skipped?.last.segment == entry.segment {
                waiting.skipped?.last = entry
            } else {
                waiting.skipped = .init(first: entry.step, last: entry)
            }
            return waiting.lastSeen.take()  // held, it would make a store that changes in place copy its state
        }
        withExtendedLifetime(last) {}  // freed here, outside the lock
        return .nothing
    }

    /// Hands over a state that is kept already.
    func push(_ entry: JournalEntry, _ state: KeptState<State>, took: Int?) -> StateQueue.WakeRequest {
        let (call, last) = waiting.withLock { waiting in
            let last = waiting.lastSeen
            waiting.lastSeen = state
            return (waiting.push(entry, .state(state), took: took), last)
        }
        withExtendedLifetime(last) {}  // freed here, outside the lock
        return call
    }

    /// Captures the state before a step if the policy asks for it: before a pause, and at the end of a segment.
    ///
    /// - Parameter entry: the step; it has been appended, and none of its states pushed.
    func captureBefore(_ entry: JournalEntry, _ state: State, isAfterPause: Bool) {
        guard let skipped = waiting.withLock({ $0.skipped }), isAfterPause || skipped.last.segment != entry.segment else { return }
        _ = push(skipped.last, keep(state), took: nil)
    }

    /// A state from the queue: only this channel puts some there, all of this type.
    func typed(_ state: any AnyObject & Sendable) -> KeptState<State> { unsafeDowncast(state, to: KeptState<State>.self) }

    func keep(_ state: State) -> KeptState<State> {
        bits.learn(from: state) ? KeptState(state) : KeptState(freezing: state, form: form)
    }

    /// Hands over that the reducer threw.
    func fail(_ entry: JournalEntry, reason: String) {
        waiting.withLock { waiting in
            waiting.counts.failed += 1
            // `lastSeen` stays: the state is the one before the step.
            _ = waiting.push(entry, .failed(reason), took: nil)
        }
    }
}
