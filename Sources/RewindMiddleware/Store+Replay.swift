public import RewindControl
public import RewindReplay
public import RewindStore

/// Recordings are replayed and restored in this package's own store as in any other; other dispatches are refused meanwhile.
extension Store: ReplayableStore {
    /// Reduces a recorded action with the cause, call site and number that it had.
    public func replay(_ action: Action, of step: Step) {
        let (cause, site) = (step.cause.map { Cause(step: $0) }, step.site.map { CallSite($0) })
        replay(action, context: ActionContext(cause: cause, site: site, step: step.number))
    }

    /// Does nothing: the recorder's middleware sees each replaced state.
    public func didReplaceState(site: CallSite) {}

    /// Refuses dispatches from now on, keeps what the running effects send, and waits for the turn under way.
    public func beginReplay() async { replayKeepingAnswers() }

    /// Tells a recorder what the replay has left, makes the store live again, and reduces what its effects have sent meanwhile.
    public func endReplay() {
        replaceState(context: ActionContext()) { $0 }
        mode = .live
    }
}

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
