extension String {
    /// The text without trailing line feeds.
    var trimmedEnd: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }

    /// The text as the beginning of a sentence.
    var sentenceCased: String { prefix(1).uppercased() + dropFirst() }

    /// The text without white space around it.
    var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
