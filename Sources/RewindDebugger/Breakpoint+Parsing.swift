import RewindRendering
import RewindReplay
import RewindValue

extension Breakpoint {
    /// The breakpoint that a text describes: `TYPE`, `path PATH` or `when EXPR`, and after the first two perhaps `when EXPR`.
    ///
    /// gdb's `if` means `when`. A path and a condition may stand alone.
    init(_ text: Substring, number: Int, usage: String, predicate: PredicateParser) throws(PromptError) {
        self.init(.condition, number: number)
        let (words, expression) = Self.split(text)
        if expression?.isEmpty == true { throw PromptError("no expression after 'when': the command is '\(usage)'") }
        condition = if let expression { try predicate(expression) } else { nil }
        let place = words.count == 1 ? try? TypedWord.place(in: words[0][...]) : nil
        switch (words.first, words.count) {
        case (nil, _) where condition != nil: break
        case (nil, _):
            throw PromptError("no place given to stop at: the command is '\(usage)', and 'help break' says what that may be")
        case ("path"?, 2):
            trigger = .change(
                of: try PromptError.parsing { () throws(JSONPointerError) in try JSONPointer(argument: words[1]) })
        case (_, 1) where place != nil: trigger = .change(of: place ?? .root)
        // No action type begins with a dot.
        case (let type?, 1) where type != "path" && !type.hasPrefix("."): trigger = .type(TypeGlob(type))
        default:
            if expression == nil, let bare = try? predicate(String(TypedWord.unquoted(text))) {
                condition = bare
                return
            }
            throw PromptError(
                "'\(words.joined(separator: " "))' is neither a place to stop at nor a condition: the command is '\(usage)', and 'help break' says what that "
                    + "may be")
        }
    }

    /// The words in front of `when`, and the expression behind it.
    private static func split(_ text: Substring) -> (words: [String], expression: String?) {
        var (rest, words) = (text, [String]())
        while !rest.isEmpty {
            // If this is no place, the quotes in it belong to an expression.
            guard let word = try? TypedWord(parsingPrefixOf: &rest) else { return (text.split { $0.isWhitespace }.map { String($0) }, nil) }
            if !word.isQuoted, word.text == "when" || word.text == "if" { return (words, String(rest)) }
            words.append(word.text)
        }
        return (words, nil)
    }
}
