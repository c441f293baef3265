/// Something that takes actions: all that code has to know which only sends.
///
/// A ``Store`` is one, and so are ``StoreAccess``, ``Observed`` and a part of any of them.
public protocol ActionDispatcher<Action>: Sendable {
    /// What can be sent.
    associatedtype Action: Sendable

    /// Sends an action that comes from the place and the step that the context says.
    func dispatch(_ action: Action, context: ActionContext)
}

extension ActionDispatcher {
    /// Sends an action.
    public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
        dispatch(action, context: .here(fileID: fileID, line: line))
    }

    /// A dispatcher for a feature that knows only its own actions.
    public func scoped<Part: Sendable>(_ embed: @escaping @Sendable (Part) -> Action) -> some ActionDispatcher<Part> {
        PartDispatcher(whole: self, embed: embed)
    }
}

/// Takes the actions of a part, and passes them on as actions of the whole.
private struct PartDispatcher<Whole: ActionDispatcher, Action: Sendable>: ActionDispatcher {
    let whole: Whole
    let embed: @Sendable (Action) -> Whole.Action

    func dispatch(_ action: Action, context: ActionContext) { whole.dispatch(embed(action), context: context) }
}
