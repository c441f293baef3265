/// Who drives a store: its app, a replay, or, while paused, nobody.
public enum StoreMode: Sendable, Hashable {
    /// Actions are dispatched and effects run.
    case live
    /// Only ``Store/replay(_:context:)`` and ``Store/replaceState(_:)`` change the state; dispatches are refused and counted, and effects
    /// are silent.
    case replaying
    /// Only a replay changes the state, but dispatched actions are kept in order and reduced when the store is live again; effects go on.
    case paused
}
