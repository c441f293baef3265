import RewindControl
import RewindFormat
public import RewindReplay
public import RewindStore

/// Recordings are replayed and restored in this package's own store as in any other; other dispatches are refused meanwhile.
extension Store: ReplayableStore {
    /// Reduces a recorded action with the cause, call site and number that it had.
    public func replay(_ action: Action, of step: Step) {
        replay(action, context: ActionContext(cause: step.action?.cause, site: step.action?.site, step: step.number))
    }

    /// Cancels the running effects, refuses dispatches, and waits for the turn under way.
    public func beginReplay() async {
        mode = .replaying
        await finish()
    }

    /// Makes the store live again.
    public func endReplay() { mode = .live }
}
