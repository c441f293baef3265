import RewindFormat
import RewindValue

extension InfoReport {
    /// The report for a ticket: a table in Markdown, in which no text from a stranger can form a link, an image or HTML.
    package var markdown: [Line] {
        var rows: [(name: String, value: String)] = []
        for line in lines {
            let text = line.spans.map { $0.text }
            guard let name = text.first?.filter({ $0 != " " }) else { continue }
            let title = (text.first ?? "").split(separator: " ").joined(separator: " ")
            let value = text.dropFirst().joined()
            if name.isEmpty, let last = rows.indices.last { rows[last].value += "\n" + value } else { rows.append((title, value)) }
        }
        return [Line("| recording | \(MarkdownText.inline(recording.path)) |"), Line("|---|---|")]
            + rows.map { Line("| \(MarkdownText.inline($0.name)) | \(MarkdownText.inline($0.value)) |") }
    }
}
