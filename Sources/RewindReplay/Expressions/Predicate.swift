package import RewindValue

/// A condition on a JSON document, in whatever language it is written.
///
/// ``Expression`` is built in. A type that conforms makes another language, such as the whole of jq, usable everywhere.
package protocol Predicate: Sendable {
    /// The places of the state that decide; `nil` if nobody can tell, so that it has to be asked after every change.
    var reads: [JSONPointer]? { get }
    /// The words that it reads besides the state; with any of them, it has to be asked at every step.
    var words: Set<StepWord> { get }
    /// Members that it asks for, where nobody can tell their places.
    var names: [String] { get }

    /// The places of the action that it reads.
    ///
    /// - Parameter asMember: Whether `.action` means the action, too.
    func readsOfAction(asMember: Bool) -> [JSONPointer]

    /// The texts with which it compares the action's type.
    ///
    /// - Parameter asMember: Whether `.type` means the action's type, too.
    func comparedTypes(asMember: Bool) -> [String]

    /// Whether it asks the document itself for a member, as `.action` does, and not the word.
    func asks(forMember name: String) -> Bool

    /// Whether it compares texts, long numbers, or values that may be an array's numbers, for which pseudonyms may stand.
    var comparesContents: Bool { get }

    /// Whether it holds for a document.
    ///
    /// - Throws: ``Expression/Failure``, which says what makes it meaningless there.
    func holds(in document: any Document) throws(Expression.Failure) -> Bool

    /// What it makes of a document.
    ///
    /// - Throws: ``Expression/Failure``, which says what makes it meaningless there.
    func results(in document: any Document) throws(Expression.Failure) -> [JSONValue]
}

extension Predicate {
    /// None that anybody knows of.
    package func readsOfAction(asMember: Bool) -> [JSONPointer] { [] }

    /// None that anybody knows of.
    package func comparedTypes(asMember: Bool) -> [String] { [] }

    /// Nobody can tell.
    package var comparesContents: Bool { true }
}

/// The document that a predicate reads by paths; the whole of it is made only for predicates that need it.
package protocol Document {
    /// What there is at a path, `null` where there is nothing.
    ///
    /// - Throws: ``Expression/Failure`` if the path leads through a value that has no parts of that kind.
    func value(at path: Expression.Path) throws(Expression.Failure) -> JSONValue

    /// What a word stands for, `null` where that is not known.
    func value(of word: StepWord) -> JSONValue
}

extension JSONValue: Document {
    /// The value at a path, or `null` if there is nothing, as jq reads paths.
    package func value(at path: Expression.Path) throws(Expression.Failure) -> JSONValue {
        try (path.word.map(value(of:)) ?? self).value(at: path.components[...])
    }

    /// A state alone knows of no step.
    package func value(of word: StepWord) -> JSONValue { word == .state ? self : .null }

    /// The same for what is left of a path.
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

    /// What it is, in words.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
