/// What happens to a store beside reductions, told to ``Middleware/observe``.
public enum StoreEvent<State: Sendable, Action: Sendable>: Sendable {
    /// An interceptor let go of an action without passing anything on: it will never reach the reducer.
    case swallowed(Action, ActionContext)
    /// An action was dispatched while the store replays.
    case refused(Action, ActionContext)
    /// The state was replaced from outside; the new one.
    case replaced(State)
}
