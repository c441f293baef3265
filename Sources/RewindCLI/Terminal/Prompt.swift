import RewindRendering
import RewindReplay
import RewindSystem

/// Reads lines from standard input: with line editing and a history on a terminal, and unchanged otherwise.
struct Prompt {
    /// Whether a person is asked; otherwise no prompts are shown.
    let isInteractive = StandardStream.input.isTerminal && StandardStream.output.isTerminal

    /// The editor, once a line was edited.
    private var reader: LineReader?

    /// The next line, without its end; `nil` at the end of the input, or when the user leaves.
    ///
    /// A question that leaves too little room in its row is shown on rows of its own.
    ///
    /// - Parameters:
    ///   - joinsPastedLines: whether pasted lines are joined into one; otherwise each is a line.
    ///   - completion: the completions of a beginning of a line.
    ///   - isLeftByInterrupt: whether Ctrl-C on an empty line means the end; on any other line, it discards the line.
    ///   - news: the messages to show above the line, polled a few times a second; `nil` to disable.
    mutating func line(
        after text: String, isLeftByInterrupt: Bool = false, joinsPastedLines: Bool = false,
        completion: (String) -> PromptWords.Completion = { PromptWords.Completion(start: $0.count, words: []) },
        news: () -> News? = { nil }
    ) -> String? {
        guard isInteractive, !isDumbTerminal(), TerminalSettings() != nil, let reader = reader ?? LineReader() else {
            if StandardStream.input.isTerminal { StandardOutput.show(text) }
            let line = TextInput.line()
            if line == nil, StandardStream.input.isTerminal { StandardOutput.show("\n") }
            return line
        }
        self.reader = reader
        return withoutActuallyEscaping(completion) { completion in
            withoutActuallyEscaping(news) { news in
                let request = LineReader.Request(
                    prompt: Self.shortened(text), isLeftByInterrupt: isLeftByInterrupt, joinsPastedLines: joinsPastedLines,
                    completion: completion, news: news)
                return reader.line(request)
            }
        }
    }

    /// The question, or a short sign if the question leaves too little room and is shown above.
    private static func shortened(_ question: String) -> String {
        let columns = StandardStream.output.columns ?? 80
        if columns - DisplayWidth.of(question) >= min(20, columns / 3) { return question }
        StandardOutput.show(Line(question).hanging(0).wrapped(to: columns).map { $0.trimmed.text + "\r\n" }.joined())
        return "> "
    }

    /// Events to report while a line is edited.
    struct News {
        /// Messages, which stay on the screen.
        var said: [String] = []
        /// A line that the next one replaces.
        var count: String?
        /// The new prompt, if it has changed.
        var prompt: String?
    }
}
