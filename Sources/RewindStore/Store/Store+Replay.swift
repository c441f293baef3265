import Synchronization

/// Who moves a store: its app, or a replay.
public enum StoreMode: Sendable, Hashable {
    /// Actions are dispatched, effects run.
    case live
    /// Only ``Store/replay(_:context:)`` and ``Store/replaceState(_:)`` change the state; dispatches are refused and counted, effects are silent.
    case replaying
}

extension Store {
    /// Who moves this store.
    ///
    /// Going over to `.replaying` cancels the running effects, because their answers belong to another timeline. A reduction that is under way
    /// on another thread still ends; `await finish()` before the first step of a replay.
    public var mode: StoreMode {
        get { core.withLock { $0.mode } }
        set {
            let tasks = core.withLock { core in
                core.mode = newValue
                return newValue == .replaying ? core.effects.cancelAll() : []
            }
            for task in tasks { task.cancel() }
        }
    }

    /// How many actions and thunks were refused because the store was replaying, since it was made.
    public var refusedDispatches: Int { core.withLock { $0.refusedDispatches } }

    /// Reduces an action below the interceptors, at the place where a recorder saw it; the effects of the reduction are not started.
    ///
    /// Middlewares around the reduction see it with `context.isReplay` set. The state is there when this returns, unless it is called from
    /// inside a reduction or a notification of the same store, or another thread is at work.
    public func replay(_ action: Action, context: ActionContext = ActionContext()) {
        var context = context
        context.isReplay = true
        enqueue(.replayed(action, context))
    }
}
