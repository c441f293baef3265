package import RewindValue

/// An action as it is recorded: its name and its encoding.
package struct EncodedAction: Sendable, Hashable {
    /// The action's name, for people and queries: `home/didReceive`.
    package var type: String
    package var value: JSONValue

    package init(type: String, value: JSONValue) {
        self.type = type
        self.value = value
    }

    /// Encodes an action and names it.
    ///
    /// For an enum whose `Codable` conformance the compiler wrote, the name is the path of cases: `.home(.didReceive(episodes))` is
    /// `home/didReceive`. The path continues below a case's only, unlabelled payload if that is an enum too, without raw values, and below
    /// a payload labelled `action` or `event`: `.counters(.element(id: 5, action: .increment))` is `counters/element/increment`. A struct
    /// with such a property has its path: `TimedAction(action: .home(.appear), time: 5)` is `home/appear`. Other actions are named after
    /// their type (`AddTodo`, `Cart.Add`); ``ActionNaming`` types name themselves.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package init<Action: Encodable>(encoding action: Action) throws { try self.init(encoding: action, at: CodingPath()) }

    init<Action: Encodable>(encoding action: Action, at path: CodingPath) throws {
        let value = try JSONValue(encoding: action, at: path, isOutermost: true)
        let dynamicType = Swift.type(of: action as Any)
        let name =
            (action as? any ActionNaming).map { action in path.log.map { $0.form.name(of: action) } ?? action.actionName }
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
    /// The name of the action's kind: the same for all actions of this kind, whatever their payload.
    var actionName: String { get }
}

extension ActionNaming {
    /// The name that a recording gives an action, for one that is named by another inside it: `Self.name(of: base)`.
    ///
    /// It encodes that action. An action that can't be encoded has the name of its type.
    public static func name(of action: some Encodable) -> String {
        (try? EncodedAction(encoding: action))?.type ?? TypeName.of(type(of: action))
    }
}
