package import RewindReplay
import RewindValue

extension DiffQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> {
        AnswerTable(isList: false) { row in
            switch form {
            case .whole: DiffReport(row).lines
            case .counts: (row.store.map { [Line(TerminalText.escaped($0), .strong)] } ?? []) + row.counts.lines
            case .patch: DiffReport(row).patchLines
            }
        }
    }

    /// The same in two columns.
    ///
    /// - Parameter columns: the terminal's columns.
    package static func table(besideIn columns: Int) -> AnswerTable<Row> {
        AnswerTable(isList: false) { DiffReport($0).sideBySide(columns: columns) }
    }
}

/// What differs between two states, or one part of them.
struct DiffReport {
    private let row: DiffQuestion.Row

    init(_ row: DiffQuestion.Row) { self.row = row }

    /// For people: a tree.
    var lines: [Line] {
        let whose = row.store.map { " in \(TerminalText.escaped($0))" } ?? ""
        let place = (row.place.tokens.isEmpty ? "" : " at \(row.place)") + whose
        if row.diff.isEmpty { return [Line("nothing differs\(place) between the states after steps \(row.from) and \(row.to)", .faint)] }
        return [Line("step \(row.from)", .removed) + Line(" → ") + Line("step \(row.to)", .added) + Line(place)] + DiffLines(row.diff).lines
    }

    /// For people: two columns.
    func sideBySide(columns: Int) -> [Line] {
        if row.diff.isEmpty { return lines }
        let head = Line(DisplayWidth.padded("step \(row.from)", to: SideBySideLines.width(in: columns)), .removed)
        let whose = Line(row.store.map { " in \(TerminalText.escaped($0))" } ?? "")
        return [head + Line("   ") + Line("step \(row.to)", .added) + whose] + SideBySideLines(row.diff, columns: columns).lines
    }

    /// For other tools: a JSON Patch, an operation a line.
    var patchLines: [Line] {
        let operations = row.patch.operations.map { JSONPatch([$0]).json.array?.first?.jsonText ?? "" }
        guard !operations.isEmpty else { return [Line("[]")] }
        return operations.enumerated().map { position, text in
            Line((position == 0 ? "[" : " ") + text + (position == operations.count - 1 ? "]" : ","))
        }
    }
}
