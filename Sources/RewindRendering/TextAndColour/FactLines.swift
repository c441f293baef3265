/// A list of facts, with their names in a column.
package struct FactLines {
    /// The facts, each with its lines of text.
    package private(set) var facts: [(name: String, values: [String])] = []
    private var inks: [Line.Ink] = []
    /// The columns of the names.
    private static let width = 10

    package init() {}

    /// Adds a fact, unless its value is `nil`.
    package mutating func add(_ name: String, _ value: String?, _ ink: Line.Ink = .plain) {
        add(name, value.map { [$0] } ?? [], ink)
    }

    /// Adds a fact with several lines; its name precedes the first.
    package mutating func add(_ name: String, _ values: [String], _ ink: Line.Ink = .plain) {
        let values = values.filter { !$0.isEmpty }
        if values.isEmpty { return }
        facts.append((name, values))
        inks.append(ink)
    }

    /// The list for people.
    package var lines: [Line] {
        zip(facts, inks).flatMap { fact, ink in
            fact.values.enumerated().map { position, value in
                (Line(DisplayWidth.padded(position == 0 ? fact.name : "", to: Self.width) + "  ", .faint) + Line(value, ink))
                    .hanging(Self.width + 2)
            }
        }
    }
}

/// Formats sizes for people.
package enum ByteText {
    /// `812 bytes`, `14.2 kB`, `3.0 MB`.
    package static func text(_ bytes: Int) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1_000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var tenths = bytes / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1_000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
