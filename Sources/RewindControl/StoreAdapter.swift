public import RewindOrigin
public import RewindReplay

/// Adapts a store that is not yours for replay and live control, using the operations that the store allows.
///
/// Use it for a library's store whose state can't be set from outside, a store that exposes its state under another name, or one in which
/// `Action` means something else. If the store is on an actor, create the adapter and use it there.
///
/// ```swift
/// let steered = StoreAdapter(
///     state: { store.state }, replace: { store.send(.replaceState($0)) }, reduce: shopReducer, dispatch: { store.send(.app($0)) },
///     didReplace: { storeRecorder.didReplace(with: $0, site: $1) })
/// let live = Task { try await steered.goLive(recorder) }
/// ```
public final class StoreAdapter<State, Action>: LiveStore {
    private let read: () -> State
    private let replace: (State) -> Void
    private let reduce: (State, Action) -> State
    private let send: (Action) -> Void
    private let didReplace: (State, CallSite) -> Void

    /// Makes an adapter; calls nothing.
    ///
    /// - Parameters:
    ///   - state: the store's present state.
    ///   - replace: replaces the store's state, in a way that the recorder does not take for an action.
    ///   - reduce: the app's reducer without the recorder, for actions that are replayed.
    ///   - dispatch: dispatches an action as the app's user would.
    ///   - didReplace: tells the recorder that the state was replaced, and who did it; by default the recorder finds out at the
    ///     next action.
    public init(
        state: @escaping () -> State, replace: @escaping (State) -> Void, reduce: @escaping (State, Action) -> State,
        dispatch: @escaping (Action) -> Void, didReplace: @escaping (State, CallSite) -> Void = { _, _ in }
    ) {
        (read, self.replace, self.reduce, send, self.didReplace) = (state, replace, reduce, dispatch, didReplace)
    }

    /// The store's present state.
    public var state: State { read() }

    /// Dispatches an action as the app's user would.
    public func dispatch(remote action: Action) { send(action) }

    /// Replaces the store's state.
    public func replaceState(_ state: State) { replace(state) }

    /// Replaces the store's state with the reducer's result.
    public func replay(_ action: Action, of step: Step) { replace(reduce(read(), action)) }

    /// Tells the recorder that the state was replaced, and who did it.
    public func didReplaceState(site: CallSite) { didReplace(read(), site) }
}
