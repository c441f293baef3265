import RewindValue

extension Expression {
    /// Whether it compares texts, long numbers, or values that may be an array's numbers, for which pseudonyms may stand.
    package var comparesContents: Bool { root.comparesContents }
}

extension Expression.Node {
    fileprivate var comparesContents: Bool {
        switch self {
        case .path, .literal: false
        case .compare(_, let left, let right):
            left.comparesContents || right.comparesContents || !(left.isPlain(beside: right) || right.isPlain(beside: left))
        case .and(let left, let right), .or(let left, let right), .pipe(let left, let right):
            left.comparesContents || right.comparesContents
        case .call(.startswith, let node, _), .call(.endswith, let node, _), .call(.contains, let node, _): !node.isNamed
        case .call(_, let node, _): node.comparesContents
        }
    }

    /// Whether this is such that a comparison with it comes to the same beside a pseudonym.
    private func isPlain(beside other: Expression.Node) -> Bool {
        switch self {
        case .literal(.string): other.isNamed
        case .literal(.number(let number)): number.doubleValue.magnitude < 1_000_000 && !other.isElement
        case .literal, .call: true
        case .path(let path): path.word == .step || path.word == .t || path.word == .type
        default: false
        }
    }

    /// Whether this is a name of the source code's: the action's type, or the kind of a value.
    private var isNamed: Bool {
        switch self {
        case .path(let path): path.word == .type
        case .call(.type, _, _): true
        default: false
        }
    }

    /// Whether this is, as far as the text tells, an element of an array.
    private var isElement: Bool {
        if case .path(let path) = self, case .index? = path.components.last { true } else { false }
    }
}
