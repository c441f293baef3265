public import RewindControl
public import RewindStore

/// A running app's store can be steered from outside; what is done there is recorded as what the app does itself.
extension Store: LiveStore {
    /// Dispatches an action through every middleware, with `rewind connect` as its call site.
    public func dispatch(remote action: Action) { dispatch(action, context: ActionContext(site: "rewind connect")) }

    /// Replaces the state in turn with the actions, with what a function makes of it there.
    public func replaceState(site: CallSite, _ change: @escaping @Sendable (State) -> State?) {
        replaceState(context: ActionContext(site: site), change)
    }

    /// How many actions and thunks were refused.
    public var refusedActions: Int { refusedDispatches }
}
