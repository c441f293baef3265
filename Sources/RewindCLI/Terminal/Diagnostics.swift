import RewindRendering
import RewindSystem

/// What the command says besides its results: on standard error, each line with its name in front.
enum Diagnostics {
    /// Says a sentence.
    static func say(_ text: String) {
        for line in TerminalText.escapedLines(text) { _ = StandardStream.error.write("rewind: \(line)\n".utf8) }
    }

    /// Says a sentence, and below it what belongs to it, such as the usage, without the name in front.
    static func say(_ parts: [String]) {
        if let first = parts.first { say(first) }
        for line in parts.dropFirst().flatMap(TerminalText.escapedLines) { _ = StandardStream.error.write("\(line)\n".utf8) }
    }
}
