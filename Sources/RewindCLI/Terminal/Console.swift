import RewindRendering
import RewindSystem
import RewindValue

/// The destination of a command's results: lines for people, JSON for programs.
struct Console: Sendable {
    /// Whether spans with an ink are coloured.
    let isColoured: Bool
    /// The maximum width of a line; `nil` for unlimited, as in a pipe.
    let columns: Int?
    private let write: @Sendable (String) -> Void

    /// Creates a console that passes its text to `write`.
    init(isColoured: Bool, columns: Int?, write: @escaping @Sendable (String) -> Void) {
        self.isColoured = isColoured
        self.columns = columns
        self.write = write
    }

    /// Creates a console for standard output.
    init(isColoured: Bool) {
        self.init(isColoured: isColoured, columns: StandardStream.output.columns) { StandardOutput.write($0.utf8) }
    }

    /// Prints a line; on a terminal, a line with a hanging column is wrapped between words, and no word is broken: it may be a path.
    func print(_ line: Line) {
        for line in columns.map({ line.isRow ? rows(of: line, in: $0) : line.wrapped(to: $0, keepsWords: true) }) ?? [line] {
            let line = line.trimmed
            write((isColoured ? line.coloured : line.text) + "\n")
        }
    }

    /// Prints a list row, fitted to the terminal's width.
    func printRow(_ line: Line) { print(columns.map { rows(of: line, in: $0) } ?? [line]) }

    private func rows(of line: Line, in columns: Int) -> [Line] { line.rows(in: columns, keepsWords: true) }

    /// Whether rows are printed unchanged: without colours, and with unlimited width.
    var isPlain: Bool { !isColoured && columns == nil }

    /// Prints prepared rows, which must be safe for a terminal and each end with a line feed.
    func print(rows: [UInt8]) { if !rows.isEmpty { write(String(decoding: rows, as: UTF8.self)) } }

    func print(_ lines: [Line]) { for line in lines { print(line) } }

    /// Prints a value as JSON in one line, with control characters escaped, and bidirectional and invisible ones, which only strings have.
    func print(json value: JSONValue) { write(TerminalText.escaped(value.jsonText) + "\n") }

    /// Flushes the output before waiting.
    func flush() { StandardOutput.flush() }
}
