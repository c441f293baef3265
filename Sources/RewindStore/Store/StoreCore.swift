/// All mutable parts of a store, kept under its one lock.
@usableFromInline struct StoreCore<State: Sendable, Action: Sendable>: Sendable {
    /// Work that waits for its turn.
    @usableFromInline enum Work: Sendable {
        /// An action for the interceptor at that index, or for the reducer after the last one.
        case action(Action, ActionContext, effect: RunningEffect?, interceptor: Int)
        /// An action that is chosen when its turn comes.
        case conditionalAction(@Sendable (State) -> Action?, ActionContext)
        case replayed(Action, ActionContext)
        case replacement(State, ActionContext)
        /// A new state that is made when its turn comes.
        case transformation(@Sendable (State) -> State?, ActionContext)
        case subscription(Subscriber<State>)
        case event(StoreEvent<State, Action>)
        /// Resumes the work that a pause held back.
        case resumption

        /// The effect that sent the action.
        @inlinable var effect: RunningEffect? { if case .action(_, _, let effect, _) = self { effect } else { nil } }
    }

    @usableFromInline var state: State
    @usableFromInline var mode = StoreMode.live
    @usableFromInline var refusedDispatches = 0
    /// Whether effects go on and their actions are kept while the store replays.
    @usableFromInline var keepsEffectActions = false

    /// Whether a thread has the turn; work from inside a turn is then left to that thread.
    @usableFromInline var isBusy = false
    /// Work that was dispatched from inside a turn.
    @usableFromInline var queue = WorkQueue<Work>()
    /// Work that was dispatched during a pause, or sent by effects during a replay that keeps it.
    @usableFromInline var deferredWork: [Work] = []

    @usableFromInline var effects: [RunningEffect] = []
    /// The values that the gates of effects remember, by id.
    @usableFromInline var gateValues: [CancelID: any Sendable] = [:]
    @usableFromInline var subscribers: [Subscriber<State>] = []
    @usableFromInline var waiters: [AsyncStream<Never>.Continuation] = []

    @usableFromInline init(state: State) { self.state = state }

    /// Leaves work to the thread that has the turn, if any.
    @inlinable mutating func enqueueIfBusy(_ work: Work) -> Bool {
        if isBusy { queue.append(work) }
        return isBusy
    }

    /// Begins work whose turn has come, and returns the mode that applies to it: work that is held back sees the store paused.
    @inlinable mutating func begin(_ work: Work) -> StoreMode {
        isBusy = true
        if mode == .live, deferredWork.isEmpty { return .live }  // nearly always; examining the work would copy it
        switch work {
        case .action, .conditionalAction:
            if mode == .replaying, keepsEffectActions ? work.effect == nil : deferredWork.isEmpty { return .replaying }
            deferredWork.append(work)
            return .paused
        case .resumption:
            queue.prepend(deferredWork)
            deferredWork = []
        default: break
        }
        return .live
    }

    /// Whether a thunk, or an effect that is registered from then on, may begin; counts one that a replay refuses.
    ///
    /// - Parameter parent: the effect that starts it, which goes on if its answers are kept.
    mutating func admit(_ effect: RunningEffect? = nil, from parent: RunningEffect? = nil) -> Bool {
        if mode == .replaying, !keepsEffectActions || parent == nil {
            refusedDispatches += 1
            return false
        }
        if let effect { effects.append(effect) }
        return true
    }

    /// The effects with an id, or all of them: those that run, and those with an action still waiting.
    func effects(known id: CancelID?) -> [RunningEffect] {
        (effects + (queue.waiting + deferredWork).compactMap(\.effect)).filter { $0.isKnown(as: id) }
    }

    /// The next work in the turn; the turn ends if there is no more.
    @inlinable mutating func next() -> Work? {
        let next = queue.popFirst()
        isBusy = next != nil
        resumeWaitersIfIdle()
        return next
    }

    /// If the store is settled, wakes those who wait for that: nothing more happens without another dispatch.
    @inlinable mutating func resumeWaitersIfIdle() {
        if !isBusy, effects.isEmpty { while let waiter = waiters.popLast() { waiter.finish() } }
    }
}
