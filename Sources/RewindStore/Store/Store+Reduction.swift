public import Synchronization

extension Store {
    /// Passes an action on to an interceptor, or to the reduction after the last one.
    @inlinable func pass(_ action: Action, _ context: ActionContext, to index: Int) {
        guard index < interceptors.count else { return reduce(action, context) }
        let continuation = ActionContinuation(action, context, store: self)
        Cause.with(context.cause) {
            interceptors[index](action, context, StoreAccess(store: self, interceptor: index)) { action in
                continuation.noteContinued()
                self.forward(action, context, from: continuation, to: index + 1)
            }
        }
        continuation.interceptorReturned()
    }

    /// Goes on at once if called inside the interceptor's own call, so that it sees the new state after `next`; otherwise waits for a turn.
    @inlinable func forward(_ action: Action, _ context: ActionContext, from continuation: ActionContinuation<State, Action>, to index: Int)
    {
        if continuation.isInsideInterceptor && mayGoOn {
            pass(action, context, to: index)
        } else {
            submit(.action(action, context, effect: nil, interceptor: index))
        }
    }

    /// Reports an event to the observing middlewares, in the store's turn.
    @usableFromInline func report(_ event: StoreEvent<State, Action>) {
        if mayGoOn { notify(event) } else if !observers.isEmpty { submit(.event(event)) }
    }

    /// Whether this thread has the turn and no reduction is under way.
    @inlinable var mayGoOn: Bool { CurrentTurn.belongs(to: self) && !isReducing.load(ordering: .relaxed) }

    /// Reduces an action, starts its effects and notifies the subscribers.
    @inlinable func reduce(_ action: Action, _ context: ActionContext) {
        var (context, state) = (context, state)
        isReducing.store(true, ordering: .relaxed)
        let effect = reduction(&context, &state, action)
        let subscribers = put(state)
        if !context.isReplay, !effect.isNone { start(effect, of: action, cause: context.step.map { Cause(step: $0) }) }
        publish(state, to: subscribers, cause: context.step.map { Cause(step: $0) })
    }

    /// Replaces the state.
    @usableFromInline func replace(with state: State, _ context: ActionContext) {
        isReducing.store(true, ordering: .relaxed)
        let subscribers = put(state)
        notify(.replaced(state, context))
        publish(state, to: subscribers, cause: nil)
    }

    /// Sets the state and returns the subscribers to notify; the old state is released after the lock, because that may take long.
    @inlinable func put(_ state: State) -> [Subscriber<State>] {
        core.withLock { core in
            defer { core.state = state }
            return (before: core.state, subscribers: core.subscribers)
        }.subscribers
    }

    /// Notifies subscribers, and ends the reduction.
    @inlinable func publish(_ state: State, to subscribers: [Subscriber<State>], cause: Cause?) {
        isReducing.store(true, ordering: .relaxed)
        defer { isReducing.store(false, ordering: .relaxed) }
        if subscribers.isEmpty { return }
        var haveEnded = false
        Cause.with(cause) {
            for subscriber in subscribers {
                subscriber.call(state)
                if subscriber.hasEnded { haveEnded = true }
            }
        }
        if haveEnded { removeEnded() }
    }
}
