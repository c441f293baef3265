import RewindReplay

/// A line taken apart as a shell does: words between spaces, with quotes and backslashes.
enum ShellWords {
    /// The words of a line.
    ///
    /// - Throws: `Debugger.Problem` if a quote is not closed.
    static func split(_ line: some StringProtocol) throws(Debugger.Problem) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let quote { throw Debugger.Problem("the quote \(quote) is not closed") }
        return words + (word.map { [$0] } ?? [])
    }
}
