public import RewindReplay

/// What replay and restoring need of a store: your own, or `RewindStore`'s.
///
/// Conform your store, in its own file if its state's setter is private, with the two calls that put something back into it:
///
/// ```swift
/// extension ShopStore: ReplayableStore {
///     func replaceState(_ state: ShopState) { self.state = state }
///     func replay(_ action: ShopAction, of step: Step) { _ = shopReducer(&state, action) }  // starts no effect
/// }
/// ```
///
/// A store that is recorded tells its recorder, too: `func didRestore() { seam.didReplace(with: state) }`.
///
/// A store that is isolated to an actor, such as the main actor, conforms on that actor and is replayed there.
public protocol ReplayableStore<State, Action> {
    /// What the store holds.
    associatedtype State
    /// What its reducer takes.
    associatedtype Action

    /// What the store holds now: of it stays what a recording does not have.
    var state: State { get }

    /// Replaces the state and notifies the store's observers.
    func replaceState(_ state: State)

    /// Reduces a recorded action, below every middleware and without the recorder; what the reducer returns as effects is not started.
    ///
    /// - Parameters:
    ///   - action: the action, decoded.
    ///   - step: the recorded step, with its number, cause and call site.
    func replay(_ action: Action, of step: Step)

    /// Called when a state was restored, and when a replay is over or has failed: a store that is recorded tells its recorder, with
    /// `seam.didReplace(with: state)`.
    ///
    /// By default this does nothing. Then what was restored or replayed is recorded before the store's next action, and never if no action comes.
    func didRestore()

    /// Called before the first step of a replay: from now on the store refuses what the user dispatches, and keeps what running effects send.
    ///
    /// By default this does nothing, which is right if nothing else dispatches to the store during the replay.
    func beginReplay() async

    /// Called when a replay is over or has failed, after ``didRestore()``: the store is the user's again, and takes what its effects have sent meanwhile.
    func endReplay()
}

extension ReplayableStore {
    /// Does nothing.
    public func didRestore() {}

    /// Does nothing.
    public func beginReplay() async {}

    /// Does nothing.
    public func endReplay() {}
}

extension ReplayableStore {
    /// Begins a replay; what others edit waits until it is over.
    func lockForReplay() async {
        ReplayLock.lock(self)
        await beginReplay()
    }

    /// Ends a replay that was begun so.
    func unlockAfterReplay() {
        didRestore()
        endReplay()
        ReplayLock.unlock(self)
    }
}
