package import RewindReplay

extension UsageQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> { Self.table(rowLimit: 20) }

    /// The same with so many rows a table; `nil` for all.
    package static func table(rowLimit: Int?) -> AnswerTable<Row> {
        AnswerTable(isList: false) { UsageReport(usage: $0, rowLimit: rowLimit).lines }
    }
}

/// What takes space in a recording, as tables.
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
}
