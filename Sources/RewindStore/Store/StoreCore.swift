/// Everything of a store that changes, kept under its one lock.
@usableFromInline struct StoreCore<State: Sendable, Action: Sendable>: Sendable {
    /// What waits for its turn.
    @usableFromInline enum Work: Sendable {
        /// An action on its way to the interceptor of that index, or to the reducer behind the last one.
        case action(Action, ActionContext, effect: RunningEffect?, interceptor: Int)
        /// An action to be chosen when its turn comes.
        case decision(@Sendable (State) -> Action?, ActionContext)
        case replayed(Action, ActionContext)
        case replacement(State)
        case subscription(Subscriber<State>)
        case event(StoreEvent<State, Action>)
        /// What a pause held back goes on.
        case resumption

        /// The effect that sent it.
        @inlinable var effect: RunningEffect? { if case .action(_, _, let effect, _) = self { effect } else { nil } }
    }

    @usableFromInline var state: State
    @usableFromInline var mode = StoreMode.live
    @usableFromInline var refusedDispatches = 0

    /// Whether a thread has the turn: then whatever comes from inside a turn is left to it.
    @usableFromInline var isBusy = false
    /// What was dispatched from inside a turn.
    @usableFromInline var queue = WorkQueue<Work>()
    /// What was dispatched during a pause.
    @usableFromInline var held: [Work] = []

    @usableFromInline var effects: [RunningEffect] = []
    /// What the gates of effects remember, by name.
    @usableFromInline var memories: [CancelID: any Sendable] = [:]
    @usableFromInline var subscribers: [Subscriber<State>] = []
    @usableFromInline var waiters: [AsyncStream<Never>.Continuation] = []

    @usableFromInline init(state: State) { self.state = state }

    /// Leaves work to the thread that has the turn, if one has it.
    @inlinable mutating func leave(_ work: Work) -> Bool {
        if isBusy { queue.append(work) }
        return isBusy
    }

    /// The effects of a name, or all: those that run, and those of which an action still waits.
    func effects(known id: CancelID?) -> [RunningEffect] {
        (effects + (queue.waiting + held).compactMap(\.effect)).filter { $0.isKnown(as: id) }
    }

    /// Whether a gate lets an effect through, given what it remembers of the last one that it let through.
    mutating func opens(_ gate: (_ memory: (any Sendable)?) -> (any Sendable)?, of id: CancelID) -> Bool {
        guard let memory = gate(memories[id]) else { return false }
        memories[id] = memory
        return true
    }

    /// Whether nothing happens any more unless somebody dispatches.
    @inlinable var isSettled: Bool { !isBusy && effects.isEmpty }

    /// Those to be woken because the store is settled, if it is.
    @inlinable mutating func takeWaitersIfSettled() -> [AsyncStream<Never>.Continuation] {
        guard isSettled else { return [] }
        defer { waiters = [] }
        return waiters
    }
}
