/// Escapes untrusted text for Markdown: it appears literally, without links, images or HTML.
enum MarkdownText {
    /// Escapes text for a line or a table cell; its line breaks are preserved.
    static func inline(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(line).joined(separator: "<br>")
    }

    /// Escapes text as paragraphs.
    static func paragraphs(_ text: String) -> [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(line) }

    /// A file name or command as code, which its text can't terminate.
    static func code(_ text: String) -> String {
        let text = TerminalText.escaped(text)
        let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
        let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + space + text + space + fence
    }

    /// Rows as a code block, as they appear in a terminal.
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
        let runs: [Substring] = text.split { $0 != character }
        return runs.map { $0.count }.max() ?? 0
    }
}
