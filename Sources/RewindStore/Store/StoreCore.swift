/// Everything of a store that changes, kept under its one lock.
@usableFromInline struct StoreCore<State: Sendable, Action: Sendable>: Sendable {
    /// What waits for its turn.
    @usableFromInline enum Work: Sendable {
        /// An action on its way to the interceptor of that index, or to the reducer behind the last one.
        case action(Action, ActionContext, effect: RunningEffect?, interceptor: Int)
        /// An action to be chosen when its turn comes.
        case decision(@Sendable (State) -> Action?, ActionContext)
        case replayed(Action, ActionContext)
        case replacement(State, ActionContext)
        /// Another state to be made when its turn comes.
        case transformation(@Sendable (State) -> State?, ActionContext)
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
    /// Whether, while the store replays, its effects go on and what they send is kept.
    @usableFromInline var keepsAnswers = false

    /// Whether a thread has the turn: then whatever comes from inside a turn is left to it.
    @usableFromInline var isBusy = false
    /// What was dispatched from inside a turn.
    @usableFromInline var queue = WorkQueue<Work>()
    /// What was dispatched during a pause, or sent by effects during a replay that keeps it.
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

    /// Begins with work whose turn has come, and says who moves the store as far as that work goes: what is held back finds it paused.
    @inlinable mutating func begin(_ work: Work) -> StoreMode {
        isBusy = true
        if mode == .live, held.isEmpty { return .live }  // nearly always; to look into the work would copy it
        switch work {
        case .action, .decision:
            if mode == .replaying, keepsAnswers ? work.effect == nil : held.isEmpty { return .replaying }
            held.append(work)
            return .paused
        case .resumption:
            queue.prepend(held)
            held = []
        default: break
        }
        return .live
    }

    /// Whether a thunk, or an effect that is kept from then on, may begin; counts one that a replay refuses.
    ///
    /// - Parameter parent: the effect that leads to it, which goes on where its answers are kept.
    mutating func begin(_ effect: RunningEffect? = nil, from parent: RunningEffect? = nil) -> Bool {
        if mode == .replaying, !keepsAnswers || parent == nil {
            refusedDispatches += 1
            return false
        }
        if let effect { effects.append(effect) }
        return true
    }

    /// The effects of a name, or all: those that run, and those of which an action still waits.
    func effects(known id: CancelID?) -> [RunningEffect] {
        (effects + (queue.waiting + held).compactMap(\.effect)).filter { $0.isKnown(as: id) }
    }

    /// What is next in the turn, which ends where there is nothing.
    @inlinable mutating func next() -> Work? {
        let next = queue.popFirst()
        isBusy = next != nil
        wakeIfSettled()
        return next
    }

    /// Wakes those who wait until nothing happens any more unless somebody dispatches, if it is so.
    @inlinable mutating func wakeIfSettled() {
        if !isBusy, effects.isEmpty { while let waiter = waiters.popLast() { waiter.finish() } }
    }
}
