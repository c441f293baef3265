/// What a running app's endpoint needs of a store, besides what replay needs: your own store, or `RewindStore`'s.
///
/// ```swift
/// extension ShopStore: LiveStore {
///     func dispatch(remote action: ShopAction) { send(action) }  // `state` is there already
/// }
/// ```
///
/// A store that is isolated to an actor, such as the main actor, conforms on that actor and is served there.
public protocol LiveStore<State, Action>: ReplayableStore {
    /// The state after the last step.
    var state: State { get }

    /// Dispatches an action as the app's user would: through every middleware, recorded, with its effects.
    func dispatch(remote action: Action)

    /// Replaces the state because somebody outside the app edited it.
    ///
    /// By default this calls `replaceState(_:)`; a store that can say in the recording who changed its state does that here.
    ///
    /// - Parameters:
    ///   - state: the new state.
    ///   - editor: who edited it, for the recording's call site: `rewind connect`, `hot-reload state.json`.
    func replaceState(_ state: State, editedBy editor: String)

    /// How many actions the store has refused so far because it was replaying; 0 by default, for stores that don't count.
    var refusedActions: Int { get }
}

extension LiveStore {
    /// Calls `replaceState(_:)`.
    public func replaceState(_ state: State, editedBy editor: String) { replaceState(state) }

    /// None were counted.
    public var refusedActions: Int { 0 }
}
