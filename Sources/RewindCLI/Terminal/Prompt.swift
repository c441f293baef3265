import RewindRendering
import RewindReplay
import RewindSystem

/// Reads lines from standard input: with line editing and a history on a terminal, and unchanged otherwise.
struct Prompt {
    /// Whether a person is asked; otherwise no prompts are shown.
    let isInteractive = StandardStream.input.isTerminal && StandardStream.output.isTerminal

    private var editor = LineEditor()
    /// Keys that arrived together with those of the previous line.
    private var pending: [EditingKey] = []

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
        guard isInteractive, !isDumbTerminal(), let settings = TerminalSettings() else {
            if StandardStream.input.isTerminal { StandardOutput.show(text) }
            let line = TextInput.line()
            if line == nil, StandardStream.input.isTerminal { StandardOutput.show("\n") }
            return line
        }
        settings.forKeys.apply()
        defer { settings.apply() }
        if joinsPastedLines { StandardOutput.show("\u{1B}[?2004h") }
        defer { if joinsPastedLines { StandardOutput.show("\u{1B}[?2004l") } }
        var text = Self.shortened(text)
        draw(after: text)
        var hasCount = false
        while true {
            while pending.isEmpty, let news = news() {
                show(news, above: &text, hasCount: &hasCount)
                if StandardStream.input.isReadable(within: .milliseconds(200)) { break }
            }
            if pending.isEmpty {
                var bytes = StandardStream.input.read(count: 4096)
                while EditingKey.isPasteOpen(in: bytes) {
                    let more = StandardStream.input.read(count: 65_536)
                    if more.isEmpty { break }
                    bytes += more
                }
                if bytes.isEmpty { pending = [.interrupt, .endOfInput] } else { pending = EditingKey.parse(bytes) }
            }
            while !pending.isEmpty {
                switch editor.press(pending.removeFirst()) {
                case .edited: break
                case .clearScreen:
                    StandardOutput.show("\u{1B}[H\u{1B}[2J")
                    hasCount = false
                case .line(let line):
                    StandardOutput.show("\r\n")
                    return line
                case .completing:
                    let found = completion(editor.beginning)
                    let choice = editor.complete(from: found.start, to: found.words, endsWord: found.endsWord)
                    if choice.isEmpty { break }
                    StandardOutput.show("\r\n" + Self.columns(choice).joined(separator: "\r\n") + "\r\n")
                    hasCount = false
                case .interrupted(let wasEmpty):
                    StandardOutput.show("^C\r\n")
                    hasCount = false
                    if wasEmpty, isLeftByInterrupt { return nil }
                case .end:
                    StandardOutput.show("\r\n")
                    return nil
                }
                draw(after: text)
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

    /// The maximum number of completion candidates to show.
    private static let choiceLimit = 100

    /// Words in columns; of paths into a state, only the differing parts.
    private static func columns(_ words: [String]) -> [String] {
        let names = words.prefix(choiceLimit).map { word in
            TerminalText.escaped(
                String(
                    word.contains(" ") || !word.hasPrefix(".")
                        ? word[...] : word[(word.lastIndex { $0 == "." }.map(word.index(after:)) ?? word.startIndex)...]))
        }
        let width = (names.map(DisplayWidth.of).max() ?? 0) + 2
        let count = max(1, (StandardStream.output.columns ?? 80) / width)
        let rows = stride(from: 0, to: names.count, by: count).map { start in
            names[start..<min(names.count, start + count)].map { DisplayWidth.padded($0, to: width) }.joined()
        }
        return rows + (words.count > names.count ? ["… \(words.count - names.count) more"] : [])
    }

    /// Shows news; a count replaces the previous one above the line.
    private func show(_ news: News, above prompt: inout String, hasCount: inout Bool) {
        if news.said.isEmpty, news.count == nil, news.prompt ?? prompt == prompt { return }
        prompt = news.prompt ?? prompt
        StandardOutput.show((hasCount && news.count != nil ? "\r\u{1B}[A" : "\r") + "\u{1B}[J")
        for line in news.said { Diagnostics.say(line) }
        if let count = news.count { StandardOutput.show(count + "\r\n") }
        hasCount = news.count != nil || hasCount && news.said.isEmpty
        draw(after: prompt)
    }

    private func draw(after usual: String) {
        let columns = StandardStream.output.columns ?? 80
        let prompt = editor.search.map { DisplayWidth.prefix($0.prompt, columns: max(8, columns - 8)) } ?? usual
        let (text, cursor) = editor.view(columns: max(8, columns - DisplayWidth.of(prompt)))
        let column = DisplayWidth.of(prompt) + cursor
        StandardOutput.show("\r\(prompt)\(text)\u{1B}[K\r" + (column > 0 ? "\u{1B}[\(column)C" : ""))
    }
}
