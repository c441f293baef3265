/// Work that is dispatched without being an action: a function that is given the store's state and `dispatch`.
///
/// ```swift
/// store.dispatch(Thunk { store in
///     guard store.state.cart.isEmpty else { return }
///     store.dispatch(.cart(.load(await api.cart())))
/// })
/// ```
/// It runs as an effect does, and keeps its store alive until it ends. Interceptors and reducers don't see it, only the actions that it dispatches.
public struct Thunk<State: Sendable, Action: Sendable>: Sendable {
    let body: @Sendable (StoreAccess<State, Action>) async -> Void

    /// A thunk of the given function.
    public init(_ body: @escaping @Sendable (_ store: StoreAccess<State, Action>) async -> Void) { self.body = body }
}
