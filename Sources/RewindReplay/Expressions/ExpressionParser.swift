import RewindValue

/// Reads an expression, in jq's precedence: `|`, `or`, `and`, comparisons, `+` and `-`.
struct ExpressionParser {
    private let text: String
    private var tokens: [(token: ExpressionToken, column: Int)] = []
    private let end: Int
    private var position = 0
    private var depth = 0

    /// How deep parentheses may nest.
    private static let depthLimit = 100
    /// How many words and signs an expression may have: a chain of operators is a tree as deep as it is long.
    private static let tokenLimit = 2_000

    init(_ text: String) throws(ExpressionError) {
        self.text = text
        var lexer = ExpressionLexer(text)
        while let token = try lexer.next() {
            if tokens.count == Self.tokenLimit {
                throw ExpressionError(
                    text: text, column: token.column, reason: "the expression is longer than \(Self.tokenLimit) words and signs")
            }
            tokens.append(token)
        }
        end = lexer.column
    }

    /// The whole text as one expression.
    mutating func expression() throws(ExpressionError) -> Expression.Node {
        let node = try pipe()
        if let token = peek { throw wrong("\(Self.quoted(token)) is not supported there") }
        return node
    }

    private mutating func pipe() throws(ExpressionError) -> Expression.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw wrong("the parentheses are too deep") }
        var node = try or()
        while accept("|") { node = Self.piped(node, into: try or()) }
        return node
    }

    /// A pipe from a path is turned into the second expression with longer paths, so that it reads no more than it needs.
    private static func piped(_ first: Expression.Node, into second: Expression.Node) -> Expression.Node {
        guard case .path(let prefix) = first else { return .pipe(first, second) }
        func moved(_ node: Expression.Node) -> Expression.Node {
            switch node {
            case .path(let path) where path.word != nil: node
            case .path(let path): .path(Expression.Path(prefix.components + path.components, of: prefix.word))
            case .literal: node
            case .compare(let comparison, let left, let right): .compare(comparison, moved(left), moved(right))
            case .arithmetic(let operation, let left, let right): .arithmetic(operation, moved(left), moved(right))
            case .and(let left, let right): .and(moved(left), moved(right))
            case .or(let left, let right): .or(moved(left), moved(right))
            case .call(let function, let inner, let argument): .call(function, of: moved(inner), with: argument)
            case .pipe(let left, let right): .pipe(moved(left), right)
            case .each(let loop, let inner, let body): .each(loop, of: moved(inner), body)
            }
        }
        return moved(second)
    }

    private mutating func or() throws(ExpressionError) -> Expression.Node {
        var node = try and()
        while accept("or") { node = .or(node, try and()) }
        return node
    }

    private mutating func and() throws(ExpressionError) -> Expression.Node {
        var node = try comparison()
        while accept("and") { node = .and(node, try comparison()) }
        return node
    }

    private mutating func comparison() throws(ExpressionError) -> Expression.Node {
        let left = try sum()
        guard case .sign(let sign)? = peek, let comparison = Expression.Comparison(rawValue: sign) else { return left }
        position += 1
        return .compare(comparison, left, try sum())
    }

    private mutating func sum() throws(ExpressionError) -> Expression.Node {
        var node = try term()
        while case .sign(let sign)? = peek, let operation = Expression.Arithmetic(rawValue: sign) {
            position += 1
            node = .arithmetic(operation, node, try term())
        }
        return node
    }

    private mutating func term() throws(ExpressionError) -> Expression.Node {
        guard let token = peek else { throw wrong("an operand is missing") }
        position += 1
        switch token {
        case .path(let path): return .path(path)
        case .literal(let value): return .literal(value)
        case .sign("("):
            let node = try pipe()
            guard accept(")") else { throw wrong("a ')' is missing") }
            return node
        case .sign("-"):
            if case .literal(.number(let number))? = peek, let negative = try? JSONValue(parsing: "-" + JSONValue.number(number).jsonText) {
                position += 1
                return .literal(negative)
            }
        case .name(let name):
            if let function = Expression.Function(rawValue: name) { return try call(function) }
            if let loop = Expression.Loop(rawValue: name) {
                guard accept("(") else { throw wrong("write \(loop.usage)") }
                let body = try pipe()
                guard accept(")") else { throw wrong("a ')' is missing") }
                return .each(loop, of: .path(.init()), body)
            }
        case .sign: break
        }
        position -= 1
        throw wrong("\(Self.quoted(token)) is not supported there")
    }

    private mutating func call(_ function: Expression.Function) throws(ExpressionError) -> Expression.Node {
        guard function.hasArgument else { return .call(function, of: .path(.init()), with: nil) }
        guard accept("("), case .literal(let value)? = peek, value.string != nil || function == .has else {
            throw wrong("write \(function.usage)")
        }
        position += 1
        guard accept(")") else { throw wrong("a ')' is missing") }
        return .call(function, of: .path(.init()), with: value)
    }

    private var peek: ExpressionToken? { position < tokens.count ? tokens[position].token : nil }

    private mutating func accept(_ word: String) -> Bool {
        guard peek == .sign(word) || peek == .name(word) else { return false }
        position += 1
        return true
    }

    private static func quoted(_ token: ExpressionToken) -> String { "'\(token.text)'" }

    private func wrong(_ reason: String) -> ExpressionError {
        ExpressionError(text: text, column: position < tokens.count ? tokens[position].column : end, reason: reason)
    }
}
