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

    /// Makes the change, and appends its opposite; leaves the value as it is if it throws.
    func apply(to value: inout JSONValue, undo: inout [Edit]) throws(Failure) {
        undo.append(try apply(to: &value))
    }

    /// Makes the change without keeping its opposite.
    func apply(to value: inout JSONValue, undo: Void?) throws(Failure) { _ = try apply(to: &value) }

    private func apply(to value: inout JSONValue) throws(Failure) -> Edit {
        switch self {
        case .add(let tokens, let new):
            guard let last = tokens.last else { return replaceRoot(&value, new) }
            return try value.edit(tokens.dropLast()) { (parent) throws(Failure) in try parent.add(new, last, at: tokens) }
        case .replace(let tokens, let new):
            if tokens.isEmpty { return replaceRoot(&value, new) }
            return try value.edit(tokens[...]) { (target) throws(Failure) in
                let old = target
                target = new
                return .replace(tokens, old)
            }
        case .remove(let tokens):
            guard let last = tokens.last else { throw Failure(reason: "the whole value can't be removed, only replaced") }
            return try value.edit(tokens.dropLast()) { (parent) throws(Failure) in try parent.remove(last, at: tokens) }
        case .insertMember(let tokens, let new, let position):
            return try value.edit(tokens.dropLast()) { (parent) throws(Failure) in
                guard case .object(var object) = parent, let key = tokens.last else { throw .missing }
                parent = .null
                object.members.updateValue(new, forKey: key, insertingAt: position)
                parent = .object(object)
                return .remove(tokens)
            }
        }
    }

    private func replaceRoot(_ value: inout JSONValue, _ new: JSONValue) -> Edit {
        let old = value
        value = new
        return .replace([], old)
    }
}

extension Edit.Failure {
    static let missing = Edit.Failure(reason: "there is no such value")

    static func index(_ token: String, count: Int) -> Edit.Failure {
        guard ArrayIndex.parse(token) != nil else {
            return Edit.Failure(reason: "\(JSONValue.string(token).jsonText) is no index of an array")
        }
        return Edit.Failure(reason: "index \(token) is beyond the array, which has \(count) elements")
    }
}

extension JSONValue {
    /// Changes the value that tokens lead to, in place.
    fileprivate mutating func edit(
        _ tokens: ArraySlice<String>, _ body: (inout JSONValue) throws(Edit.Failure) -> Edit
    ) throws(Edit.Failure) -> Edit {
        guard let token = tokens.first else { return try body(&self) }
        if var elements = takeArray() {
            defer { self = .array(elements) }
            guard let index = ArrayIndex.parse(token), index < elements.count else { throw .index(token, count: elements.count) }
            return try elements[index].edit(tokens.dropFirst(), body)
        }
        if var object = takeObject() {
            defer { self = .object(object) }
            guard let index = object.members.index(forKey: token) else { throw .missing }
            return try object.members.values[index].edit(tokens.dropFirst(), body)
        }
        throw Edit.Failure(reason: "on the way there is a value that is neither object nor array")
    }

    fileprivate mutating func add(_ new: JSONValue, _ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        if var elements = takeArray() {
            defer { self = .array(elements) }
            let index = token == "-" ? elements.count : ArrayIndex.parse(token)
            guard let index, index <= elements.count else { throw .index(token, count: elements.count) }
            elements.insert(new, at: index)
            return .remove(tokens.dropLast() + [String(index)])
        }
        if var object = takeObject() {
            defer { self = .object(object) }
            let old = object.members.updateValue(new, forKey: token)
            return old.map { .replace(tokens, $0) } ?? .remove(tokens)
        }
        throw Edit.Failure(reason: "the value to add to is neither object nor array")
    }

    fileprivate mutating func remove(_ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        if var elements = takeArray() {
            defer { self = .array(elements) }
            guard let index = ArrayIndex.parse(token), index < elements.count else { throw .index(token, count: elements.count) }
            return .add(tokens, elements.remove(at: index))
        }
        if var object = takeObject() {
            defer { self = .object(object) }
            guard let index = object.members.index(forKey: token) else { throw .missing }
            return .insertMember(tokens, object.members.remove(at: index).value, position: index)
        }
        throw .missing
    }

    // While an array or dictionary is taken out, null stands in its place: so it has one owner, and is changed where it is instead of copied.
    // Not inlined, because the optimiser would otherwise keep a second reference until the end of the caller's scope.

    @inline(never)
    private mutating func takeArray() -> [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }

    @inline(never)
    private mutating func takeObject() -> JSONObject? {
        guard case .object(let object) = self else { return nil }
        self = .null
        return object
    }
}
