import RewindValue

extension Expression {
    /// Whether it compares texts, long numbers, or values that may be an array's numbers, for which pseudonyms may stand.
    package var comparesContents: Bool { root.comparesContents }

    /// The paths whose values it looks into: not those of which it only asks whether there is anything, or of what kind.
    package var contentPaths: [Path] { root.contentPaths }

    /// Its comparisons of the value at a path with one that the text tells.
    package var literalComparisons: [LiteralComparison] {
        var comparisons: [LiteralComparison] = []
        root.forEachComparison { comparisons.append(LiteralComparison(path: $0, comparison: $1, literal: $2)) }
        return comparisons
    }

    /// A comparison of the value at a path with one that the text tells.
    package struct LiteralComparison: Sendable {
        let path: Path
        let comparison: Comparison
        let literal: JSONValue

        /// Whether both are of one kind.
        package enum Kinds: Sendable {
            /// One of them is nothing.
            case unknown
            case alike
            /// To jq, every array is more than every number, and no object is a text, whatever they hold: a slip that is answered. What it
            /// says, as a clause.
            case unlike(String)
        }

        /// Of what kinds the two are in a document.
        package func kinds(in document: StepDocument) -> Kinds {
            guard literal != .null, let value = try? document.value(at: path), value != .null else { return .unknown }
            if value.kind == literal.kind { return .alike }
            let meaning =
                !comparison.isBySize ? "is never equal" : value.jqOrder(to: literal) < 0 ? "always counts as less" : "always counts as more"
            let clause = "compares \(path) with \(literal.kind), but it is \(value.kind), which \(meaning)"
            return .unlike(clause + (instead(of: value).map { "; \($0)" } ?? ""))
        }

        /// What is likely meant where the value is of another kind.
        private func instead(of value: JSONValue) -> String? {
            switch (value, literal) {
            case (.object(let object), .string(let text)) where !comparison.isBySize && object.count == 1:
                "'\(path) | has(\(JSONValue.string(text).jsonText))' asks for a case of an enum"
            case (.array, _) where comparison.isBySize, (.object, _) where comparison.isBySize: "'\(path) | length' is how many it has"
            case (.string, _) where comparison.isBySize: "'\(path) | length' is how long it is"
            default: nil
            }
        }
    }
}

extension Expression.Node {
    fileprivate var contentPaths: [Expression.Path] {
        switch self {
        case .path, .literal, .call(.type, _, _), .call(.has, _, _): []
        case .compare(_, let left, let right):
            left.contentPaths + right.contentPaths + (right.isAboutPresence ? [] : left.result) + (left.isAboutPresence ? [] : right.result)
        case .and(let left, let right), .or(let left, let right): left.contentPaths + right.contentPaths
        case .call(.not, let node, _): node.contentPaths
        case .call(_, let node, _): node.contentPaths + node.result
        case .pipe(let first, let second):
            first.contentPaths + second.contentPaths.flatMap { path in path.word == nil ? first.result.map { $0 + path } : [path] }
        }
    }

    /// The paths whose values it hands on as they are.
    private var result: [Expression.Path] {
        switch self {
        case .path(let path): [path]
        case .pipe(let first, let second): second.result.flatMap { path in path.word == nil ? first.result.map { $0 + path } : [path] }
        default: []
        }
    }

    /// Whether a comparison with it asks only whether there is anything.
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

extension Expression.Path {
    /// The path to what a second one leads to, from where this one ends.
    fileprivate static func + (first: Self, second: Self) -> Self { Self(first.components + second.components, of: first.word) }
}
