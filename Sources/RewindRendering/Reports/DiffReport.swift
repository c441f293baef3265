package import RewindReplay
package import RewindValue

/// What differs between two states, or one part of them.
package struct DiffReport {
    private let row: DiffQuestion.Row

    package init(_ row: DiffQuestion.Row) { self.row = row }

    /// For people: a tree.
    package var lines: [Line] {
        let whose = row.store.map { " in \(TerminalText.escaped($0))" } ?? ""
        let place = (row.place.tokens.isEmpty ? "" : " at \(row.place)") + whose
        if row.diff.isEmpty { return [Line("nothing differs\(place) between the states after steps \(row.from) and \(row.to)", .faint)] }
        return [Line("step \(row.from)", .removed) + Line(" → ") + Line("step \(row.to)", .added) + Line(place)] + DiffLines(row.diff).lines
    }

    /// For people: two columns.
    package func sideBySide(columns: Int) -> [Line] {
        if row.diff.isEmpty { return lines }
        let head = Line(DisplayWidth.padded("step \(row.from)", to: SideBySideLines.width(in: columns)), .removed)
        let whose = Line(row.store.map { " in \(TerminalText.escaped($0))" } ?? "")
        return [head + Line("   ") + Line("step \(row.to)", .added) + whose] + SideBySideLines(row.diff, columns: columns).lines
    }

    /// How much differs, by the parts of the state.
    package var stat: DiffStat { DiffStat(row.diff, at: row.place) }

    /// The same for programs.
    package var statJSON: JSONValue {
        guard let store = row.store, var object = stat.json.object else { return stat.json }
        object["store"] = .string(store)
        return .object(object)
    }

    /// For other tools: a JSON Patch, an operation a line.
    package var patchLines: [Line] {
        let operations = row.patch.operations.map { JSONPatch([$0]).json.array?.first?.jsonText ?? "" }
        guard !operations.isEmpty else { return [Line("[]")] }
        return operations.enumerated().map { position, text in
            Line((position == 0 ? "[" : " ") + text + (position == operations.count - 1 ? "]" : ","))
        }
    }
}
