import Synchronization

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

extension Store {
    /// The mode of this store.
    ///
    /// Switching to `.replaying` cancels the running effects, because their answers belong to another timeline, and refuses the actions
    /// that a pause has kept. A reduction under way on another thread still completes; call `await finish()` before the first step of a
    /// replay. Switching from `.paused` to `.live` reduces the kept actions before it returns. Middlewares that observe receive
    /// ``StoreEvent/modeChanged(_:)``.
    public var mode: StoreMode {
        get { core.withLock { $0.mode } }
        set {
            switchMode(to: newValue)
        }
    }

    /// Replays from now on, as in ``mode``, but lets the running effects go on, and keeps what they send until the store is live again.
    ///
    /// When this returns, the reduction that was under way has ended, unless this is called from inside a turn.
    package func replayKeepingAnswers() {
        switchMode(to: .replaying, keepsEffectActions: true)
        submit(.resumption)
    }

    private func switchMode(to mode: StoreMode, keepsEffectActions: Bool = false) {
        let (isAnother, resumes) = core.withLock { core in
            defer { (core.mode, core.keepsEffectActions) = (mode, keepsEffectActions) }
            return (mode != core.mode, mode != .paused && !core.deferredWork.isEmpty)
        }
        if mode == .replaying, !keepsEffectActions { cancelEffects() }
        if isAnother { report(.modeChanged(mode)) }
        if resumes { submit(.resumption) }
    }

    /// The number of actions and thunks that this store has refused, because it was replaying or they were part of a dispatch loop.
    package var refusedDispatches: Int { core.withLock { $0.refusedDispatches } }

    /// Reduces an action below the interceptors, at the place where a recorder saw it; the effects of the reduction are not started.
    ///
    /// Middlewares around the reduction see the action with `context.isReplay` set. The new state is in place when this returns, unless it
    /// is called from inside a turn.
    package func replay(_ action: Action, context: ActionContext = ActionContext()) {
        var context = context
        context.isReplay = true
        submit(.replayed(action, context))
    }
}
