internal import OrderedCollections

/// One change of a value in place, which knows its opposite.
enum Edit {
    case add([String], JSONValue)
    case remove([String])
    case replace([String], JSONValue)
    /// Puts a member back where it stood among the others; only ever the opposite of a removal.
    case insertMember([String], JSONValue, position: Int)

    /// Why a change is impossible.
    struct Failure: Error {
        var reason: String
    }

    /// The place that is changed.
    var tokens: [String] {
        switch self {
        case .add(let tokens, _), .remove(let tokens), .replace(let tokens, _), .insertMember(let tokens, _, _): tokens
        }
    }

    /// Makes the change and returns its opposite; leaves the value as it is if it throws.
    ///
    /// - Parameter depth: how many of the tokens lead to the value.
    func apply(to value: inout JSONValue, below depth: Int = 0) throws(Failure) -> Edit {
        if depth == tokens.count {
            let old = value
            switch self {
            case .add(_, let new), .replace(_, let new), .insertMember(_, let new, _): value = new
            case .remove: throw Failure(reason: "the whole value can't be removed, only replaced")
            }
            return .replace(tokens, old)
        }
        if var elements = value.takeArray() {
            defer { value = .array(elements) }
            return try elements.apply(self, below: depth)
        }
        if var object = value.takeObject() {
            defer { value = .object(object) }
            return try object.apply(self, below: depth)
        }
        if depth + 1 < tokens.count { throw Failure(reason: "the path leads through a value that is neither an object nor an array") }
        if case .add = self { throw Failure(reason: "the value to add to is neither object nor array") }
        if case .replace = self { throw Failure(reason: "the path leads through a value that is neither an object nor an array") }
        throw .missing
    }
}

extension Edit.Failure {
    static let missing = Edit.Failure(reason: "no value exists there")

    static func index(_ token: String, count: Int) -> Edit.Failure {
        guard ArrayIndex.parse(token) != nil else {
            return Edit.Failure(reason: "\(JSONValue.string(token).jsonText) is not an array index")
        }
        return Edit.Failure(reason: "index \(token) is beyond the array, which has \(count) elements")
    }
}

extension JSONValue {
    // An array or dictionary that is taken out is replaced with null, so it has one owner and is changed in place instead of copied. Not
    // inlined, because the optimiser would otherwise keep a second reference until the end of the caller's scope.

    @inline(never)
    mutating func take() -> JSONValue {
        let value = self
        self = .null
        return value
    }

    @inline(never)
    mutating func takeArray() -> [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }

    @inline(never)
    mutating func takeObject() -> JSONObject? {
        guard case .object(let object) = self else { return nil }
        self = .null
        return object
    }
}
