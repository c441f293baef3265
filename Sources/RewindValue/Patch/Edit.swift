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

// The payload is taken out and null put into its place meanwhile, so that the array or dictionary has one owner and is changed where it is.
extension JSONValue {
    /// Changes the value that tokens lead to, in place.
    fileprivate mutating func edit(
        _ tokens: ArraySlice<String>, _ body: (inout JSONValue) throws(Edit.Failure) -> Edit
    ) throws(Edit.Failure) -> Edit {
        guard let token = tokens.first else { return try body(&self) }
        switch self {
        case .array(var elements):
            guard let index = ArrayIndex.parse(token), index < elements.count else { throw .index(token, count: elements.count) }
            self = .null
            defer { self = .array(elements) }
            return try elements[index].edit(tokens.dropFirst(), body)
        case .object(var object):
            guard let index = object.members.index(forKey: token) else { throw .missing }
            self = .null
            defer { self = .object(object) }
            return try object.members.values[index].edit(tokens.dropFirst(), body)
        default: throw Edit.Failure(reason: "on the way there is a value that is neither object nor array")
        }
    }

    fileprivate mutating func add(_ new: JSONValue, _ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        switch self {
        case .array(var elements):
            let index = token == "-" ? elements.count : ArrayIndex.parse(token)
            guard let index, index <= elements.count else { throw .index(token, count: elements.count) }
            self = .null
            elements.insert(new, at: index)
            self = .array(elements)
            return .remove(tokens.dropLast() + [String(index)])
        case .object(var object):
            self = .null
            let old = object.members.updateValue(new, forKey: token)
            self = .object(object)
            return old.map { .replace(tokens, $0) } ?? .remove(tokens)
        default: throw Edit.Failure(reason: "the value to add to is neither object nor array")
        }
    }

    fileprivate mutating func remove(_ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        switch self {
        case .array(var elements):
            guard let index = ArrayIndex.parse(token), index < elements.count else { throw .index(token, count: elements.count) }
            self = .null
            let old = elements.remove(at: index)
            self = .array(elements)
            return .add(tokens, old)
        case .object(var object):
            guard let index = object.members.index(forKey: token) else { throw .missing }
            self = .null
            let old = object.members.remove(at: index)
            self = .object(object)
            return .insertMember(tokens, old.value, position: index)
        default: throw .missing
        }
    }
}
