import Synchronization

/// A middleware around dispatch, without nested closures.
///
/// ```swift
/// let thrifty = makeMiddleware { dispatch, getState, next, action in
///     if action != .load || getState().items.isEmpty { next(action) }
/// }
/// ```
public func makeMiddleware<State, Action>(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body:
        @escaping @Sendable (
            _ dispatch: @escaping Dispatch<Action>, _ getState: @escaping GetState<State>, _ next: @escaping Dispatch<Action>,
            _ action: Action
        ) -> Void
) -> Middleware<State, Action> {
    .intercepting { action, _, store, next in body(store.dispatch(from: .source(fileID, line)), { store.state }, next, action) }
}

extension Middleware {
    /// Redux's own shape of a middleware.
    public typealias Curried =
        @Sendable (_ dispatch: @escaping Dispatch<Action>, _ getState: @escaping GetState<State?>) -> (_ next: @escaping Dispatch<Action>)
        ->
        Dispatch<Action>

    /// A middleware of curried functions, `{ dispatch, getState in { next in { action in … } } }`, as ReSwift and Redux have them.
    ///
    /// The outer two are called once, at the first action, so what they set up stays; give each store a middleware of its own. They do not
    /// keep the store alive: `getState` is `nil` when it is gone, and what they dispatch then goes nowhere. An action that is to be delayed
    /// waits in a `Task`, which knows whose `next` it calls; delayed by other means, it counts as swallowed, and then comes without a cause.
    public static func curried(fileID: StaticString = #fileID, line: UInt = #line, _ curried: @escaping Curried) -> Middleware {
        let bound = Mutex<Dispatch<Action>?>(nil)
        return .intercepting { action, _, access, next in
            let body = bound.withLock(\.self) ?? bind(curried, to: access.store, at: access.interceptor, .source(fileID, line))
            bound.withLock { $0 = body }
            CurriedNext.$current.withValue(CurriedNext.Of(pass: next)) { body(action) }
        }
    }

    private static func bind(_ curried: Curried, to store: Store<State, Action>, at index: Int, _ place: Place) -> Dispatch<Action> {
        let next: Dispatch<Action> = { [weak store] action in
            if let next = CurriedNext.current as? CurriedNext.Of<Action> { return next.pass(action) }
            store?.submit(.action(action, ActionContext(), effect: nil, interceptor: index + 1))
        }
        return curried({ [weak store] in store?.dispatch(from: place)($0) }, { [weak store] in store?.state })(next)
    }
}

/// Which action's `next` a curried middleware calls, also in the tasks that it starts for it.
private enum CurriedNext {
    struct Of<Action: Sendable>: Sendable { let pass: Dispatch<Action> }

    @TaskLocal static var current: (any Sendable)?
}
