extension String {
    /// The text without trailing line feeds.
    var trimmedEnd: String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
