package import RewindValue

extension JSONPatch {
    /// Whether applying the patch may change the value at a place; `false` is certain.
    package func mayChange(_ place: JSONPointer) -> Bool { operations.contains { $0.mayChange(place.tokens) } }

    /// Whether applying the patch may change the value at one of some places.
    package func mayChange(anyOf places: [JSONPointer]) -> Bool { places.contains(where: mayChange) }
}

extension JSONPatch.Operation {
    /// Whether applying it may change the value at one of some places.
    func mayChange(anyOf places: [JSONPointer]) -> Bool { places.contains { mayChange($0.tokens) } }

    /// An operation reaches what is at its pointer, below it and above it, and where it inserts or removes, the later elements.
    fileprivate func mayChange(_ tokens: [String]) -> Bool {
        switch self {
        case .replace(let at, _): at.reaches(tokens, movesElements: false)
        case .add(let at, _), .remove(let at), .copy(_, let at): at.reaches(tokens, movesElements: true)
        case .move(let from, let to): from.reaches(tokens, movesElements: true) || to.reaches(tokens, movesElements: true)
        case .test: false
        }
    }
}

extension JSONPointer {
    fileprivate func reaches(_ other: [String], movesElements: Bool) -> Bool {
        for (position, pair) in zip(tokens, other).enumerated() where !pair.0.isIdentical(to: pair.1) {
            guard movesElements, position == tokens.count - 1, let index = Int(pair.1) else { return false }
            return pair.0 == "-" || (Int(pair.0) ?? .max) < index
        }
        return true
    }
}
