import Synchronization

extension Middleware {
    private typealias Curried =
        @Sendable (_ dispatch: @escaping Dispatch<Action>, _ getState: @escaping @Sendable () -> State?) -> (
            _ next: @escaping Dispatch<Action>
        ) -> Dispatch<Action>

    /// A middleware of curried functions, `{ dispatch, getState in { next in { action in … } } }`, as in ReSwift and Redux.
    ///
    /// The outer two functions are called once, at the first action, so anything they set up persists; make a separate middleware for each
    /// store. They do not keep the store alive: once it is released, `getState` returns `nil` and dispatched actions are dropped. To delay
    /// an action, wait in a `Task`, which knows whose `next` it calls; an action delayed by other means counts as swallowed, and later
    /// arrives without a cause.
    public static func curried(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ curried:
            @escaping @Sendable (
                _ dispatch: @escaping @Sendable (Action) -> Void, _ getState: @escaping @Sendable () -> State?
            ) -> (_ next: @escaping @Sendable (Action) -> Void) -> @Sendable (Action) -> Void
    ) -> Middleware {
        let bound = Mutex<Dispatch<Action>?>(nil)
        return .intercepting { action, _, access, next in
            let body = bound.withLock(\.self) ?? bind(curried, to: access.store, at: access.interceptor, CallSite(fileID, line))
            bound.withLock { $0 = body }
            CurriedNext.$current.withValue(CurriedNext.Of(pass: next)) { body(action) }
        }
    }

    private static func bind(_ curried: Curried, to store: Store<State, Action>, at index: Int, _ site: CallSite) -> Dispatch<Action> {
        let next: Dispatch<Action> = { [weak store] action in
            if let next = CurriedNext.current as? CurriedNext.Of<Action> { return next.pass(action) }
            store?.submit(.action(action, ActionContext(), effect: nil, interceptor: index + 1))
        }
        return curried({ [weak store] in store?.dispatch(from: site)($0) }, { [weak store] in store?.state })(next)
    }
}

/// The action whose `next` a curried middleware calls, including in the tasks that it starts for that action.
private enum CurriedNext {
    struct Of<Action: Sendable>: Sendable { let pass: Dispatch<Action> }

    @TaskLocal static var current: (any Sendable)?
}
