import RewindFormat
package import RewindReplay
import RewindValue

extension DiffQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "diff", "what this step changed; or what differs from A, or between A and B",
        elsewhere: "what a step changed, or what differs between the states after two steps",
        [
            Parameter("from", .step, as: "A", "A step, or the first of two, or both as A..B."),
            Parameter("to", .step, as: "B", "The second step."),
            Parameter("path", .path, isWord: false, "Only this part of the state."), .store,
        ])

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let timeline = arguments.timeline
        var (from, to): (Int?, Int?)
        if let text = arguments.text("from"), text.contains(".."), arguments.text("to") == nil, let range = try? StepRange(parsing: text) {
            (from, to) = (
                try arguments.resolve(range.first ?? .start(plus: 0)), try arguments.resolve(range.last ?? .end(minus: 0))
            )
        } else {
            (from, to) = (try arguments.step("from"), try arguments.step("to"))
            // Where no step is the current one, a step alone is the one whose changes are asked for.
            if arguments.here == nil, to == nil { (from, to) = (nil, from) }
        }
        let end = to ?? arguments.here ?? timeline.steps.upperBound
        let start = from ?? max(timeline.steps.lowerBound, end - 1)
        var store = arguments.store
        if store == nil, from == nil {
            store = try PromptError.wrappingRecordingErrors { () throws(RecordingError) in
                if let step = try timeline.step(at: end) { return step.store }
                return try timeline.ownStore(at: start)
            }
        }
        self.init(from: start, to: end, at: try arguments.path(), store: store)
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
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
