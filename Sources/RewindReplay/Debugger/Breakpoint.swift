public import RewindValue

/// Where the debugger is to stop.
public struct Breakpoint: Sendable, Equatable {
    /// Its number, by which it is deleted; 0 for one that serves once.
    public var number: Int
    /// What it waits for.
    public var trigger: Trigger
    /// What has to be true of the state after the step as well.
    public var condition: Condition?

    /// A condition on a state, which is what its text says.
    public struct Condition: Sendable, Equatable, CustomStringConvertible {
        /// The text.
        public let description: String
        /// What decides.
        public let predicate: any Predicate

        /// A condition with the text that it was made from.
        public init(_ text: String, _ predicate: any Predicate) {
            description = text
            self.predicate = predicate
        }

        /// Whether both have the same text.
        public static func == (left: Condition, right: Condition) -> Bool { left.description == right.description }
    }

    /// What a breakpoint waits for.
    public enum Trigger: Sendable, Equatable {
        /// An action whose type fits.
        case type(TypeGlob)
        /// Another value at a place of the state.
        case change(of: JSONPointer)
        /// That the condition becomes true.
        case condition
    }

    /// The breakpoint that a text describes: `TYPE`, `path PATH` or `when EXPR`, and after the first two perhaps `when EXPR`.
    init(_ text: Substring, number: Int, usage: String, predicate: Debugger.PredicateParser) throws {
        self.number = number
        let (words, expression) = Self.split(text)
        if expression?.isEmpty == true { throw Debugger.Problem("no expression after 'when': the command is '\(usage)'") }
        condition = try expression.map { Condition($0, try predicate($0)) }
        switch (words.first, words.count) {
        case (nil, _) where condition != nil: trigger = .condition
        case ("path"?, 2): trigger = .change(of: try JSONPointer(argument: String(words[1])))
        case (let type?, 1) where type != "path": trigger = .type(TypeGlob(String(type)))
        default: throw Debugger.Problem("no place given: the command is '\(usage)'. \(Debugger.Command.places)")
        }
    }

    /// A breakpoint where a place changes.
    init(changeOf place: JSONPointer, number: Int) {
        self.number = number
        trigger = .change(of: place)
    }

    private static func split(_ text: Substring) -> (words: [Substring], expression: String?) {
        let words = text.split(whereSeparator: { $0.isWhitespace })
        guard let when = words.firstIndex(of: "when") else { return (words, nil) }
        return (Array(words[..<when]), String(text[words[when].endIndex...].drop { $0.isWhitespace }))
    }
}

extension Breakpoint: CustomStringConvertible {
    /// The breakpoint as it would be typed.
    public var description: String {
        let words =
            switch trigger {
            case .type(let glob): (glob.isExclusion ? "!" : "") + glob.pattern
            case .change(let place): "path " + (place.tokens.isEmpty ? "." : place.description)
            case .condition: ""
            }
        guard let condition else { return words }
        return (words.isEmpty ? "" : words + " ") + "when \(condition)"
    }
}
