/// A layer between `dispatch` and the reducer: around the dispatch, around the reduction, or beside both.
///
/// A store takes a list of middlewares, the outermost first. An action passes all interceptors from first to last, then all reductions from
/// first to last, then the reducer. A recorder therefore goes last, where it sees the same actions as the reducer. All three kinds are
/// called in the store's serial order, never two at a time, on the dispatching thread; they should not block.
///
/// ```swift
/// let log = Middleware<AppState, AppAction>.intercepting { action, _, store, next in
///     next(action)
///     print(action, "→", store.state)
/// }
/// ```
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
    @usableFromInline package typealias Next = @Sendable (Action) -> Void
    @usableFromInline package typealias Interceptor =
        @Sendable (_ action: Action, _ context: ActionContext, _ store: StoreAccess<State, Action>, _ next: @escaping Next) -> Void
    @usableFromInline package typealias Reduction = (_ context: inout ActionContext, _ state: inout State, _ action: Action) -> Effect<
        Action
    >
    @usableFromInline package typealias ReductionWrapper =
        @Sendable (_ context: inout ActionContext, _ state: inout State, _ action: Action, _ reduce: Reduction) -> Effect<Action>
    @usableFromInline package typealias Observer = @Sendable (StoreEvent<State, Action>) -> Void

    /// Called before an effect begins, on the thread that starts it; `nil` if the effect is not tracked.
    package typealias Tracker = @Sendable (EffectStart<Action>) -> TrackedEffect?

    @usableFromInline let intercept: Interceptor?
    @usableFromInline let reduce: ReductionWrapper?
    @usableFromInline let observe: Observer?
    let track: Tracker?

    package init(intercept: Interceptor? = nil, reduce: ReductionWrapper? = nil, observe: Observer? = nil, track: Tracker? = nil) {
        (self.intercept, self.reduce, self.observe, self.track) = (intercept, reduce, observe, track)
    }

    /// A middleware around dispatch.
    ///
    /// `next` passes an action on to the next interceptor or the reduction: at once if called inside the body, queued if called later. The
    /// body calls it with the action or another one, once, several times or never.
    public static func intercepting(
        _ body:
            @escaping @Sendable (
                _ action: Action, _ context: ActionContext, _ store: StoreAccess<State, Action>,
                _ next: @escaping @Sendable (Action) -> Void
            ) -> Void
    ) -> Middleware { Middleware(intercept: body) }

    /// A middleware around the reduction.
    ///
    /// The body must call `reduce` exactly once unless it stops the action; it may set `context.step`, which becomes the cause of the
    /// effects that it returns.
    public static func reducing(
        _ body:
            @escaping @Sendable (
                _ context: inout ActionContext, _ state: inout State, _ action: Action,
                _ reduce: (_ context: inout ActionContext, _ state: inout State, _ action: Action) -> Effect<Action>
            ) -> Effect<Action>
    ) -> Middleware { Middleware(reduce: body) }

    /// A middleware that observes events which bypass the other two kinds.
    public static func observing(_ body: @escaping @Sendable (StoreEvent<State, Action>) -> Void) -> Middleware {
        Middleware(observe: body)
    }
}

/// An event of a store other than a reduction, reported to ``Middleware/observing(_:)``.
public enum StoreEvent<State: Sendable, Action: Sendable>: Sendable {
    /// An interceptor dropped an action without passing anything on, so the action will never reach the reducer.
    case swallowed(Action, ActionContext)
    /// An action was dispatched while the store replays.
    case refused(Action, ActionContext)
    /// The state was replaced from outside by this state; the context tells where the replacement came from, as far as that is known.
    case replaced(State, ActionContext)
    /// The store's mode changed: it replays, is paused, or is live again.
    case modeChanged(StoreMode)
}

/// What interceptors and thunks can access of their store: its state, and a way to dispatch.
///
/// A `StoreAccess` keeps the store alive for as long as it is held.
public struct StoreAccess<State: Sendable, Action: Sendable>: ActionDispatcher {
    @usableFromInline let store: Store<State, Action>
    /// The index of the interceptor that it was given to.
    @usableFromInline let interceptor: Int

    /// The state after the last reduction.
    @inlinable public var state: State { store.state }

    /// Dispatches an action from the start, through all interceptors; from inside a turn, it is reduced after the current action.
    @inlinable public func dispatch(_ action: Action, context: ActionContext) { store.dispatch(action, context: context) }

    /// Runs a thunk, as ``Store/dispatch(_:)-(Thunk<State,Action>)`` does.
    @inlinable public func dispatch(_ thunk: Thunk<State, Action>) { store.dispatch(thunk) }

    @inlinable init(store: Store<State, Action>, interceptor: Int = 0) { (self.store, self.interceptor) = (store, interceptor) }
}
