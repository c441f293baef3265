import Synchronization

/// Who moves a store: its app, a replay, or nobody for now.
public enum StoreMode: Sendable, Hashable {
    /// Actions are dispatched, effects run.
    case live
    /// Only ``Store/replay(_:context:)`` and ``Store/replaceState(_:)`` change the state; dispatches are refused and counted, effects are silent.
    case replaying
    /// As while replaying, but what is dispatched is kept, in its order, and reduced when the store is live again; effects go on.
    case paused
}

extension Store {
    /// Who moves this store.
    ///
    /// Going over to `.replaying` cancels the running effects, because their answers belong to another timeline, and refuses what a pause has
    /// kept. A reduction that is under way on another thread still ends; `await finish()` before the first step of a replay. Going over from
    /// `.paused` to `.live` reduces what was kept before this returns.
    public var mode: StoreMode {
        get { core.withLock { $0.mode } }
        set {
            let resumes = core.withLock { core in
                core.mode = newValue
                return newValue != .paused && !core.held.isEmpty
            }
            if newValue == .replaying { cancelEffects() }
            if resumes { submit(.resumption) }
        }
    }

    /// How many actions and thunks were refused, because the store was replaying or they were part of a dispatch loop, since it was made.
    public var refusedDispatches: Int { core.withLock { $0.refusedDispatches } }

    /// Reduces an action below the interceptors, at the place where a recorder saw it; the effects of the reduction are not started.
    ///
    /// Middlewares around the reduction see it with `context.isReplay` set. The state is there when this returns, unless it is called from
    /// inside a turn.
    public func replay(_ action: Action, context: ActionContext = ActionContext()) {
        var context = context
        context.isReplay = true
        submit(.replayed(action, context))
    }
}
