import Synchronization

/// Work that is dispatched without being an action: a function that receives the store's state and `dispatch`.
///
/// ```swift
/// store.dispatch(Thunk { store in
///     guard store.state.cart.isEmpty else { return }
///     store.dispatch(.cart(.load(try await api.cart())))
/// })
/// ```
/// A synchronous thunk runs where it is dispatched, before `dispatch` returns; each of its own dispatches returns when its action is
/// reduced. An asynchronous thunk runs like an effect: it keeps its store alive until it ends, and an error that it throws goes to the
/// store's `onError`. Interceptors and reducers don't see thunks, only the actions that thunks dispatch.
public struct Thunk<State: Sendable, Action: Sendable>: Sendable {
    let run: @Sendable (Store<State, Action>) -> Void

    /// A thunk that runs at once.
    public init(_ body: @escaping @Sendable (_ store: StoreAccess<State, Action>) -> Void) {
        run = { store in if store.core.withLock({ $0.admit() }) { body(StoreAccess(store: store)) } }
    }

    /// A thunk that runs as an effect.
    public init(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (_ store: StoreAccess<State, Action>) async throws -> Void
    ) {
        run = { store in
            let access = StoreAccess(store: store)
            store.launch(cause: Cause.current, ids: [], CallSite(fileID, line)) { _ in try await body(access) }
        }
    }
}
