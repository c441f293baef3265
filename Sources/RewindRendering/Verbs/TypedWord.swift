package import RewindValue

/// A word of a line that was typed, as a shell takes it apart.
package struct TypedWord: Sendable {
    /// The word without its quotes.
    package let text: String
    /// Whether it begins with a quote: then it is no option.
    package let isQuoted: Bool

    /// A word that a shell has taken apart already.
    init(_ text: String) { (self.text, isQuoted) = (text, false) }

    /// Takes the first word of a text, with quotes and backslashes as in a shell, and the blanks around it; `nil` if no word is left.
    ///
    /// In the brackets of a path, as in `.["a key"]`, quotes and blanks stay.
    ///
    /// - Throws: ``PromptError`` if a quote is not closed.
    package init?(parsingPrefixOf rest: inout Substring) throws(PromptError) {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        isQuoted = first == "'" || first == "\""
        var word = ""
        var quote: Character?
        var (isEscaped, depth) = (false, 0)
        while let character = rest.first, quote != nil || isEscaped || depth > 0 || !character.isWhitespace {
            rest.removeFirst()
            let isInPath = depth > 0
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
                if isInPath { word.append(character) }
            } else if character == quote || quote == nil && (character == "'" || character == "\"") {
                quote = quote == nil ? character : nil
                if isInPath { word.append(character) }
            } else {
                if quote == nil, character == "[" { depth += 1 }
                if quote == nil, character == "]", isInPath { depth -= 1 }
                word.append(character)
            }
        }
        if let quote { throw PromptError("the quote \(quote) is not closed") }
        rest = rest.drop { $0.isWhitespace }
        text = word
    }

    /// The words of a text.
    ///
    /// - Throws: ``PromptError`` if a quote is not closed.
    package static func all(in text: some StringProtocol) throws(PromptError) -> [String] {
        var (rest, words) = (Substring(text), [String]())
        while let word = try TypedWord(parsingPrefixOf: &rest) { words.append(word.text) }
        return words
    }

    /// The name of the option that it is, without its hyphens; `nil` for any other word.
    package var option: String? { !isQuoted && text.hasPrefix("--") && text.utf8.count > 2 ? String(text.dropFirst(2)) : nil }

    /// A text without the quotes around it, if it is one word in such quotes; by default single ones, with which no expression begins.
    package static func unquoted(_ text: Substring, from quotes: [Character] = ["'"]) -> Substring {
        var rest = text
        guard let first = text.first, quotes.contains(first), let word = try? TypedWord(parsingPrefixOf: &rest), rest.isEmpty else {
            return text
        }
        return word.text[...]
    }

    /// The place that a text names; `nil` if it is an expression.
    package static func place(in text: Substring) throws(PromptError) -> JSONPointer? {
        if text.hasPrefix("/") {
            return try PromptError.parsing { () throws(JSONPointerError) in try JSONPointer(argument: String(text)) }
        }
        guard text.hasPrefix(".") || text.hasPrefix("["), let place = try? JSONPointer(argument: String(text)) else { return nil }
        // Text with jq's other signs is more than a path, except inside a quoted key.
        var isQuoted = false
        let isMore = text.contains { character in
            if character == "\"" { isQuoted.toggle() }
            return !isQuoted && (character.isWhitespace || "|()=<>,?+*;:$#".contains(character))
        }
        return isMore ? nil : place
    }
}
