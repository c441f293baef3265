public import RewindReplay

/// The requirements of a store for replay and restoring: your own, or `RewindStore`.
///
/// Conform your store, in its own file if its state's setter is private, with the two methods that put state back into it:
///
/// ```swift
/// extension ShopStore: ReplayableStore {
///     func replaceState(_ state: ShopState) { self.state = state }
///     func replay(_ action: ShopAction, of step: Step) { _ = shopReducer(&state, action) }  // starts no effect
/// }
/// ```
///
/// A recorded store also tells its recorder: `func didRestore() { storeRecorder.didReplace(with: state) }`.
///
/// A store that is isolated to an actor, such as the main actor, conforms on that actor and is replayed there.
public protocol ReplayableStore<State, Action> {
    /// The type of the store's state.
    associatedtype State
    /// The type of its actions.
    associatedtype Action

    /// The present state; parts of it that a recording lacks are kept.
    var state: State { get }

    /// Replaces the state and notifies the store's observers.
    func replaceState(_ state: State)

    /// Reduces a recorded action, without middleware and without the recorder; the effects that the reducer returns are not started.
    ///
    /// - Parameters:
    ///   - action: the action, decoded.
    ///   - step: the recorded step, with its number, cause and call site.
    func replay(_ action: Action, of step: Step)

    /// Called when a state was restored, and when a replay is over or has failed: a recorded store tells its recorder, with
    /// `storeRecorder.didReplace(with: state)`.
    ///
    /// By default this does nothing. Then the restored or replayed state is recorded before the store's next action, and never if no action
    /// comes.
    func didRestore()

    /// Called before the first step of a replay: from now on the store refuses what the user dispatches, and keeps what running effects send.
    ///
    /// By default this does nothing, which is right if nothing else dispatches to the store during the replay.
    func beginReplay() async

    /// Called when a replay is over or has failed, after ``didRestore()``: the store is the user's again, and takes what its effects have
    /// sent meanwhile.
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
    /// Begins a replay; edits by others wait until it is over.
    func lockForReplay() async {
        ReplayLock.lock(self)
        await beginReplay()
    }

    /// Ends a replay that ``lockForReplay()`` began.
    func unlockAfterReplay() {
        didRestore()
        endReplay()
        ReplayLock.unlock(self)
    }
}
