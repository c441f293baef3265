/// What the command says besides its results: on standard error, each line with its name in front.
enum Diagnostics {
    /// Says a sentence.
    static func say(_ text: String) {
        for line in TerminalText.escapedLines(text) { _ = StandardStream.error.write("rewind: \(line)\n".utf8) }
    }
}
