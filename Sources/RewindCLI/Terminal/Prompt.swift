import RewindRendering
import RewindSystem

/// Reads lines from standard input: from a terminal with keys that edit and a history, from elsewhere as they are.
struct Prompt {
    /// Whether a person is asked; nothing is shown otherwise.
    let isInteractive = StandardStream.input.isTerminal && StandardStream.output.isTerminal

    private var editor = LineEditor()
    /// Keys that came in one piece with those of the line before.
    private var pending: [EditingKey] = []

    /// The next line, without its end; `nil` at the end of the input.
    mutating func line(after text: String) -> String? {
        guard isInteractive, !isDumbTerminal(), let settings = TerminalSettings() else {
            if StandardStream.input.isTerminal { StandardOutput.show(text) }
            let line = readLine()
            if line == nil, StandardStream.input.isTerminal { StandardOutput.show("\n") }
            return line
        }
        settings.forKeys.apply()
        defer { settings.apply() }
        draw(after: text)
        while true {
            if pending.isEmpty {
                let bytes = StandardStream.input.read(count: 4096)
                if bytes.isEmpty { pending = [.interrupt, .interrupt] } else { pending = EditingKey.parse(bytes) }
            }
            while !pending.isEmpty {
                switch editor.press(pending.removeFirst()) {
                case .edited: break
                case .clearScreen: StandardOutput.show("\u{1B}[H\u{1B}[2J")
                case .line(let line):
                    StandardOutput.show("\r\n")
                    return line
                case .end:
                    StandardOutput.show("\r\n")
                    return nil
                }
                draw(after: text)
            }
        }
    }

    private func draw(after prompt: String) {
        let (text, cursor) = editor.view(columns: max(8, (StandardStream.output.columns ?? 80) - DisplayWidth.of(prompt)))
        let column = DisplayWidth.of(prompt) + cursor
        StandardOutput.show("\r\(prompt)\(text)\u{1B}[K\r" + (column > 0 ? "\u{1B}[\(column)C" : ""))
    }
}
