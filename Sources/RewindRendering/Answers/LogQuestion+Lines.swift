import RewindFormat
package import RewindReplay

extension LogQuestion: WordedQuestion {
    package static let verb = PromptRow(
        "list [A..B]", "the steps around here, or those from A to B", aliases: ["l", "log"], takes: .steps)

    /// The number of steps on either side of the one here.
    private static let surroundings = 5

    package init(_ words: inout AskedWords) throws(Debugger.Problem) {
        let here = words.here ?? words.timeline.steps.upperBound
        let around = ((here - Self.surroundings)...(here + Self.surroundings)).clamped(to: words.timeline.steps)
        self.init(in: try words.range() ?? around)
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> { table(drawing, folds: false) }

    /// The list of a recording, whose columns fit its stores and times.
    ///
    /// - Parameter folds: whether consecutive equal actions are one row.
    package func table(_ drawing: Drawing, folds: Bool) -> AnswerTable<Row> {
        let beside = StepRow.columnsBeside(in: drawing.timeline)
        let ending = drawing.timeline.recording.manifest.ending
        var folded = StepFolds(ending: ending)
        func lines(_ rows: [StepFolds.Row]) -> [Line] { rows.map { $0.line(ending: ending).leaving(beside) } }
        var table = AnswerTable<Row>(header: form == .runs ? [RowStep.header("")] : [StepRow.header.leaving(beside)]) { row in
            guard folds, case .item(let item) = row.content else {
                let line = row.line(current: drawing.current)
                return [form == .runs ? line : line.leaving(beside)]
            }
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
    fileprivate func line(current: Int?) -> Line {
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
