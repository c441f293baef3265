package import RewindReplay

extension DuQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "du", "show what takes up space: bytes by type of action, by place in the state, and by segment",
        [Parameter("depth", .number(0...100), "How many keys deep to tell places apart; by default 1."), .all],
        details: "Bytes are those of the recorded JSON, before a sealed file compresses it. In a place, an index is written as *.",
        examples: ["Fixtures/crash.rewind", "Fixtures/ordinary.rewind --depth 2"])

    package init(_ arguments: inout VerbArguments) throws(PromptError) { self.init(depth: try arguments.number("depth") ?? 1) }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(isList: false) { $0.lines(limit: drawing.showsAll ? nil : 20) }
    }
}

extension DiskUsage {
    /// A table for each view.
    ///
    /// - Parameter limit: the maximum number of rows in a table.
    fileprivate func lines(limit: Int?) -> [Line] {
        Self.section("by type", ["BYTES", "ACTIONS", "CHANGES", "STEPS", "TYPE"], types, limit) + [Line()]
            + Self.section("by place in the state", ["BYTES", "KEYFRAMES", "CHANGES", "CHANGED", "PLACE"], places, limit) + [
                Line()
            ]
            + Self.section("by segment", ["BYTES", "ACTIONS", "STATES", "STEPS", "SEGMENT"], segments, limit)
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
