import RewindFormat
import RewindValue

extension InfoReport {
    /// The report for a ticket: a table in Markdown, in which no text from a stranger can form a link, an image or HTML.
    package var markdown: [Line] {
        [Line("| recording | \(MarkdownText.inline(recording.path)) |"), Line("|---|---|")]
            + facts.facts.map { name, values in
                Line("| \(MarkdownText.inline(name)) | \(MarkdownText.inline(values.joined(separator: "\n"))) |")
            }
    }
}
