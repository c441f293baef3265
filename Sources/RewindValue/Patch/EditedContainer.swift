internal import OrderedCollections

/// An array or object that operations change.
protocol EditedContainer {
    mutating func add(_ new: JSONValue, _ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit
    mutating func remove(_ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit
    mutating func insert(_ new: JSONValue, _ token: String, at tokens: [String], position: Int) throws(Edit.Failure) -> Edit
    /// Changes the value at a token where it is.
    mutating func edit(_ token: String, _ body: (inout JSONValue) throws(Edit.Failure) -> Edit) throws(Edit.Failure) -> Edit
}

extension EditedContainer {
    /// Makes a change of an element or a member, or inside one, and returns its opposite.
    ///
    /// - Parameter depth: how many of the tokens lead to the container; there is one more at least.
    mutating func apply(_ edit: Edit, below depth: Int) throws(Edit.Failure) -> Edit {
        if depth + 1 == edit.tokens.count {
            switch edit {
            case .add(let tokens, let new): return try add(new, tokens[depth], at: tokens)
            case .remove(let tokens): return try remove(tokens[depth], at: tokens)
            case .insertMember(let tokens, let new, let position): return try insert(new, tokens[depth], at: tokens, position: position)
            case .replace: break
            }
        }
        return try self.edit(edit.tokens[depth]) { (value) throws(Edit.Failure) in try edit.apply(to: &value, below: depth + 1) }
    }
}

/// Elements that operations change.
protocol EditedElements: EditedContainer {
    var count: Int { get }
    subscript(index: Int) -> JSONValue { get set }
    mutating func insert(_ element: JSONValue, at index: Int)
    mutating func remove(at index: Int) -> JSONValue
}

extension EditedElements {
    mutating func add(_ new: JSONValue, _ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        let index = token == "-" ? count : ArrayIndex.parse(token)
        guard let index, index <= count else { throw .index(token, count: count) }
        insert(new, at: index)
        return .remove(tokens.dropLast() + [String(index)])
    }

    mutating func remove(_ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        guard let index = ArrayIndex.parse(token), index < count else { throw .index(token, count: count) }
        return .add(tokens, remove(at: index))
    }

    mutating func insert(_ new: JSONValue, _ token: String, at tokens: [String], position: Int) throws(Edit.Failure) -> Edit {
        throw .missing
    }

    mutating func edit(_ token: String, _ body: (inout JSONValue) throws(Edit.Failure) -> Edit) throws(Edit.Failure) -> Edit {
        guard let index = ArrayIndex.parse(token), index < count else { throw .index(token, count: count) }
        return try body(&self[index])
    }
}

extension [JSONValue]: EditedElements, EditedContainer {}

extension JSONObject: EditedContainer {
    mutating func add(_ new: JSONValue, _ token: String, at tokens: [String]) -> Edit {
        members.updateValue(new, forKey: JSONKey(token)).map { .replace(tokens, $0) } ?? .remove(tokens)
    }

    mutating func remove(_ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        guard let index = index(of: token) else { throw .missing }
        return .insertMember(tokens, members.remove(at: index).value, position: index)
    }

    mutating func insert(_ new: JSONValue, _ token: String, at tokens: [String], position: Int) -> Edit {
        members.updateValue(new, forKey: JSONKey(token), insertingAt: position)
        return .remove(tokens)
    }

    mutating func edit(_ token: String, _ body: (inout JSONValue) throws(Edit.Failure) -> Edit) throws(Edit.Failure) -> Edit {
        guard let index = index(of: token) else { throw .missing }
        return try body(&members.values[index])
    }
}
