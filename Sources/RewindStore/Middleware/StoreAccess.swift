/// What interceptors and thunks see of their store: its state, and a way to dispatch.
///
/// It keeps the store alive for as long as it is held.
public struct StoreAccess<State: Sendable, Action: Sendable>: Sendable {
    let read: @Sendable () -> State
    let send: @Sendable (Action, ActionContext) -> Void

    /// The state after the last reduction.
    public var state: State { read() }

    /// Dispatches an action from the beginning, through all interceptors, after the one under way.
    public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        send(action, .here(fileID, line))
    }
}
