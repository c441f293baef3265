import RewindFormat
package import RewindReplay
import RewindValue

extension ShowQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "show", "everything about this step, or another: the action, what it changed, and the state after it",
        elsewhere: "everything about a step: the action, what it changed, and the state after it",
        [
            .step, Parameter("before", .flag, "Also what was at the places that it changed."),
            Parameter("migrated", .flag, "Also what each migration made of the recorded state."), .store,
        ])

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        self.init(try arguments.step() ?? arguments.here ?? arguments.timeline.steps.upperBound, store: arguments.store)
        withBefore = arguments.has("before")
        withMigrations = arguments.has("migrated")
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(isList: false) { StepReport($0, drawing).lines }
    }
}

/// All recorded facts about one step.
package struct StepReport {
    private let row: ShowQuestion.Row
    /// Whether a long state is shown in full; otherwise only the parts that the step changed are unfolded.
    private let showsAll: Bool

    private let foldAdvice: String?
    private let source: SourceExcerpt.Finder

    package init(_ row: ShowQuestion.Row, _ drawing: Drawing? = nil) {
        (self.row, showsAll, foldAdvice) = (row, drawing?.showsAll ?? false, drawing?.foldAdvice)
        if let drawing { source = drawing.source } else { source = { _ in nil } }
    }

    private var step: Step? { row.step }

    /// The report for people: the facts, the action, the changes, the state.
    package var lines: [Line] {
        var lines = facts.lines
        if let step { for (_, excerpt) in step.sources(row.ending, source) { lines += [Line()] + excerpt } }
        if let action = step?.line { lines += Self.section("action") + Self.action(action) }
        if let step { lines += Self.section("changes") + changes(of: step) }
        if let before = row.before, let patch = step?.patch { lines += Self.section("before") + Self.values(before, at: patch) }
        if let migrations = row.migrations, !migrations.isEmpty { lines += Self.section("migrations") + migrations.flatMap(Self.migration) }
        lines += Self.section(row.store.map { "state of \($0)" } ?? "state")
        switch row.state {
        case .known(let value): lines += stateLines(value)
        case .unknown(let reason): lines.append(Line("  \(reason)", .alarm))
        }
        return lines
    }

    private func stateLines(_ value: JSONValue) -> [Line] {
        if showsAll { return ValueLines(value, indent: 2).lines }
        let folded = ValueLines(value, touchedBy: step?.patch, after: row.texts, indent: 2)
        return folded.lines + (folded.isFolded ? [Line("  (folded\(foldAdvice.map { ": " + $0 } ?? ""))", .faint)] : [])
    }

    private var facts: FactLines {
        var facts = FactLines()
        guard let step else {
            let noStep = row.noStep.map { NoStepText(number: row.number, noStep: $0) }
            facts.add("step", "\(row.number)" + (noStep?.clause ?? ""))
            return facts
        }
        facts.add("step", String(row.number))
        facts.add("time", step.time.map { "+" + TimeText.clock($0) })
        facts.add("type", step.type)
        if step.store != ActionLine.mainStore { facts.add("store", step.store) }
        let effect = step.effect.map { number in "effect \(number)\(row.sender.map { ", \($0.begin.name)," } ?? "")" }
        facts.add("cause", step.cause.map { "\(effect ?? "the effect") of step \($0)" } ?? effect)
        facts.add("site", step.site)
        facts.add("thread", step.line?.thread)
        if step.line?.isDumped == true { facts.add("action", "dumped: its type is not Codable, so it can't be replayed") }
        facts.add("took", step.took.map(TimeText.duration))
        facts.add("effects", (row.effects ?? []).map { EffectText.line($0).text })
        if let redacted = step.line?.redacted, !redacted.isEmpty {
            facts.add("redacted", redacted.map { $0.description }.joined(separator: ", "))
        }
        facts.add("marked", row.marks.map { mark in ":\(mark.name)" + (mark.note.map { ", \($0)" } ?? "") })
        facts.add("picture", row.picture.map { "\($0.fileName)" + ($0.step == row.number ? "" : ", after step \($0.step ?? 0)") })
        if let mark = row.ending.text(at: step) {
            facts.add("end", mark + (row.ending.crashReason.map { ", \($0.words)" } ?? ""), .alarm)
        }
        return facts
    }

    /// A migration, and what it changed.
    private static func migration(_ followed: FollowedRule) -> [Line] {
        let changes = PatchText(followed.patch).lines(valueLimit: ShowQuestion.Row.valueLimit).map { (Line("    ") + $0).hanging(6) }
        return [Line("  " + followed.rule.words)] + (changes.isEmpty ? [Line("    changes nothing here", .faint)] : changes)
    }

    private static func section(_ title: String) -> [Line] { [Line(), Line(title, .strong)] }

    private static func action(_ action: ActionLine) -> [Line] {
        if let value = action.action { return ValueLines(value, indent: 2).lines }
        if action.type == ActionLine.external {
            if action.omittedCount > 0 {
                return [Line("  none: this step replaces \(action.omittedCount) that were left out on purpose", .faint)]
                    + (action.omitted ?? [:]).map { Line("  \($0.value.jsonText) × \($0.key)", .faint) }
            }
            return [Line("  none: something other than an action changed the state before the next action", .faint)]
        }
        if let error = action.error { return [Line("  the action could not be encoded: \(error)", .alarm)] }
        guard let prefix = action.prefix else { return [Line("  not recorded", .faint)] }
        return [Line("  \(prefix)…"), Line("  only the beginning of its \(action.bytes ?? prefix.utf8.count) bytes was written", .alarm)]
    }

    /// What was at the places that a patch changes.
    private static func values(_ before: [JSONValue?], at patch: JSONPatch) -> [Line] {
        zip(patch.operations, before).map { operation, value in
            let words = value.map { PatchText.brief($0, ShowQuestion.Row.valueLimit) } ?? "nothing"
            return Line("  \(TerminalText.escaped(operation.pointer.description)): " + words).hanging(4)
        }
    }

    private func changes(of step: Step) -> [Line] {
        var lines: [Line] = []
        if let sentence = step.outcomeSentence { lines.append(Line("  " + sentence, .faint).hanging(2)) }
        if let patch = step.patch {
            lines += PatchText(patch).lines(valueLimit: ShowQuestion.Row.valueLimit, after: row.texts).map { (Line("  ") + $0).hanging(4) }
        }
        return lines
    }
}
