import RewindFormat
package import RewindReplay
import RewindValue

extension DiffQuestion: WordedQuestion {
    package static let verb = PromptRow(
        "diff [A [B]]", "what this step changed; or what differs from A, or between A and B", takes: .steps)

    package init(_ words: inout AskedWords) throws(Debugger.Problem) {
        let timeline = words.timeline
        let here = words.here ?? timeline.steps.upperBound
        let typed = words.text.split(whereSeparator: { $0.isWhitespace })
        var ends: [Int] = []
        if typed.count == 1, typed[0].contains(".."), let range = try? StepRange(parsing: typed[0]) {
            ends = [try words.resolve(range.first ?? .start(plus: 0)), try words.resolve(range.last ?? .end(minus: 0))]
        } else {
            for word in typed {
                ends.append(
                    try words.resolve(try Debugger.Problem.parsing { () throws(ReferenceError) in try StepReference(parsing: word) }))
            }
        }
        let from = ends.first ?? max(timeline.steps.lowerBound, here - 1)
        let to = ends.count > 1 ? ends[1] : here
        var store = words.store
        if store == nil, ends.isEmpty {
            store = try Debugger.Problem.reading { () throws(RecordingError) in
                if let step = try timeline.step(at: to) { return step.store }
                return try timeline.ownStore(at: from)
            }
        }
        self.init(from: from, to: to, store: store)
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
