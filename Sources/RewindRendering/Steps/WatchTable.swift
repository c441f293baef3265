package import RewindReplay
package import RewindValue

/// Parts of the state as columns of a table.
package struct WatchTable {
    package let paths: [JSONPointer]

    package init(paths: [JSONPointer]) { self.paths = paths }

    /// Columns that a value takes at least.
    private static let width = 18

    /// The names of the columns.
    package var header: Line {
        PlaceRow.header(paths.map { DisplayWidth.padded(PatchText.name($0), to: Self.width) }.joined(separator: "  "))
    }

    /// A row; what changed is not faint.
    package func line(_ row: HistoryRow, _ place: PlaceRow) -> Line {
        var cells = Line()
        for (index, value) in row.values.enumerated() {
            let width = max(Self.width, DisplayWidth.of(PatchText.name(paths[index])))
            let cell = ValueText.line(value, limit: width).text
            cells.add(DisplayWidth.padded(cell, to: width) + "  ", row.changed[index] ? .changed : .faint)
        }
        return place.line(cells)
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
