import RewindValue

enum ExpressionToken: Equatable {
    case path(Expression.Path)
    case literal(JSONValue)
    case name(String)
    /// An operator, a parenthesis, or any other literal sign.
    case sign(String)

    /// The token's name in errors.
    var text: String {
        switch self {
        case .path(let path): path.description
        case .literal(let value): value.jsonText
        case .name(let name), .sign(let name): name
        }
    }
}

/// Splits an expression into tokens, each with the column at which it begins.
struct ExpressionLexer {
    private let text: String
    private var rest: Substring
    /// Where the last token began: columns are counted from there, not from the beginning.
    private var word: (start: String.Index, column: Int)

    init(_ text: String) {
        self.text = text
        rest = text[...]
        word = (text.startIndex, 1)
    }

    /// The next word; `nil` at the end.
    mutating func next() throws(ExpressionError) -> (token: ExpressionToken, column: Int)? {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        let column = self.column
        word = (rest.startIndex, column)
        if first == "." { return (.path(try path()), column) }
        if first == "\"" { return (.literal(.string(try string())), column) }
        if first.isASCII, first.isNumber { return (.literal(try number()), column) }
        if first == "$" { return (.path(try variable()), column) }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        if !name.isEmpty {
            rest = rest[name.endIndex...]
            switch name {
            case "true": return (.literal(true), column)
            case "false": return (.literal(false), column)
            case "null": return (.literal(.null), column)
            default:
                if let word = StepWord(rawValue: String(name)), word.isBare { return (.path(try path(of: word)), column) }
                return (.name(String(name)), column)
            }
        }
        for sign in ["==", "!=", "<=", ">=", "<", ">", "|", "(", ")", "[]", "{}", "-", "//", "+", "*", "/", "%", ",", "=", "[", "{"]
        where rest.hasPrefix(sign) {
            rest = rest.dropFirst(sign.count)
            if sign == "[]" { return (.literal([]), column) }
            return (sign == "{}" ? .literal([:]) : .sign(sign), column)
        }
        return (.sign(String(rest.removeFirst())), column)
    }

    /// The column of the next character, from 1.
    var column: Int { word.column + text.distance(from: word.start, to: rest.startIndex) }

    private func wrong(_ reason: String) -> ExpressionError { ExpressionError(text: text, column: column, reason: reason) }

    private mutating func variable() throws(ExpressionError) -> Expression.Path {
        let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        guard let word = StepWord(rawValue: String(name)) else { throw wrong("there is no $\(name), only \(StepWord.list)") }
        rest = rest[name.endIndex...]
        return try path(of: word)
    }

    private mutating func path(of word: StepWord) throws(ExpressionError) -> Expression.Path {
        let components = try path().components
        if text[..<rest.startIndex].hasSuffix(".") { throw wrong("there is no key after a '.'") }
        return Expression.Path(components, of: word)
    }

    private mutating func path() throws(ExpressionError) -> Expression.Path {
        var path = Expression.Path()
        while let first = rest.first, first == "." || first == "[" {
            if first == "[" {
                path.components.append(try bracketed())
                continue
            }
            if rest.hasPrefix("..") { throw wrong("'..' is not supported") }
            rest.removeFirst()
            if rest.first == "\"" {
                path.components.append(.key(try string()))
                continue
            }
            let key = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            if key.isEmpty {
                if rest.first == "[" { continue }
                if path.components.isEmpty { return path }
                throw wrong("there is no key after a '.'")
            }
            guard String(key).isIdentifier else { throw wrong("write an index in brackets: [\(key)]") }
            rest = rest[key.endIndex...]
            path.components.append(.key(String(key)))
        }
        if rest.first == "?" { throw wrong("'?' is not supported") }
        return path
    }

    private mutating func bracketed() throws(ExpressionError) -> Expression.Path.Component {
        rest.removeFirst()
        let component: Expression.Path.Component
        if rest.first == "\"" {
            component = .key(try string())
        } else {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
            guard let index = Int(digits) else {
                throw wrong("brackets take an index or a key in double quotes; all elements at once are not supported")
            }
            rest = rest[digits.endIndex...]
            component = .index(index)
        }
        guard rest.first == "]" else { throw wrong("a '[' is not closed") }
        rest.removeFirst()
        return component
    }

    private mutating func string() throws(ExpressionError) -> String {
        var isEscaped = false
        let inner = rest.dropFirst().prefix { character in
            if isEscaped {
                isEscaped = false
                return true
            }
            isEscaped = character == "\\"
            return character != "\""
        }
        guard inner.endIndex < rest.endIndex else { throw wrong("a quote is not closed") }
        let end = rest.index(after: inner.endIndex)
        guard let string = (try? JSONValue(parsing: String(rest[..<end])))?.string else { throw wrong("not a JSON string") }
        rest = rest[end...]
        return string
    }

    private mutating func number() throws(ExpressionError) -> JSONValue {
        var last: Character = "0"
        let digits = rest.prefix { character in
            defer { last = character }
            return character.isASCII
                && (character.isNumber || character == "." || "eE".contains(character) || "+-".contains(character) && "eE".contains(last))
        }
        guard let number = try? JSONValue(parsing: String(digits)) else { throw wrong("'\(digits)' is not a number") }
        rest = rest[digits.endIndex...]
        return number
    }
}
