/// Who drives a store: its app, a replay, or, while it is paused, no one.
public enum StoreMode: Sendable, Hashable {
    /// Actions are dispatched and effects run.
    case live
    /// Only a replay and ``Store/replaceState(_:)`` change the state; dispatches are refused and counted, and effects
    /// are silent.
    case replaying
    /// Only a replay changes the state; dispatched actions are kept in order and reduced once the store is live again, and effects go on.
    case paused
}
