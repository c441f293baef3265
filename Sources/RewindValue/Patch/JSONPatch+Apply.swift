extension JSONPatch {
    /// Applies the operations in their order, all of them or none.
    ///
    /// Works in place: whatever the value does not share with another is changed where it is, so the cost depends on the operations and not
    /// on the value's size. An insertion into an array, or a removal from an array or object, is linear in its count; a patch with many of
    /// them pays for the count once. In `test`, 0 equals -0.
    ///
    /// - Throws: the first operation that can't be applied, or that costs more than one patch may (`PatchBudget`); the value is then what it was
    ///   before.
    package func apply(to value: inout JSONValue) throws(JSONPatchError) {
        var budget = PatchBudget()
        try apply(to: &value, within: &budget)
    }

    /// The same for one of a chain of patches, which share a budget.
    package func apply(to value: inout JSONValue, within budget: inout PatchBudget) throws(JSONPatchError) {
        var edited = EditedValue(value.take(), operations: operations.count)
        defer { value = edited.takeValue() }
        var undo: [Edit] = []
        undo.reserveCapacity(operations.count)
        for (index, operation) in operations.enumerated() {
            do throws(Edit.Failure) {
                try operation.apply(to: &edited, within: &budget, undo: &undo)
            } catch {
                while let edit = undo.popLast() { _ = try? edited.apply(edit) }
                throw JSONPatchError(index: index, operation: operation.name, pointer: operation.pointer, reason: error.reason)
            }
        }
    }
}

extension JSONPatch.Operation {
    /// The operation's name in RFC 6902.
    package var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .replace: "replace"
        case .move: "move"
        case .copy: "copy"
        case .test: "test"
        }
    }

    /// The place on which the operation works; for a move or a copy, where it puts the value.
    package var pointer: JSONPointer {
        switch self {
        case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _), .move(_, let pointer), .copy(_, let pointer),
            .test(let pointer, _):
            pointer
        }
    }

    fileprivate func apply(
        to value: inout EditedValue, within budget: inout PatchBudget, undo: inout [Edit]
    ) throws(Edit.Failure) {
        switch self {
        case .add(let pointer, let new):
            try budget.put(new, at: pointer)
            undo.append(try value.apply(.add(pointer.tokens, new)))
        case .remove(let pointer): undo.append(try value.apply(.remove(pointer.tokens)))
        case .replace(let pointer, let new):
            try budget.put(new, at: pointer)
            undo.append(try value.apply(.replace(pointer.tokens, new)))
        case .test(let pointer, let expected):
            guard let found = value.value(at: pointer) else { throw .missing }
            if !found.passesTest(for: expected) { throw Edit.Failure(reason: "the value there is different") }
        case .copy(let from, let pointer):
            guard let found = value.value(at: from) else {
                throw Edit.Failure(reason: "there is nothing to copy at \(JSONPatchError.quoted(from))")
            }
            try budget.copy(found, in: &value, from: from, to: pointer)
            undo.append(try value.apply(.add(pointer.tokens, found)))
        case .move(let from, let pointer):
            guard let found = value.value(at: from) else {
                throw Edit.Failure(reason: "there is nothing to move at \(JSONPatchError.quoted(from))")
            }
            if from == pointer { return }
            if from.isPrefix(of: pointer) { throw Edit.Failure(reason: "a value can't be moved into itself") }
            try budget.move(in: &value, from: from, to: pointer)
            undo.append(try value.apply(.remove(from.tokens)))
            undo.append(try value.apply(.add(pointer.tokens, found)))
        }
    }
}
