extension String {
    /// The text without the line feeds at its end.
    var trimmedEnd: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
