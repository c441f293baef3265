/// Work that is dispatched without being an action: a function that is given the store's state and `dispatch`.
///
/// ```swift
/// store.dispatch(Thunk { store in
///     guard store.state.cart.isEmpty else { return }
///     store.dispatch(.cart(.load(try await api.cart())))
/// })
/// ```
/// A synchronous one runs where it is dispatched, before `dispatch` returns; each of its own dispatches returns when its action is reduced. An
/// asynchronous one runs as an effect does: it keeps its store alive until it ends, and an error that it throws is told to the store's `onError`.
/// Interceptors and reducers don't see it, only the actions that it dispatches.
public struct Thunk<State: Sendable, Action: Sendable>: Sendable {
    enum Body: Sendable {
        case now(@Sendable (StoreAccess<State, Action>) -> Void)
        case later(@Sendable (StoreAccess<State, Action>) async throws -> Void, Place)
    }
    let body: Body

    /// A thunk that runs at once.
    public init(_ body: @escaping @Sendable (_ store: StoreAccess<State, Action>) -> Void) { self.body = .now(body) }

    /// A thunk that runs as an effect.
    public init(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (_ store: StoreAccess<State, Action>) async throws -> Void
    ) {
        self.body = .later(body, Place(fileID, line))
    }

    /// A thunk in the shape that it has elsewhere, which runs at once.
    public init(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (_ dispatch: @escaping Dispatch<Action>, _ getState: @escaping GetState<State>) -> Void
    ) {
        self.body = .now { store in body(store.dispatch(from: Place(fileID, line)), { store.state }) }
    }

    /// A thunk in the shape that it has elsewhere, which runs as an effect.
    public init(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (_ dispatch: @escaping Dispatch<Action>, _ getState: @escaping GetState<State>) async throws -> Void
    ) {
        let place = Place(fileID, line)
        self.body = .later({ store in try await body(store.dispatch(from: place), { store.state }) }, place)
    }
}

/// Sends an action: the shape that `dispatch` and `next` have in curried code.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void

/// Reads the state: the shape that it has in curried code.
public typealias GetState<State> = @Sendable () -> State
