package import RewindValue

/// A place where the debugger stops.
package struct Breakpoint: Sendable, Equatable {
    /// The number by which the breakpoint is deleted; 0 for a breakpoint that is used only once.
    package var number: Int
    /// What the breakpoint waits for.
    package var trigger: Trigger
    /// A condition that must also be true of the step.
    package var condition: Predicate?
    /// The only store at whose steps it stops; `nil` for every store that can have what it reads.
    package var store: String?
    /// Whether it is deleted after it has stopped once.
    package var isTemporary = false

    /// What a breakpoint waits for.
    package enum Trigger: Sendable, Equatable {
        /// An action whose type matches.
        case type(TypeGlob)
        /// The step with a number.
        case step(Int)
        /// A change of value at a place of the state.
        case change(of: JSONPointer)
        /// A change of an expression's value.
        case value(of: Predicate)
        /// The moment the condition becomes true; if it asks what happened, each step at which it is true.
        case condition
    }

    /// The breakpoint that a text describes: `TYPE`, `path PATH` or `when EXPR`, and after the first two perhaps `when EXPR`.
    ///
    /// gdb's `if` means `when`. A path and a condition may stand alone.
    init(_ text: Substring, number: Int, usage: String, predicate: Debugger.PredicateParser) throws(Debugger.Problem) {
        self.number = number
        trigger = .condition
        let (words, expression) = Self.split(text)
        if expression?.isEmpty == true { throw Debugger.Problem("no expression after 'when': the command is '\(usage)'") }
        condition = if let expression { try predicate(expression) } else { nil }
        let place = words.count == 1 ? try? Debugger.place(in: words[0]) : nil
        switch (words.first, words.count) {
        case (nil, _) where condition != nil: break
        case (nil, _):
            throw Debugger.Problem("no place given to stop at: the command is '\(usage)', and 'help break' says what that may be")
        case ("path"?, 2):
            trigger = .change(
                of: try Debugger.Problem.parsing { () throws(JSONPointerError) in try JSONPointer(argument: String(words[1])) })
        case (_, 1) where place != nil: trigger = .change(of: place ?? .root)
        // No action type begins with a dot.
        case (let type?, 1) where type != "path" && !type.hasPrefix("."): trigger = .type(TypeGlob(String(type)))
        default:
            if expression == nil, let bare = try? predicate(String(text)) {
                condition = bare
                return
            }
            let what = words[0].startIndex..<words[words.count - 1].endIndex
            throw Debugger.Problem(
                "'\(text[what])' is neither a place to stop at nor a condition: the command is '\(usage)', and 'help break' says what that "
                    + "may be")
        }
    }

    /// A breakpoint that waits for something.
    init(_ trigger: Trigger, number: Int) {
        self.number = number
        self.trigger = trigger
    }

    private static func split(_ text: Substring) -> (words: [Substring], expression: String?) {
        let words = text.split(whereSeparator: { $0.isWhitespace })
        guard let when = words.firstIndex(where: { $0 == "when" || $0 == "if" }) else { return (words, nil) }
        return (Array(words[..<when]), String(text[words[when].endIndex...].drop { $0.isWhitespace }))
    }
}

extension Breakpoint: CustomStringConvertible {
    /// The breakpoint as it would be typed.
    package var description: String {
        let asked = store.map { "--store \($0) " } ?? ""
        let words =
            switch trigger {
            case .type(let glob): (glob.isExclusion ? "!" : "") + glob.pattern
            case .step(let number): "step \(number)"
            case .change(let place): "path " + (place.tokens.isEmpty ? "." : place.description)
            case .value(let expression): "watch \(expression)"
            case .condition: ""
            }
        guard let condition else { return asked + words }
        return asked + (words.isEmpty ? "" : words + " ") + "when \(condition)"
    }
}
