public import RewindValue

/// An action as it is recorded: its name and what it encodes to.
public struct EncodedAction: Sendable, Hashable {
    /// What kind of action it is, for people and queries: `home/didReceive`.
    public var type: String
    /// The whole action.
    public var value: JSONValue

    /// An action that is encoded already.
    public init(type: String, value: JSONValue) {
        self.type = type
        self.value = value
    }

    /// Encodes an action and names it.
    ///
    /// The name is the path of cases for an enum whose `Codable` conformance the compiler wrote: `.home(.didReceive(episodes))` is
    /// `home/didReceive`. The path goes on below a case's only, unlabelled payload while that is an enum too, and below what is labelled `action` or
    /// `event`: `.counters(.element(id: 5, action: .increment))` is `counters/element/increment`. Other actions are named by their type
    /// (`AddTodo`, `Cart.Add`), and all that are ``ActionNaming`` by themselves.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    public init<Action: Encodable>(encoding action: Action) throws { try self.init(encoding: action, at: CodingPath()) }

    init<Action: Encodable>(encoding action: Action, at path: CodingPath) throws {
        let value = try JSONValue(encoding: action, at: path, isOutermost: true)
        let dynamicType = Swift.type(of: action as Any)
        let name =
            (action as? any ActionNaming).map { path.redaction?.redactor.name(of: $0) ?? $0.actionName }
            ?? EnumCases.path(of: value, in: dynamicType) ?? TypeName.of(dynamicType)
        self.init(type: name, value: value)
    }

    /// The action named so that it can be found among many types: `AddTodo`, or `HomeAction/didReceive` where its own name is another.
    func named(behindProtocolAs type: Any.Type) -> EncodedAction {
        let typeName = TypeName.of(type)
        return EncodedAction(type: self.type == typeName ? typeName : "\(typeName)/\(self.type)", value: value)
    }
}

/// An action that names itself in recordings.
public protocol ActionNaming {
    /// What kind of action it is: the same for all actions of this kind, whatever they carry.
    var actionName: String { get }
}
