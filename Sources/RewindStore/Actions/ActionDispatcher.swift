/// Something that takes actions: all that code has to know which only sends.
///
/// A ``Store`` is one, and so is ``StoreAccess``.
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
    func dispatch(from place: Place) -> Dispatch<Action> {
        { dispatch($0, context: ActionContext(cause: ActionContext.currentCause, place: place)) }
    }
}

/// Sends an action: the shape that `dispatch` and `next` have in curried code.
public typealias Dispatch<Action> = @Sendable (_ action: Action) -> Void

/// Reads the state: the shape that it has in curried code.
public typealias GetState<State> = @Sendable () -> State
