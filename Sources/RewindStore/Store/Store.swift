public import Synchronization

/// Holds a state, and changes it by reducing actions, one at a time.
///
/// ```swift
/// let store = Store(initialState: AppState(), reducer: .app(world), middlewares: [analytics, recorder])
/// let drawing = store.subscribe { state in draw(state) }
/// store.dispatch(.home(.appear))
/// ```
///
/// **Order.** Everything may be called from any thread, and everything runs in a turn of the store, one turn at a time. A `dispatch` waits
/// for the turns of other threads, and returns when its action is reduced and its subscribers are told. A `dispatch` from inside a turn (by
/// a reducer, middleware or subscriber) returns first, and its action is reduced next, in the same turn. The article "The store" has the
/// rest.
///
/// **Cost.** A dispatch costs between one and two hundred nanoseconds in addition to the reducer, without an allocation. The previous state
/// stays readable during a reduction, so a reducer copies the buffers that it writes to.
public final class Store<State: Sendable, Action: Sendable>: ActionDispatcher {
    @usableFromInline let core: Mutex<StoreCore<State, Action>>
    /// Held by the thread whose turn it is.
    @usableFromInline let turn = Mutex<Void>(())
    /// Whether a reduction or its notifications are under way, so that nothing else may begin; only for the thread whose turn it is.
    @usableFromInline let isReducing = Atomic(false)
    @usableFromInline let interceptors: [Middleware<State, Action>.Interceptor]
    @usableFromInline let observers: [Middleware<State, Action>.Observer]
    let trackers: [Middleware<State, Action>.Tracker]
    @usableFromInline let reduction: Reduction
    @usableFromInline let loopLimit: Int
    @usableFromInline let onError: @Sendable (StoreError) -> Void

    @usableFromInline typealias Reduction = @Sendable (inout ActionContext, inout State, Action) -> Effect<Action>

    /// A live store.
    ///
    /// - Parameters:
    ///   - initialState: the state in which the store begins; put what an earlier session saved in here.
    ///   - reducer: makes the state after each action, and the action's effects.
    ///   - middlewares: the outermost first, so a recorder comes last.
    ///   - loopLimit: how many actions may be dispatched from inside one turn before they count as a loop; further ones are then refused.
    ///   - onError: receives what goes wrong in the store; by default it goes to standard error. Called on any thread, inside or outside
    ///     the store's turn.
    @inlinable public convenience init(
        initialState: State, reducer: Reducer<State, Action>, middlewares: [Middleware<State, Action>] = [], loopLimit: Int = 10_000,
        onError: (@Sendable (StoreError) -> Void)? = nil
    ) {
        var reduction: Reduction = { _, state, action in reducer.reduce(&state, action) }
        for reduce in middlewares.compactMap(\.reduce).reversed() {
            let inner = reduction
            reduction = { context, state, action in reduce(&context, &state, action, inner) }
        }
        self.init(initialState, reduction, middlewares, loopLimit, onError ?? { complain("RewindStore: \($0)") })
    }

    // Not inlinable, because the optimiser of Swift 6.3 can't inline the creation of a lock without a value.
    @usableFromInline init(
        _ state: State, _ reduction: @escaping Reduction, _ middlewares: [Middleware<State, Action>], _ loopLimit: Int,
        _ onError: @escaping @Sendable (StoreError) -> Void
    ) {
        core = Mutex(StoreCore(state: state))
        interceptors = middlewares.compactMap(\.intercept)
        observers = middlewares.compactMap(\.observe)
        trackers = middlewares.compactMap(\.track)
        (self.reduction, self.loopLimit, self.onError) = (reduction, loopLimit, onError)
    }

    deinit {
        cancelEffects()
        for subscriber in core.withLock(\.subscribers) { subscriber.end() }
    }

    /// The state after the last reduction.
    @inlinable public var state: State { core.withLock { $0.state } }

    /// Sends an action through the interceptors to the reducer; a bridge may supply its own context.
    @inlinable public func dispatch(_ action: Action, context: ActionContext) {
        submit(.action(action, context, effect: nil, interceptor: 0))
    }

    /// Dispatches the action that a function makes from the state when its turn comes; `nil` dispatches nothing.
    ///
    /// Use this for input whose meaning depends on the state, such as keys: between reading ``state`` and dispatching, another thread may
    /// have changed it. The function is called in the store's turn; while the store replays, it is not called but counted as refused.
    public func dispatch(
        fileID: StaticString = #fileID, line: UInt = #line, deciding decide: @escaping @Sendable (_ state: State) -> Action?
    ) {
        submit(.conditionalAction(decide, .here(fileID: fileID, line: line)))
    }

    /// Runs a thunk: a synchronous one at once, an asynchronous one as an effect; refused and counted while the store replays.
    public func dispatch(_ thunk: Thunk<State, Action>) { thunk.run(self) }

    /// Replaces the state, in turn with the actions: hot reload, restoring a session, seeking.
    ///
    /// Subscribers are notified. No reduction takes place; middlewares that observe receive ``StoreEvent/replaced(_:_:)``. The running
    /// effect, if any, is the cause. While the store replays, the context says so, and the replacement is not recorded.
    public func replaceState(_ state: State) {
        replaceState(state, context: ActionContext(cause: Cause.current, isReplay: mode == .replaying))
    }

    /// Replaces the state with a context that gives the cause and the call site.
    package func replaceState(_ state: State, context: ActionContext) { submit(.replacement(state, context)) }

    /// Replaces the state with the result of a function, with no action in between; `nil` leaves it as it is.
    ///
    /// The function is called in the store's turn: before this returns, unless this is called from inside a turn.
    package func replaceState(context: ActionContext, _ change: @escaping @Sendable (State) -> State?) {
        submit(.transformation(change, context))
    }
}

/// An error in a store that no caller can catch; it goes to the `onError` function that the store was made with.
public enum StoreError: Error, CustomStringConvertible {
    /// An effect threw an error and had no `catch:`; `site` is where the effect was made, `cause` the step that started it.
    case effectFailed(any Error, site: CallSite, cause: Cause?)
    /// More actions were dispatched from inside one turn than the limit allows; these are the names that repeat, in order.
    case dispatchLoop(cycle: [String], limit: Int)

    /// What failed, and what to do next.
    public var description: String {
        switch self {
        case .effectFailed(let error, let site, let cause):
            "The effect of \(site)\(cause.map { ", started by \($0)," } ?? "") failed: \(error). "
                + "Give it a catch: that turns its errors into actions."
        case .dispatchLoop(let cycle, let limit):
            "The dispatch loop \(cycle.joined(separator: " → ")) → … was broken after \(limit) actions in one turn; what it dispatched next was "
                + "refused. Look for the middleware, subscriber or effect that answers the last of them with the first, or set a higher loopLimit."
        }
    }
}
