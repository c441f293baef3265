import RewindFormat
package import RewindReplay

extension LogQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "list", "the steps around here, or those from A to B", elsewhere: "the steps, all or some of them, a row each",
        aliases: ["l", "log"],
        [
            .steps, Parameter("type", .texts, "Only actions of this type; * matches anything, a leading ! excludes."),
            Parameter("grep", .texts, "Only steps with this text in their type, action or changes."),
            Parameter("path", .path, isWord: false, "Only steps that changed something at or below this part of the state."),
            Parameter("where", .expression, isWord: false, "Only steps for which this expression is true."),
            Parameter("hide-noop", .flag, "Leave out steps that changed nothing."),
            Parameter("errors-only", .flag, "Only steps where something went wrong."),
            Parameter("logs", .flag, "Also what the app logged between the steps."),
            Parameter("effects", .flag, "Also where effects begin and end, if no filter selects steps."), .store,
        ])

    /// The number of steps on either side of the one here.
    private static let surroundings = 5

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        var filter = StepFilter()
        filter.types = arguments.texts("type").map { TypeGlob($0) }
        filter.texts = arguments.texts("grep")
        if arguments.has("path") { filter.places = [try arguments.path()] }
        filter.condition = try arguments.expression("where")
        filter.hidesUnchanged = arguments.has("hide-noop")
        filter.isOnlyErrors = arguments.has("errors-only")
        filter.store = arguments.store
        var steps = try arguments.steps()
        if steps == nil, filter.acceptsEveryStep, let here = arguments.here {
            steps = ((here - Self.surroundings)...(here + Self.surroundings)).clamped(to: arguments.timeline.steps)
        }
        self.init(filter, in: steps, withLogs: arguments.has("logs"), withEffects: arguments.has("effects"))
    }

    package func needsIndex(in timeline: Timeline) -> Bool { !filter.places.isEmpty }

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
