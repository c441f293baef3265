import RewindFormat
import RewindValue

extension InfoReport {
    /// For a ticket: the facts as a table in Markdown, in which nothing of a stranger's can be a link, an image or HTML.
    package var markdown: [Line] {
        var rows: [(name: String, value: String)] = []
        for line in lines {
            let text = line.spans.map(\.text)
            guard let name = text.first?.filter({ $0 != " " }) else { continue }
            let title = (text.first ?? "").split(separator: " ").joined(separator: " ")
            let value = text.dropFirst().joined()
            if name.isEmpty, let last = rows.indices.last { rows[last].value += "\n" + value } else { rows.append((title, value)) }
        }
        return [Line("| recording | \(Self.cell(recording.path)) |"), Line("|---|---|")]
            + rows.map { Line("| \(Self.cell($0.name)) | \(Self.cell($0.value)) |") }
    }

    /// Text as it is, whatever Markdown would make of it.
    private static func cell(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var cell = ""
            for character in TerminalText.escaped(String(line)) {
                if "\\`*_{}[]<>#|~!&@".contains(character) { cell += "\\" }
                cell.append(character)
            }
            return cell
        }
        .joined(separator: "<br>")
    }
}
