import RewindRendering
import RewindReplay

/// Splits a line into words as a shell does, with quotes and backslashes.
enum ShellWords {
    /// Returns the words of a line.
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
