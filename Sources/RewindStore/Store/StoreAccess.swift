/// What interceptors and thunks can access of their store: its state, and a way to dispatch.
///
/// A `StoreAccess` keeps the store alive for as long as it is held.
public struct StoreAccess<State: Sendable, Action: Sendable>: ActionDispatcher {
    @usableFromInline let store: Store<State, Action>
    /// The index of the interceptor that it was given to.
    @usableFromInline let interceptor: Int

    /// The state after the last reduction.
    @inlinable public var state: State { store.state }

    /// Dispatches an action from the start, through all interceptors; from inside a turn, it is reduced after the current action.
    @inlinable public func dispatch(_ action: Action, context: ActionContext) { store.dispatch(action, context: context) }

    /// Runs a thunk, as ``Store/dispatch(_:)-(Thunk<State,Action>)`` does.
    @inlinable public func dispatch(_ thunk: Thunk<State, Action>) { store.dispatch(thunk) }

    @inlinable init(store: Store<State, Action>, interceptor: Int = 0) { (self.store, self.interceptor) = (store, interceptor) }
}
