import Foundation

/// A table in Markdown, whose rows appear as they are known.
struct Table {
    init(_ title: String, _ columns: String...) {
        say("\n### \(title)\n")
        row(columns)
        row(columns.map { _ in "---" })
    }

    func row(_ cells: String...) { row(cells) }

    private func row(_ cells: [String]) { say("| " + cells.joined(separator: " | ") + " |") }
}

/// Writes a line at once, also where the output is a file.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
