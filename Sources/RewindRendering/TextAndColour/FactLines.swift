/// A list of facts, with their names in a column.
package struct FactLines {
    package private(set) var lines: [Line] = []
    private let width: Int

    /// Creates a list whose names take up to `width` columns.
    package init(width: Int = 10) { self.width = width }

    /// Adds a fact, unless its value is `nil`.
    package mutating func add(_ name: String, _ value: String?, _ ink: Line.Ink = .plain) {
        guard let value, !value.isEmpty else { return }
        lines.append((Line(DisplayWidth.padded(name, to: width) + "  ", .faint) + Line(value, ink)).hanging(width + 2))
    }

    /// Adds a fact with several lines; its name precedes the first.
    package mutating func add(_ name: String, _ values: [String], _ ink: Line.Ink = .plain) {
        for (position, value) in values.enumerated() { add(position == 0 ? name : "", value, ink) }
    }
}
