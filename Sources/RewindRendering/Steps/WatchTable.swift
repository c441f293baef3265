package import RewindReplay
package import RewindValue

/// Parts of the state, or what expressions come to, as columns of a table.
package struct WatchTable {
    /// The paths and expressions.
    package let names: [String]
    /// The same as somebody typed them, at the heads of the columns.
    private let titles: [String]
    /// The cells that stand side by side: all behind the place, or below it as many as fit.
    private let lines: [Range<Int>]
    private let isBeside: Bool
    /// Columns of each cell, but for one that ends its line; `nil` for as many as a value takes.
    private let widths: [Int?]

    /// A table for so many columns; `nil` for as many as it takes.
    package init(names: [String], titles: [String]? = nil, columns: Int? = nil) {
        self.names = names
        let titles = titles ?? names
        self.titles = titles
        let widths = titles.map { Self.width(of: $0) + 2 }
        let rest = columns.map { $0 - PlaceRow.width - widths.reduce(-2, +) }
        guard let columns, let rest, rest < 0 else {
            (lines, isBeside) = ([names.indices], true)
            self.widths = widths.map { width in rest.map { width - 2 + $0 / max(1, names.count) } }
            return
        }
        var lines: [Range<Int>] = []
        var left = 0
        for index in names.indices {
            if let line = lines.last, widths[index] - 2 <= left {
                lines[lines.count - 1] = line.lowerBound..<(index + 1)
            } else {
                lines.append(index..<(index + 1))
                left = columns - Self.indent
            }
            left -= widths[index]
        }
        (self.lines, isBeside) = (lines, false)
        // One that stands alone has its line.
        self.widths = names.indices.map { index in
            lines.contains { $0 == index..<(index + 1) } ? max(widths[index] - 2, columns - Self.indent) : widths[index] - 2
        }
    }

    /// Columns that a value takes at least.
    private static let width = 18
    /// Columns before the cells that stand below.
    private static let indent = PlaceRow.typeColumn

    private static func width(of name: String) -> Int { max(width, DisplayWidth.of(Self.shown(name))) }

    private static func shown(_ name: String) -> String { name.isEmpty ? PatchText.name(.root) : TerminalText.escaped(name) }

    /// The names of the columns.
    package var header: [Line] {
        rows(PlaceRow.header) { index in
            Line(DisplayWidth.padded(Self.shown(titles[index]), to: widths[index] ?? Self.width(of: titles[index])) + "  ", .faint)
        }
    }

    /// A row; what changed is not faint.
    ///
    /// - Parameter old: The row before it.
    package func lines(_ row: HistoryRow, _ place: PlaceRow, after old: HistoryRow?) -> [Line] {
        rows(place.line) { index in
            let before = row.changed[index] ? old?.values[index] : nil
            let cell = ValueText.line(row.values[index], limit: widths[index] ?? 1_000, after: before).text
            let width = widths[index] ?? Self.width(of: titles[index])
            return Line(DisplayWidth.padded(cell, to: width) + "  ", row.changed[index] ? .changed : .faint)
        }
    }

    private func rows(_ place: (Line) -> Line, cell: (Int) -> Line) -> [Line] {
        let cells = lines.map { $0.reduce(Line()) { $0 + cell($1) }.trimmed }
        if isBeside { return [place(cells[0])] }
        return [place(Line())] + cells.map { Line(String(repeating: " ", count: Self.indent)) + $0 }
    }

    /// The row as an object whose values have their paths or expressions as keys.
    package func json(_ row: HistoryRow, _ place: PlaceRow) -> JSONValue {
        var object = place.json
        var values = JSONObject()
        for (name, value) in zip(names, row.values) { values[name] = value }
        object["values"] = .object(values)
        object["changed"] = .array(zip(names, row.changed).filter(\.1).map { .string($0.0) })
        return .object(object)
    }
}
