/// Strangers' text in Markdown: as it is, whatever Markdown would make of it, and no link, image or HTML.
enum MarkdownText {
    /// Text in a line or a cell of a table; its own lines are kept apart.
    static func inline(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(line).joined(separator: "<br>")
    }

    /// Text as paragraphs.
    static func paragraphs(_ text: String) -> [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(line) }

    /// A file's name or a command, which nobody can end from inside.
    static func code(_ text: String) -> String {
        let text = TerminalText.escaped(text)
        let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
        let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + space + text + space + fence
    }

    /// Rows as they stand in a terminal.
    static func block(_ lines: [Line]) -> [String] {
        let rows = lines.map { $0.trimmed.text }
        let longest = rows.map { longestRun(of: "`", in: $0) }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return [fence + "text"] + rows + [fence]
    }

    private static func line(_ text: Substring) -> String {
        var line = ""
        for (position, character) in TerminalText.escaped(String(text)).enumerated() {
            if "\\`*_{}[]<>#|~!&@".contains(character) || position == 0 && "+-=".contains(character) { line += "\\" }
            line.append(character)
        }
        return line
    }

    private static func longestRun(of character: Character, in text: String) -> Int {
        text.split(whereSeparator: { $0 != character }).map(\.count).max() ?? 0
    }
}
