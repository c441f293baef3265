package import RewindValue

/// A condition on a state, in the subset of jq's language that this library evaluates itself.
///
/// ```
/// .comments.selection >= (.comments.items | length)
/// .home.isLoading and .home.error == null
/// ```
///
/// Every expression means the same in jq: paths, literals, comparisons, `+`, `-`, `and`, `or`, `|`, the functions of
/// `Function`, and those of `Loop`, which ask each element. An expression knows which places it reads, so it is evaluated only where those changed.
package struct Expression: Sendable, Equatable, CustomStringConvertible {
    /// The text from which the expression was made.
    package let description: String
    /// The expression's tree.
    let root: Node
    /// The paths that the expression reads, each once.
    package let paths: [Path]

    /// Parses a text.
    ///
    /// - Throws: ``ExpressionError`` if the text is not an expression, or is one that only jq understands.
    package init(parsing text: String) throws(ExpressionError) {
        var parser = try ExpressionParser(text)
        description = text
        root = try parser.expression()
        var paths: [Path] = []
        root.forEach { node, isPiped in
            if case .path(let path) = node, !isPiped || path.word != nil, !paths.contains(path) { paths.append(path) }
        }
        self.paths = paths
    }

    /// The places of the state, or of the state before, that decide its value.
    var reads: [JSONPointer] {
        var places: [JSONPointer] = []
        for path in paths where path.isOfState && !places.contains(path.pointer) { places.append(path.pointer) }
        return places
    }

    /// The words that it reads besides the state.
    var words: Set<StepWord> { Set(paths.compactMap { $0.word == .state ? nil : $0.word }) }

    indirect enum Node: Sendable, Equatable {
        case path(Path)
        case literal(JSONValue)
        case compare(Comparison, Node, Node)
        case arithmetic(Arithmetic, Node, Node)
        case and(Node, Node)
        case or(Node, Node)
        case call(Function, of: Node, with: JSONValue?)
        /// A pipe: in the second expression, paths begin at the value of the first.
        case pipe(Node, Node)
        /// A loop over the elements of a value: in the second expression, paths begin at an element.
        case each(Loop, of: Node, Node)

        /// Calls `body` with each node, and whether its paths begin at the value of a pipe's first expression, unless they begin with a word.
        func forEach(isPiped: Bool = false, _ body: (_ node: Node, _ isPiped: Bool) -> Void) {
            body(self, isPiped)
            switch self {
            case .path, .literal: break
            case .compare(_, let left, let right), .arithmetic(_, let left, let right), .and(let left, let right), .or(let left, let right):
                left.forEach(isPiped: isPiped, body)
                right.forEach(isPiped: isPiped, body)
            case .call(_, let node, _): node.forEach(isPiped: isPiped, body)
            case .pipe(let first, let second), .each(_, of: let first, let second):
                first.forEach(isPiped: isPiped, body)
                second.forEach(isPiped: true, body)
            }
        }
    }

    /// How two values are compared: by jq's order, null, booleans, numbers, strings, arrays, objects.
    enum Comparison: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"

        /// Whether it compares by order.
        var isBySize: Bool { self != .equal && self != .notEqual }
    }

    /// What is added or taken away: numbers; for `+` also texts, arrays and objects, and for `-` the elements of an array.
    enum Arithmetic: String, Sendable {
        case plus = "+"
        case minus = "-"
    }

    /// An expression that is asked of each element of an array, or of each value of an object.
    package enum Loop: String, Sendable, CaseIterable {
        case all, any, map

        package var usage: String { self == .map ? "map(.key)" : "\(rawValue)(.key > 0)" }
    }

    /// A function of a value, written after a `|`, or alone for the whole document.
    package enum Function: String, Sendable, CaseIterable {
        case not, length, type, unique, sort, has, startswith, endswith, contains

        package var usage: String {
            switch self {
            case .not, .length, .type, .unique, .sort: rawValue
            case .has: "has(\"key\")"
            case .startswith, .endswith, .contains: "\(rawValue)(\"text\")"
            }
        }

        /// Whether it takes an argument in parentheses.
        var hasArgument: Bool {
            switch self {
            case .not, .length, .type, .unique, .sort: false
            case .has, .startswith, .endswith, .contains: true
            }
        }
    }

    /// The path to a value: `.cart.items[0].name`, or `$action.id`; a negative index counts from the end.
    package struct Path: Sendable, Hashable, CustomStringConvertible {
        /// The word that the path begins with; `nil` if it begins at the document itself.
        package var word: StepWord?
        /// The keys and indices along the path.
        package var components: [Component]

        /// Whether the path leads through the state, or the state before.
        var isOfState: Bool { word == nil || word == .state || word == .before }

        /// A key or an index.
        package enum Component: Sendable, Hashable {
            /// A member of an object.
            case key(String)
            /// An element of an array.
            case index(Int)

            /// Whether both are the same index, or keys with the same Unicode scalars.
            package static func == (left: Component, right: Component) -> Bool {
                switch (left, right) {
                case (.key(let left), .key(let right)): left.isIdentical(to: right)
                case (.index(let left), .index(let right)): left == right
                default: false
                }
            }
        }

        package init(_ components: [Component] = [], of word: StepWord? = nil) {
            self.word = word
            self.components = components
        }

        /// The place whose changes can change what the path leads to; an index from the end depends on the whole array.
        package var pointer: JSONPointer {
            var tokens: [String] = []
            for component in components {
                switch component {
                case .key(let key): tokens.append(key)
                case .index(let index) where index >= 0: tokens.append(String(index))
                case .index: return JSONPointer(tokens: tokens)
                }
            }
            return JSONPointer(tokens: tokens)
        }

        /// The path as it is written.
        package var description: String {
            let text = components.reduce(into: word?.description ?? "") { text, component in
                switch component {
                case .key(let key):
                    text += key.isIdentifier ? "." + key : (text.isEmpty ? "." : "") + "[\(JSONValue.string(key).jsonText)]"
                case .index(let index): text += (text.isEmpty ? "." : "") + "[\(index)]"
                }
            }
            return text.isEmpty ? "." : text
        }
    }

    /// Why an expression has no value in a document.
    package struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// What is wrong, as a clause.
        package let description: String
        /// The kind of its value, such as "an array", where only a condition makes sense.
        package let nonConditionKind: String?

        /// A failure with a reason, also for predicates in other languages.
        package init(_ description: String) {
            self.description = description
            nonConditionKind = nil
        }

        /// A failure because the value is no verdict.
        init(noVerdict value: JSONValue) {
            description = "it evaluates to \(value.kind)"
            nonConditionKind = value.kind
        }
    }
}

extension String {
    /// Whether jq accepts it as a name without quotes.
    package var isIdentifier: Bool {
        func isLetter(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let first = utf8.first, isLetter(first) else { return false }
        return utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Why a text is not an expression.
package struct ExpressionError: Error, Sendable, Equatable, CustomStringConvertible {
    package var text: String
    /// The column of the error, in characters from 1.
    package var column: Int
    package var reason: String

    /// The text, the place of the error, and what is supported.
    package var description: String {
        "'\(text)' can't be evaluated: at character \(column), \(reason). \(Self.supported)"
    }

    /// What an expression may consist of.
    package static let supported =
        "Supported are paths (.a.b[0], .[\"a b\"]), \(StepWord.list), numbers, strings, true, false, null, == != < <= > >=, + and -, and, or, parentheses, and | to "
        + (Expression.Function.allCases.map { $0.usage } + Expression.Loop.allCases.map { $0.usage }).joined(separator: ", ")
}
