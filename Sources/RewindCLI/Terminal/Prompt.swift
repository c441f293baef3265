import CRewindTerminal
import RewindRendering
import RewindSystem

/// Asks for lines of standard input, at a terminal by a question in front of each.
///
/// The terminal itself edits the line, so that the prompt works on every one; the full screen is for more.
enum Prompt {
    /// Whether a person is asked; otherwise no questions are shown.
    static var isInteractive: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

    /// How long more input may take to be part of the same paste.
    private static let pause = Duration.milliseconds(20)

    /// The next line, without its end; `nil` at the end of the input.
    ///
    /// - Parameters:
    ///   - joinsPastedLines: whether lines that arrive at once are joined by blanks; otherwise each is a line.
    ///   - news: messages to show while the person thinks, asked for a few times a second.
    static func line(after question: String, joinsPastedLines: Bool = false, news: () -> [String] = { [] }) -> String? {
        guard StandardStream.input.isTerminal else { return TextInput.line() }
        let question = wrapped(question)
        StandardOutput.show(question)
        while !hasInput(within: .milliseconds(200)) {
            let said = news()
            if said.isEmpty { continue }
            StandardOutput.show("\n")
            for sentence in said { Diagnostics.say(sentence) }
            StandardOutput.show(question)
        }
        guard var line = TextInput.line() else {
            StandardOutput.show("\n")
            return nil
        }
        while joinsPastedLines, hasInput(within: pause), let more = TextInput.line() { line += " " + more }
        return line
    }

    /// A question in lines as wide as the terminal, between words; what is behind it, a blank or none, stays.
    private static func wrapped(_ question: String) -> String {
        guard let columns = StandardStream.output.columns else { return question }
        let lines = Line(question).hanging(0).wrapped(to: columns, keepsWords: true).map(\.text)
        return lines.joined(separator: "\n") + (lines.count > 1 && question.hasSuffix(" ") ? " " : "")
    }

    private static func hasInput(within time: Duration) -> Bool { rewind_terminal_has_input(Int64(time.nanoseconds)) == 1 }
}
