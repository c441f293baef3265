package import RewindReplay
package import RewindValue

/// What takes the room in a recording, as tables and as JSON.
package struct UsageReport {
    package let usage: DiskUsage
    /// Rows that a table has for people.
    package var rowLimit: Int?

    package init(usage: DiskUsage, rowLimit: Int? = nil) {
        self.usage = usage
        self.rowLimit = rowLimit
    }

    /// For people: a table for each view.
    package var lines: [Line] {
        Self.section("by type", ["BYTES", "ACTIONS", "CHANGES", "STEPS", "TYPE"], usage.types, rowLimit) + [Line()]
            + Self.section("by place in the state", ["BYTES", "KEYFRAMES", "CHANGES", "CHANGED", "PLACE"], usage.places, rowLimit) + [
                Line()
            ]
            + Self.section("by segment", ["BYTES", "ACTIONS", "STATES", "STEPS", "SEGMENT"], usage.segments, rowLimit)
    }

    private static func section(_ title: String, _ header: [String], _ rows: [DiskUsage.Row], _ limit: Int?) -> [Line] {
        var table = Table(header: header)
        for row in rows.prefix(limit ?? rows.count) {
            let sizes = [row.bytes, row.fixed, row.changes].map { $0 == 0 ? "-" : ByteText.text($0) }
            table.add(sizes + ["\(row.count)", row.name.isEmpty ? "(all)" : row.name])
        }
        let more = rows.count - (limit ?? rows.count)
        return [Line(title, .strong)] + table.lines + (more > 0 ? [Line("  \(more) more; --all shows them", .faint)] : [])
    }

    /// For programs: one object.
    package var json: JSONValue {
        func rows(_ rows: [DiskUsage.Row], _ names: (name: String, count: String, fixed: String, changes: String)) -> JSONValue {
            .array(
                rows.map { row in
                    .object([
                        names.name: .string(row.name), "bytes": .number(JSONNumber(row.bytes)), names.fixed: .number(JSONNumber(row.fixed)),
                        names.changes: .number(JSONNumber(row.changes)), names.count: .number(JSONNumber(row.count)),
                    ])
                })
        }
        return [
            "types": rows(usage.types, ("type", "steps", "actions", "changes")),
            "places": rows(usage.places, ("place", "changed", "keyframes", "changes")),
            "segments": rows(usage.segments, ("segment", "steps", "actions", "states")),
        ]
    }
}
