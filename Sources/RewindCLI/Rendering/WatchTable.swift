import RewindReplay
import RewindValue

/// Parts of the state as columns of a table.
struct WatchTable {
    let paths: [JSONPointer]

    /// Columns that a value takes at least.
    private static let width = 18

    /// The names of the columns.
    var header: Line { PlaceRow.header(paths.map { DisplayWidth.padded(PatchText.name($0), to: Self.width) }.joined(separator: "  ")) }

    /// A row; what changed is not faint.
    func line(_ row: HistoryRow, _ place: PlaceRow) -> Line {
        var cells = Line()
        for (index, value) in row.values.enumerated() {
            let width = max(Self.width, DisplayWidth.of(PatchText.name(paths[index])))
            let cell = ValueText.line(value, limit: width).text
            cells.add(DisplayWidth.padded(cell, to: width) + "  ", row.changed[index] ? .changed : .faint)
        }
        return place.line(cells)
    }

    /// The row as an object whose values have their paths as keys.
    func json(_ row: HistoryRow, _ place: PlaceRow) -> JSONValue {
        var object = place.json
        var values = JSONObject()
        for (path, value) in zip(paths, row.values) { values[path.description] = value }
        object["values"] = .object(values)
        object["changed"] = .array(zip(paths, row.changed).filter(\.1).map { .string($0.0.description) })
        return .object(object)
    }
}
