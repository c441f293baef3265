public import RewindOrigin
public import RewindReplay

/// The requirements of a store for replay and restoring: your own, or `RewindStore`.
///
/// Conform your store, in its own file if its state's setter is private, with the methods that put state back into it and tell the recorder so:
///
/// ```swift
/// extension ShopStore: ReplayableStore {
///     func replaceState(_ state: ShopState) { self.state = state }
///     func replay(_ action: ShopAction, of step: Step) { shopReducer(&state, action) }  // `_ = shopReducer(…)` if it returns effects
///     func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
/// }
/// ```
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

    /// Called when the state was replaced and stays so: restored, edited from outside, or left by a replay. A recorded store tells its
    /// recorder, with `storeRecorder.didReplace(with: state, site: site)`.
    ///
    /// There is no default, because a recorded store that forgets this would lose the state if no action came after it. A store without a
    /// recorder does nothing here.
    ///
    /// - Parameter site: who did it: `restored bug.rewind@120`, `hot-reload state.json`, `replica ada`.
    func didReplaceState(site: CallSite)

    /// Called before the first step of a replay: from now on the store refuses what the user dispatches, and keeps what running effects send.
    ///
    /// By default this does nothing, which is right if nothing else dispatches to the store during the replay.
    func beginReplay() async

    /// Called when a replay is over or has failed, after ``didReplaceState(site:)``: the store is the user's again, and takes what its effects have
    /// sent meanwhile.
    func endReplay()
}

extension ReplayableStore {
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
    func unlockAfterReplay(site: CallSite) {
        didReplaceState(site: site)
        endReplay()
        ReplayLock.unlock(self)
    }
}
