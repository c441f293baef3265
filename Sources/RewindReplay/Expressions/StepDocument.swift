import RewindFormat
package import RewindValue

/// A step as a predicate sees it: the state after it, and the values of the words.
package struct StepDocument: Sendable {
    var number = 0
    var step: Step?
    package var state: JSONValue?
    var before: JSONValue?
    /// The names of the effects that are under way after the step; `nil` if the recording has no effects recorded.
    var effects: JSONValue?
    /// For each action type, the number of its last step, this one included; `nil` if the steps before are not at hand.
    var last: JSONValue?
    /// The value of `.`, if it is not the state.
    var part: JSONValue?

    init(number: Int, step: Step?, state: JSONValue? = nil) { (self.number, self.step, self.state) = (number, step, state) }

    /// A state alone, without a step.
    package init(_ state: JSONValue) { self.state = state }

    /// The value at a path; `null` if nothing is there.
    ///
    /// - Throws: ``Expression/Failure`` if the path leads through a value that has no parts of that kind.
    package func value(at path: Expression.Path) throws(Expression.Failure) -> JSONValue {
        if let word = path.word { return try value(of: word).value(at: path.components[...]) }
        return try whole.value(at: path.components[...])
    }

    /// The value of a word; `null` if it is unknown.
    package func value(of word: StepWord) -> JSONValue {
        switch word {
        case .state: state ?? .null
        case .before: before ?? .null
        case .action: step?.action ?? .null
        case .type: step.map { .string($0.type) } ?? .null
        case .step: .number(JSONNumber(number))
        case .effects: effects ?? .null
        case .last: last ?? .null
        case .t: step?.time.map { .number(JSONNumber($0)) } ?? .null
        }
    }

    /// The value of `.`.
    package var whole: JSONValue { part ?? state ?? .null }
}

extension JSONValue {
    /// The value at the rest of a path, or `null` if nothing is there, as jq reads paths.
    func value(at components: ArraySlice<Expression.Path.Component>) throws(Expression.Failure) -> JSONValue {
        var value = self
        for component in components {
            switch (value, component) {
            case (.null, _): return .null
            case (.object(let object), .key(let key)): value = object[key] ?? .null
            case (.array(let elements), .index(let index)):
                let place = index < 0 ? elements.count + index : index
                value = elements.indices.contains(place) ? elements[place] : .null
            case (_, .key(let key)): throw Expression.Failure("\(value.kind) has no member \(JSONValue.string(key).jsonText)")
            case (.object, .index(let index)):
                throw Expression.Failure("an object has no element \(index), but perhaps a member [\"\(index)\"], as a dictionary has")
            case (_, .index(let index)): throw Expression.Failure("\(value.kind) has no element \(index)")
            }
        }
        return value
    }

    /// The kind of the value, in words.
    package var kind: String {
        switch self {
        case .null: typeName
        case .bool, .number, .string: "a " + typeName
        case .array, .object: "an " + typeName
        }
    }

    /// The type of the value, as jq calls it.
    var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
