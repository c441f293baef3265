extension JSONPatch {
    /// The patch for a value that has the patched one at a pointer.
    package func moved(below base: JSONPointer) -> JSONPatch {
        if base.tokens.isEmpty { return self }
        return JSONPatch(operations.map { $0.withPointers { JSONPointer(tokens: base.tokens + $0.tokens) } })
    }
}

extension JSONPatch.Operation {
    /// The operation on what is at a place in which it works.
    package func moved(above base: JSONPointer) -> Self {
        withPointers { JSONPointer(tokens: Array($0.tokens.dropFirst(base.tokens.count))) }
    }

    /// The operation with what a function makes of its pointers.
    fileprivate func withPointers(_ change: (JSONPointer) -> JSONPointer) -> Self {
        switch self {
        case .add(let pointer, let value): .add(change(pointer), value)
        case .remove(let pointer): .remove(change(pointer))
        case .replace(let pointer, let value): .replace(change(pointer), value)
        case .move(let from, let to): .move(from: change(from), to: change(to))
        case .copy(let from, let to): .copy(from: change(from), to: change(to))
        case .test(let pointer, let value): .test(change(pointer), value)
        }
    }
}
