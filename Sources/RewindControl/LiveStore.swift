public import RewindOrigin

/// The requirements of a store that is steered from outside, in addition to those of replay: by a live endpoint, hot reload or replication.
///
/// ```swift
/// extension ShopStore: LiveStore {
///     func dispatch(remote action: ShopAction) { send(action) }
/// }
/// ```
///
/// A store that is isolated to an actor, such as the main actor, conforms on that actor and is served there.
public protocol LiveStore<State, Action>: ReplayableStore {
    /// Dispatches an action as the app's user would: through every middleware, recorded, with its effects.
    func dispatch(remote action: Action)

    /// Replaces the state with the result of a function, without dispatching anything in between; `nil` leaves the state as it is.
    ///
    /// By default the function is called at once, which is right for a store that is called from one thread or actor only. A store that
    /// may be called from several threads calls it in its own serial order. When this returns, the function has been called.
    func replaceState(site: CallSite, _ change: @escaping @Sendable (State) -> State?)

    /// How many actions the store has refused so far because it was replaying; by default 0, for stores that don't count them.
    var refusedActions: Int { get }
}

extension LiveStore {
    /// Calls the function at once.
    public func replaceState(site: CallSite, _ change: @escaping @Sendable (State) -> State?) {
        guard let changed = change(state) else { return }
        replaceState(changed)
        didReplaceState(site: site)
    }

    /// No actions were counted.
    public var refusedActions: Int { 0 }
}
