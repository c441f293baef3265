package import RewindValue

extension Expression {
    /// Whether it compares texts or long numbers, which a recording may have replaced.
    package var comparesContents: Bool { root.comparesContents }

    /// Whether a text or a long number stands in it with which a value is compared, or the order of texts matters to it: neither is kept
    /// where contents are replaced, whereas equal values stay equal.
    var namesContents: Bool {
        var names = false
        root.forEach { node, _ in if node.namesContents { names = true } }
        return names
    }

    /// The paths whose values it looks into, as opposed to asking only whether something is there, or of what kind it is.
    package var contentPaths: [Path] { root.contentPaths }

    /// Its comparisons of the value at a path with a literal.
    package var literalComparisons: [LiteralComparison] {
        var comparisons: [LiteralComparison] = []
        root.forEach { node, isPiped in
            switch node {
            case .compare(let comparison, .path(let path), .literal(let value)),
                .compare(let comparison, .literal(let value), .path(let path)):
                if isPiped, path.word == nil { break }
                comparisons.append(LiteralComparison(path: path, comparison: comparison, literal: value))
            default: break
            }
        }
        return comparisons
    }

    /// A comparison of the value at a path with a literal.
    package struct LiteralComparison: Sendable {
        let path: Path
        let comparison: Comparison
        let literal: JSONValue

        /// The kinds of both values in a document.
        package func kinds(in document: StepDocument) -> Kinds {
            guard literal != .null, let value = try? document.value(at: path), value != .null else { return .unknown }
            return value.kind == literal.kind ? .alike : .unlike(UnlikeKinds(self, value))
        }

        /// What is known about the kinds of two compared values.
        package enum Kinds: Sendable {
            case unknown
            case alike
            case unlike(UnlikeKinds)
        }
    }
}

/// A comparison of values of two kinds: a slip that deserves a remark.
///
/// In jq, every array is greater than every number, and no object equals a text, whatever they contain.
package struct UnlikeKinds: Sendable, Equatable {
    package let path: Expression.Path
    /// The literal that it is compared with.
    package let literal: JSONValue
    /// Whether the comparison is by order.
    package let isBySize: Bool
    /// Whether the value counts as less.
    package let isLess: Bool
    /// What the value is, in words.
    package let kind: String
    fileprivate init(_ comparison: Expression.LiteralComparison, _ value: JSONValue) {
        (path, literal, isBySize) = (comparison.path, comparison.literal, comparison.comparison.isBySize)
        isLess = value.jqOrder(to: literal) < 0
        kind = value.kind
    }
}

extension Expression.Node {
    fileprivate var contentPaths: [Expression.Path] {
        switch self {
        case .path, .literal, .call(.type, _, _), .call(.has, _, _): []
        case .compare(_, let left, let right):
            left.contentPaths + right.contentPaths + (right.isAboutPresence ? [] : left.result) + (left.isAboutPresence ? [] : right.result)
        case .arithmetic(_, let left, let right): left.contentPaths + right.contentPaths + left.result + right.result
        case .and(let left, let right), .or(let left, let right): left.contentPaths + right.contentPaths
        case .call(.not, let node, _): node.contentPaths
        case .call(_, let node, _): node.contentPaths + node.result
        case .pipe(let first, let second):
            first.contentPaths + second.contentPaths.flatMap { path in path.word == nil ? first.result.map { $0 + path } : [path] }
        case .each(let loop, let whole, let body):
            // Of the elements, it is enough to know whose they are.
            whole.contentPaths
                + (body.contentPaths + (loop == .map ? body.result : [])).flatMap { path in path.word == nil ? whole.result : [path] }
        }
    }

    /// The paths whose values it returns unchanged.
    private var result: [Expression.Path] {
        switch self {
        case .path(let path): [path]
        case .pipe(let first, let second): second.result.flatMap { path in path.word == nil ? first.result.map { $0 + path } : [path] }
        default: []
        }
    }

    /// Whether a comparison with it asks only whether something is there.
    private var isAboutPresence: Bool {
        switch self {
        case .literal(.null), .literal(.bool): true
        default: false
        }
    }

    fileprivate var comparesContents: Bool {
        switch self {
        case .path, .literal: false
        case .compare(_, let left, let right):
            left.comparesContents || right.comparesContents || !(left.isPlain(comparedWith: right) || right.isPlain(comparedWith: left))
        case .arithmetic(_, let left, let right), .and(let left, let right), .or(let left, let right), .pipe(let left, let right),
            .each(_, of: let left, let right):
            left.comparesContents || right.comparesContents
        case .call(.startswith, let node, _), .call(.endswith, let node, _), .call(.contains, let node, _): !node.isNamed
        case .call(_, let node, _): node.comparesContents
        }
    }

    /// Whether this node, whatever is in it, names contents.
    fileprivate var namesContents: Bool {
        switch self {
        case .compare(let comparison, let left, let right):
            comparison.isBySize && !(left.isSmall || right.isSmall)
                || left.isContents && !right.isNamed || right.isContents && !left.isNamed
        case .call(.startswith, let node, _), .call(.endswith, let node, _), .call(.contains, let node, _): !node.isNamed
        case .call(.sort, _, _): true
        default: false
        }
    }

    /// Whether it is a literal that a value is not equal to any more once contents are replaced.
    private var isContents: Bool {
        switch self {
        case .literal(.string(let text)): !text.isEmpty
        case .literal(.number(let number)): number.doubleValue.magnitude >= 1_000_000
        default: false
        }
    }

    /// Whether it is small whatever the values are, so that its order to another one is kept.
    private var isSmall: Bool {
        switch self {
        case .literal, .call(.length, _, _): !isContents
        case .path(let path): path.word == .step || path.word == .t || path.word == .last
        case .arithmetic(_, let left, let right): left.isSmall && right.isSmall
        default: false
        }
    }

    /// Whether a comparison with this gives the same result if the other side is replaced with another text or number.
    private func isPlain(comparedWith other: Expression.Node) -> Bool {
        switch self {
        case .literal(.string): other.isNamed
        case .literal(.number(let number)): number.doubleValue.magnitude < 1_000_000
        case .literal, .call: true
        case .path(let path): path.word == .step || path.word == .t || path.word == .type || path.word == .effects || path.word == .last
        default: false
        }
    }

    /// Whether this is a name from the source code: the action's type, or the kind of a value.
    private var isNamed: Bool {
        switch self {
        case .path(let path): path.word == .type || path.word == .effects
        case .call(.type, _, _): true
        default: false
        }
    }
}

extension Expression.Path {
    /// The path of a second one that begins where the first ends.
    fileprivate static func + (first: Self, second: Self) -> Self { Self(first.components + second.components, of: first.word) }
}
