extension JSONPatch {
    /// Applies the operations in their order, all of them or none.
    ///
    /// Works in place: what the value does not share with another is changed where it is, so the cost is that of the operations (an insertion
    /// or a removal in an array or object is linear in its count) and not that of the value. Equality in `test` is that of ``JSONValue``.
    ///
    /// - Throws: the first operation that can't be applied; the value then is what it was before.
    public func apply(to value: inout JSONValue) throws(JSONPatchError) {
        var undo: [Edit] = []
        undo.reserveCapacity(operations.count)
        for (index, operation) in operations.enumerated() {
            do throws(Edit.Failure) {
                try operation.apply(to: &value, undo: &undo)
            } catch {
                for edit in undo.reversed() { try? edit.apply(to: &value, undo: nil) }
                throw JSONPatchError(index: index, operation: operation.name, pointer: operation.pointer, reason: error.reason)
            }
        }
    }
}

extension JSONPatch.Operation {
    /// The operation's name in RFC 6902.
    public var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .replace: "replace"
        case .move: "move"
        case .copy: "copy"
        case .test: "test"
        }
    }

    /// Where the operation works; of a move and a copy, where it puts the value.
    public var pointer: JSONPointer {
        switch self {
        case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _), .move(_, let pointer), .copy(_, let pointer),
            .test(let pointer, _):
            pointer
        }
    }

    fileprivate func apply(to value: inout JSONValue, undo: inout [Edit]) throws(Edit.Failure) {
        switch self {
        case .add(let pointer, let new): try Edit.add(pointer.tokens, new).apply(to: &value, undo: &undo)
        case .remove(let pointer): try Edit.remove(pointer.tokens).apply(to: &value, undo: &undo)
        case .replace(let pointer, let new): try Edit.replace(pointer.tokens, new).apply(to: &value, undo: &undo)
        case .test(let pointer, let expected):
            guard let found = value[pointer] else { throw Edit.Failure(reason: "there is no such value") }
            if found != expected { throw Edit.Failure(reason: "the value there is another") }
        case .copy(let from, let pointer):
            guard let found = value[from] else { throw Edit.Failure(reason: "there is nothing to copy at \(JSONPatchError.quoted(from))") }
            try Edit.add(pointer.tokens, found).apply(to: &value, undo: &undo)
        case .move(let from, let pointer):
            guard let found = value[from] else { throw Edit.Failure(reason: "there is nothing to move at \(JSONPatchError.quoted(from))") }
            if from == pointer { return }
            if from.isPrefix(of: pointer) { throw Edit.Failure(reason: "a value can't be moved into itself") }
            try Edit.remove(from.tokens).apply(to: &value, undo: &undo)
            try Edit.add(pointer.tokens, found).apply(to: &value, undo: &undo)
        }
    }
}
