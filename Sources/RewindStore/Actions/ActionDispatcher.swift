/// Something that accepts actions: all that code which only sends actions needs to know.
///
/// ``Store`` and ``StoreAccess`` conform.
public protocol ActionDispatcher<Action>: Sendable {
    /// What can be sent.
    associatedtype Action: Sendable

    /// Sends an action that comes from the place and the step that the context says.
    func dispatch(_ action: Action, context: ActionContext)
}

extension ActionDispatcher {
    /// Sends an action.
    @inlinable public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        dispatch(action, context: .here(fileID: fileID, line: line))
    }

    /// `dispatch` as a function, for code that is called without a place in the source.
    func dispatch(from place: CallSite) -> Dispatch<Action> {
        { dispatch($0, context: ActionContext(cause: ActionContext.currentCause, place: place)) }
    }
}

/// Sends an action: the shape of `dispatch` and `next` in curried code.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void

/// Reads the state: its shape in curried code.
public typealias GetState<State> = @Sendable () -> State
