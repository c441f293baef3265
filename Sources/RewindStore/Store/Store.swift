import Synchronization

/// Holds a state, and changes it by reducing actions, one at a time, in the order they were dispatched.
///
/// ```swift
/// let store = Store(initialState: AppState(), reducer: .app(world), middlewares: [analytics, recorder])
/// let drawing = store.subscribe { state in draw(state) }
/// store.dispatch(.home(.appear))
/// ```
///
/// **Threads.** Everything may be called from any thread. Interceptors, reducers and subscribers are never called two at a time. They run on
/// the thread whose `dispatch` finds the store idle: that call returns when its action, and all that were queued behind it, are done. A
/// `dispatch` that finds the store at work, on another thread or further up on the same one, queues its action and returns at once. Nobody
/// is called under a lock.
///
/// **Cost.** Some hundred nanoseconds a dispatch beside the reducer. The state before stays readable during a reduction, so a reducer copies
/// the buffers that it writes to.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
    let core: Mutex<StoreCore<State, Action>>
    let interceptors: [Middleware<State, Action>.Interceptor]
    let observers: [Middleware<State, Action>.Observer]
    let reduction: Reduction

    typealias Reduction = @Sendable (inout ActionContext, inout State, Action) -> Effect<Action>

    /// A live store; middlewares come outermost first, so a recorder comes last.
    public init(initialState: State, reducer: Reducer<State, Action>, middlewares: [Middleware<State, Action>] = []) {
        core = Mutex(StoreCore(state: initialState))
        interceptors = middlewares.compactMap(\.intercept)
        observers = middlewares.compactMap(\.observe)
        var reduction: Reduction = { _, state, action in reducer.reduce(&state, action) }
        for reduce in middlewares.compactMap(\.reduce).reversed() {
            let inner = reduction
            reduction = { context, state, action in reduce(&context, &state, action, inner) }
        }
        self.reduction = reduction
    }

    deinit {
        let (tasks, subscribers) = core.withLock { ($0.effects.cancelAll(), $0.subscribers) }
        for task in tasks { task.cancel() }
        for subscriber in subscribers { subscriber.onEnd?() }
    }

    /// The state after the last reduction.
    public var state: State { core.withLock { $0.state } }

    /// Sends an action through the interceptors to the reducer, in turn after all that were dispatched before.
    public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        dispatch(action, context: .here(fileID, line))
    }

    /// Dispatches an action with a context of the caller's: for bridges that know better where it comes from.
    public func dispatch(_ action: Action, context: ActionContext) {
        enqueue(.action(action, context, effect: nil, interceptor: 0))
    }

    /// Dispatches what a function makes of the state that is there when its turn comes; `nil` for nothing.
    ///
    /// Right for input whose meaning depends on the state, such as keys: reading ``state`` and then dispatching would miss what other threads
    /// have queued. The function is called in the store's turn; while the store replays it is not called, but counted as refused.
    public func dispatch(
        fileID: StaticString = #fileID, line: UInt = #line, deciding decide: @escaping @Sendable (_ state: State) -> Action?
    ) {
        enqueue(.decision(decide, .here(fileID, line)))
    }

    /// Starts a thunk as an effect; it is dropped and counted as refused while the store replays.
    public func dispatch(_ thunk: Thunk<State, Action>) {
        launch(cause: ActionContext.currentCause, ids: []) { [self] _ in await thunk.body(access) }
    }

    /// Puts another state in place, in turn with the actions: hot reload, restoring a session, seeking.
    ///
    /// Subscribers are told. Reductions are not involved, so a recorder notices the change at the next action, or by ``StoreEvent/replaced(_:)``.
    public func replaceState(_ state: State) { enqueue(.replacement(state)) }

    /// What interceptors and thunks are given.
    var access: StoreAccess<State, Action> {
        StoreAccess(read: { self.state }, send: { action, context in self.dispatch(action, context: context) })
    }
}
