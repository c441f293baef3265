/// A layer between `dispatch` and the reducer, in up to three places, each of them optional.
///
/// A store takes a list of middlewares, the outermost first. An action passes all interceptors from first to last, then all reductions from
/// first to last, then the reducer. A recorder therefore goes last, where it sees the same actions as the reducer. All three parts are
/// called in the store's serial order, never two at a time, on the dispatching thread; they should not block.
///
/// ```swift
/// let log = Middleware<AppState, AppAction>.intercepting { action, _, store, next in
///     next(action)
///     print(action, "→", store.state)
/// }
/// ```
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
    /// Passes an action on to the next interceptor or the reduction: at once if called inside its interceptor, queued if called later.
    public typealias Next = @Sendable (Action) -> Void

    /// Wraps dispatch: calls `next` with the action or another one, at once, later, several times or never.
    public typealias Interceptor =
        @Sendable (_ action: Action, _ context: ActionContext, _ store: StoreAccess<State, Action>, _ next: @escaping Next) -> Void

    /// One reduction: changes the state and returns the effect.
    public typealias Reduction = (_ context: inout ActionContext, _ state: inout State, _ action: Action) -> Effect<Action>

    /// Wraps a reduction, and must call `reduce` exactly once unless it stops the action; may set `context.step`.
    public typealias Reducing =
        @Sendable (_ context: inout ActionContext, _ state: inout State, _ action: Action, _ reduce: Reduction) -> Effect<Action>

    /// Receives events that never reach the reducer.
    public typealias Observer = @Sendable (StoreEvent<State, Action>) -> Void

    /// The part around dispatch.
    public var intercept: Interceptor?
    /// The part around the reduction.
    ///
    /// The `context.step` that it leaves becomes the cause of the effects that it returns.
    public var reduce: Reducing?
    /// The part that observes events which bypass the other two.
    public var observe: Observer?

    /// A middleware with the given parts.
    public init(intercept: Interceptor? = nil, reduce: Reducing? = nil, observe: Observer? = nil) {
        (self.intercept, self.reduce, self.observe) = (intercept, reduce, observe)
    }

    /// A middleware around dispatch.
    public static func intercepting(_ body: @escaping Interceptor) -> Middleware { Middleware(intercept: body) }

    /// A middleware around the reduction.
    public static func reducing(_ body: @escaping Reducing) -> Middleware { Middleware(reduce: body) }

    /// A middleware that only listens.
    public static func observing(_ body: @escaping Observer) -> Middleware { Middleware(observe: body) }
}
