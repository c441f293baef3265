package import RewindReplay
package import RewindValue

/// Parts of the state as columns of a table.
package struct WatchTable {
    package let paths: [JSONPointer]
    /// The cells that stand side by side: all behind the place, or below it as many as fit.
    private let lines: [Range<Int>]
    private let isBeside: Bool

    /// A table for so many columns; `nil` for as many as it takes.
    package init(paths: [JSONPointer], columns: Int? = nil) {
        self.paths = paths
        let widths = paths.map { Self.width(of: $0) + 2 }
        guard let columns, PlaceRow.width + widths.reduce(-2, +) > columns else {
            (lines, isBeside) = ([paths.indices], true)
            return
        }
        var lines: [Range<Int>] = []
        var left = 0
        for index in paths.indices {
            if let line = lines.last, widths[index] - 2 <= left {
                lines[lines.count - 1] = line.lowerBound..<(index + 1)
            } else {
                lines.append(index..<(index + 1))
                left = columns - Self.indent
            }
            left -= widths[index]
        }
        (self.lines, isBeside) = (lines, false)
    }

    /// Columns that a value takes at least.
    private static let width = 18
    /// Columns before the cells that stand below.
    private static let indent = PlaceRow.typeColumn

    private static func width(of path: JSONPointer) -> Int { max(width, DisplayWidth.of(PatchText.name(path))) }

    /// The names of the columns.
    package var header: [Line] {
        rows(PlaceRow.header) { Line(DisplayWidth.padded(PatchText.name(paths[$0]), to: Self.width(of: paths[$0])) + "  ", .faint) }
    }

    /// A row; what changed is not faint.
    package func lines(_ row: HistoryRow, _ place: PlaceRow) -> [Line] {
        rows(place.line) { index in
            let width = Self.width(of: paths[index])
            let cell = ValueText.line(row.values[index], limit: width).text
            return Line(DisplayWidth.padded(cell, to: width) + "  ", row.changed[index] ? .changed : .faint)
        }
    }

    private func rows(_ place: (Line) -> Line, cell: (Int) -> Line) -> [Line] {
        let cells = lines.map { $0.reduce(Line()) { $0 + cell($1) }.trimmed }
        if isBeside { return [place(cells[0])] }
        return [place(Line())] + cells.map { Line(String(repeating: " ", count: Self.indent)) + $0 }
    }

    /// The row as an object whose values have their paths as keys.
    package func json(_ row: HistoryRow, _ place: PlaceRow) -> JSONValue {
        var object = place.json
        var values = JSONObject()
        for (path, value) in zip(paths, row.values) { values[path.description] = value }
        object["values"] = .object(values)
        object["changed"] = .array(zip(paths, row.changed).filter(\.1).map { .string($0.0.description) })
        return .object(object)
    }
}
