import RewindFormat
package import RewindReplay

extension LogQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> {
        AnswerTable(header: [form == .runs ? RowStep.header("") : StepRow.header]) { [$0.line()] }
    }

    /// The list of a recording, whose columns fit its stores and times.
    ///
    /// - Parameter folds: whether consecutive equal actions are one row.
    package func table(in timeline: Timeline, folds: Bool) -> AnswerTable<Row> {
        let beside = StepRow.columnsBeside(in: timeline)
        let ending = timeline.recording.manifest.ending
        var folded = StepFolds(ending: ending)
        func lines(_ rows: [StepFolds.Row]) -> [Line] { rows.map { $0.line(ending: ending).leaving(beside) } }
        var table = AnswerTable<Row>(header: form == .runs ? [RowStep.header("")] : [StepRow.header.leaving(beside)]) { row in
            guard folds, case .item(let item) = row.content else { return [form == .runs ? row.line() : row.line().leaving(beside)] }
            return lines(folded.add(item))
        }
        table.rest = { lines(folded.finish()) }
        table.plain = { row, rows in
            guard !folds, row.depth == 0, case .item(.step(let step)) = row.content else { return false }
            return rows.add(step, ending: ending)
        }
        return table
    }
}

extension LogQuestion.Row {
    /// The row for people.
    ///
    /// - Parameter current: the step that is marked as the current one.
    package func line(current: Int? = nil) -> Line {
        switch content {
        case .beginning: return StepRow.initial(isCurrent: current == 0)
        case .run(let run): return run.line
        case .item(.step(let step)):
            var row = StepRow(step, ending: ending, isCurrent: step.number == current)
            row.depth = depth
            return row.line
        case .item(let item): return StepRow.line(item, ending: ending, current: current)
        }
    }
}

extension StepRuns.Run {
    /// The row for people: `12..19  +00:01.7  comments/setDraft  8 steps, 8 changes`.
    fileprivate var line: Line {
        var rest = Line("\(count) \(count == 1 ? "step" : "steps"), \(changesText)")
        if let mark { rest.add("  " + mark, .alarm) }
        return RowStep(first.number...last.number, first).line(rest)
    }

    private var changesText: String {
        let known = "\(changes) \(changes == 1 ? "change" : "changes")"
        if unknown == 0 { return known }
        return unknown == count ? "changes unknown" : "\(known), unknown in \(unknown)"
    }
}
