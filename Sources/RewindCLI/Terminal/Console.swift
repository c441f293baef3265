import RewindRendering
import RewindSystem
import RewindValue

/// Where a command's results go: lines for people, JSON for programs.
struct Console: Sendable {
    /// Whether pieces with an ink are coloured.
    let isColoured: Bool
    /// Columns that a line may take; `nil` for as many as it likes, as in a pipe.
    let columns: Int?
    private let write: @Sendable (String) -> Void

    /// A console that gives its text to `write`.
    init(isColoured: Bool, columns: Int?, write: @escaping @Sendable (String) -> Void) {
        self.isColoured = isColoured
        self.columns = columns
        self.write = write
    }

    /// Standard output.
    init(isColoured: Bool) {
        self.init(isColoured: isColoured, columns: StandardStream.output.columns) { StandardOutput.write($0.utf8) }
    }

    /// Prints a line; one that has a column for its rest is broken between words on a terminal.
    func print(_ line: Line) {
        for line in columns.map({ line.isRow ? line.rows(in: $0) : line.wrapped(to: $0) }) ?? [line] {
            let line = line.trimmed
            write((isColoured ? line.coloured : line.text) + "\n")
        }
    }

    /// Prints a row of a list, fitted to the terminal's width.
    func printRow(_ line: Line) { print(columns.map(line.rows) ?? [line]) }

    /// Whether rows are printed as they are: without colours, and as wide as they like.
    var isPlain: Bool { !isColoured && columns == nil }

    /// Prints rows that are ready, harmless to a terminal, and end with a line feed each.
    func print(rows: [UInt8]) { if !rows.isEmpty { write(String(decoding: rows, as: UTF8.self)) } }

    /// Prints lines.
    func print(_ lines: [Line]) { for line in lines { print(line) } }

    /// Prints a value as JSON in one line, with nothing in it that a terminal would obey.
    func print(json value: JSONValue) { write(JSONText.safe(value.jsonText) + "\n") }

    /// Shows what was printed so far, before waiting for something.
    func flush() { StandardOutput.flush() }
}

/// JSON text that also leaves a terminal alone.
enum JSONText {
    /// The same JSON with bidirectional and invisible characters escaped; outside of strings there are none.
    static func safe(_ json: String) -> String { TerminalText.escaped(json) }
}
