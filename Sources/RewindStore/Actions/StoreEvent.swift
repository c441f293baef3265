/// An event of a store other than a reduction, reported to ``Middleware/observing(_:)``.
public enum StoreEvent<State: Sendable, Action: Sendable>: Sendable {
    /// An interceptor dropped an action without passing anything on, so the action will never reach the reducer.
    case swallowed(Action, ActionContext)
    /// An action was dispatched while the store replays.
    case refused(Action, ActionContext)
    /// The state was replaced from outside by this state; the context tells where the replacement came from, as far as that is known.
    case replaced(State, ActionContext)
    /// The store's mode changed: it replays, is paused, or is live again.
    case switched(StoreMode)
}
