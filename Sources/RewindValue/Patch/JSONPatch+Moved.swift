extension JSONPatch {
    /// The patch for a value that has the patched one at a pointer.
    package func moved(below base: JSONPointer) -> JSONPatch {
        if base.tokens.isEmpty { return self }
        func below(_ pointer: JSONPointer) -> JSONPointer { JSONPointer(tokens: base.tokens + pointer.tokens) }
        return JSONPatch(
            operations.map { operation in
                switch operation {
                case .add(let pointer, let value): .add(below(pointer), value)
                case .remove(let pointer): .remove(below(pointer))
                case .replace(let pointer, let value): .replace(below(pointer), value)
                case .move(let from, let to): .move(from: below(from), to: below(to))
                case .copy(let from, let to): .copy(from: below(from), to: below(to))
                case .test(let pointer, let value): .test(below(pointer), value)
                }
            })
    }
}
