/// Rows whose columns are as wide as their widest cell; the last column is left-aligned, the others right-aligned.
package struct Table {
    private var rows: [[Line]] = []

    /// Creates a table whose first row is faint.
    package init(header: [String]) { rows = [header.map { Line($0, .faint) }] }

    package mutating func add(_ cells: [String], _ ink: Line.Ink = .plain) {
        rows.append(cells.enumerated().map { Line($0.element, $0.offset == cells.count - 1 ? .name : ink) })
    }

    /// Whether the table has only a header.
    package var isEmpty: Bool { rows.count == 1 }

    /// The rows, indented by two spaces.
    package var lines: [Line] {
        let count = rows[0].count
        let widths = (0..<count).map { column in rows.map { DisplayWidth.of($0[column].text) }.max() ?? 0 }
        return rows.map { row in
            var line = Line()
            for (column, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell.text))
                line = line + Line("  ") + (column == count - 1 ? cell : Line(space) + cell)
            }
            return line
        }
    }
}
