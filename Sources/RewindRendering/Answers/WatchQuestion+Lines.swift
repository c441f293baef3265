package import RewindReplay
import RewindValue

extension WatchQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        let table = WatchTable(titles: watched.map { $0.text }, columns: drawing.columns)
        return AnswerTable(header: table.header, lines: table.lines)
    }
}

/// A table whose columns are parts of the state or the values of expressions.
package struct WatchTable {
    /// The paths and expressions as written, used as column headers.
    private let titles: [String]
    /// Whether all cells are in one line; otherwise each has a line of its own, below the step.
    private let fitsOnOneLine: Bool
    /// The width of each cell, except those that end a line; `nil` for unlimited.
    private let widths: [Int?]

    /// Creates a table for a number of columns; `nil` for unlimited.
    package init(titles: [String], columns: Int? = nil) {
        self.titles = titles
        let widths = titles.map { Self.width(of: $0) + 2 }
        let rest = columns.map { $0 - RowStep.width - widths.reduce(-2, +) }
        fitsOnOneLine = (rest ?? 0) >= 0
        if let columns, !fitsOnOneLine {
            self.widths = widths.map { max($0 - 2, columns - Self.indent) }
        } else {
            self.widths = widths.map { width in rest.map { width - 2 + $0 / max(1, titles.count) } }
        }
    }

    /// The minimum width of a value.
    private static let width = 18
    /// The indentation of cells that are below the row.
    private static let indent = RowStep.typeColumn

    private static func width(of name: String) -> Int { max(width, DisplayWidth.of(Self.shown(name))) }

    private static func shown(_ name: String) -> String { name.isEmpty ? PatchText.name(.root) : TerminalText.escaped(name) }

    /// The column headers.
    package var header: [Line] {
        rows(RowStep.header) { index in
            Line(DisplayWidth.padded(Self.shown(titles[index]), to: widths[index] ?? Self.width(of: titles[index])) + "  ", .faint)
        }
    }

    /// Draws a row; unchanged values are faint.
    func lines(_ row: WatchQuestion.Row) -> [Line] {
        rows(row.step.line) { index in
            let before = row.changed[index] ? row.before?[index] : nil
            let cell = ValueText.line(row.values[index], limit: widths[index] ?? 1_000, after: before).text
            let width = widths[index] ?? Self.width(of: titles[index])
            return Line(DisplayWidth.padded(cell, to: width) + "  ", row.changed[index] ? .changed : .faint)
        }
    }

    private func rows(_ place: (Line) -> Line, cell: (Int) -> Line) -> [Line] {
        let cells = titles.indices.map(cell)
        if fitsOnOneLine { return [place(cells.reduce(Line()) { $0 + $1 }.trimmed)] }
        return [place(Line())] + cells.map { Line(String(repeating: " ", count: Self.indent)) + $0.trimmed }
    }
}
