/// Something that accepts actions: the only interface that code needs for sending actions.
///
/// ``Store`` and ``StoreAccess`` conform.
public protocol ActionDispatcher<Action>: Sendable {
    /// The type of the actions.
    associatedtype Action: Sendable

    /// Sends an action with a context that says where it was dispatched and which step caused it.
    func dispatch(_ action: Action, context: ActionContext)
}

extension ActionDispatcher {
    /// Sends an action.
    @inlinable public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        dispatch(action, context: .here(fileID: fileID, line: line))
    }

    /// `dispatch` as a function, for code that does not pass a place in the source.
    func dispatch(from site: CallSite) -> Dispatch<Action> {
        { dispatch($0, context: ActionContext(cause: Cause.current, site: site)) }
    }
}

/// Sends an action: the shape of `dispatch` and `next` in curried code.
typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void
