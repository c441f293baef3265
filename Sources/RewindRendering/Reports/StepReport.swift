package import RewindFormat
package import RewindReplay
package import RewindValue

/// Everything that a recording says of one step, gathered before it is drawn.
package struct StepReport {
    package let number: Int
    /// `nil` where there is none.
    package let step: Step?
    /// Why there is none.
    private let noStep: NoStepText?
    package let state: StateAnswer
    /// Whose state it is, where that is not the step's own store.
    package let store: String?
    package let ending: Ending
    /// The moments after the step that somebody named.
    private var marks: [MarkLine] = []
    /// The long texts that the step replaced.
    private let texts: [JSONPointer: String]
    /// Whether a long state is shown in full; else only what the step touched is unfolded.
    package var showsAll = false

    package init(_ timeline: Timeline, at number: Int, store: String? = nil) throws {
        self.number = number
        step = try timeline.step(at: number)
        noStep = try timeline.noStep(at: number).map { NoStepText(number: number, noStep: $0) }
        state = try timeline.state(at: number, store: store)
        self.store = store == step?.store ? nil : store
        ending = timeline.recording.manifest.ending
        var marks: [MarkLine] = []
        try timeline.forEach(in: number...number) { if case .mark(let mark) = $0 { marks.append(mark) } }
        self.marks = marks
        texts = try step.map { (step) throws(RecordingError) in try timeline.textsBefore(step, longerThan: Self.valueLimit) } ?? [:]
    }

    /// Characters that are shown of a value that changed.
    private static let valueLimit = 80

    /// For people: the facts, the action, the changes, the state.
    package var lines: [Line] {
        var lines = facts.lines
        if let action = step?.action { lines += Self.section("action") + Self.action(action) }
        if let step { lines += Self.section("changes") + changes(of: step) }
        lines += Self.section(store.map { "state of \($0)" } ?? "state")
        switch state {
        case .known(let value): lines += stateLines(value)
        case .unknown(let reason): lines.append(Line("  \(reason)", .alarm))
        }
        return lines
    }

    private func stateLines(_ value: JSONValue) -> [Line] {
        if showsAll { return ValueLines(value, indent: 2).lines }
        let folded = FoldedLines(value, touchedBy: step?.patch, after: texts, indent: 2)
        return folded.lines + (folded.isFolded ? [Line("  (folded: --full shows everything, a path such as .a.b one part)", .faint)] : [])
    }

    private var facts: FactLines {
        var facts = FactLines()
        guard let step else {
            facts.add("step", "\(number)" + (noStep?.clause ?? ""))
            return facts
        }
        facts.add("step", String(number))
        facts.add("time", step.time.map { "+" + TimeText.clock($0) })
        facts.add("type", step.type)
        if step.store != ActionLine.mainStore { facts.add("store", step.store) }
        facts.add("cause", step.action?.cause.map { "the effect of step \($0)" })
        facts.add("site", step.action?.site)
        facts.add("thread", step.action?.thread)
        if step.action?.isDumped == true { facts.add("action", "dumped: its type is not Codable, so it can't be replayed") }
        facts.add("took", step.took.map(TimeText.duration))
        if let redacted = step.action?.redacted, !redacted.isEmpty {
            facts.add("redacted", redacted.map(\.description).joined(separator: ", "))
        }
        facts.add("marked", marks.map { mark in ":\(mark.name)" + (mark.note.map { ", \($0)" } ?? "") })
        if let mark = EndingText(ending: ending).mark(for: step) {
            facts.add("end", mark + (ending.reason.map { ", \($0)" } ?? ""), .alarm)
        }
        return facts
    }

    private static func section(_ title: String) -> [Line] { [Line(), Line(title, .strong)] }

    private static func action(_ action: ActionLine) -> [Line] {
        if let value = action.action { return ValueLines(value, indent: 2).lines }
        if action.type == ActionLine.external {
            if action.omittedCount > 0 {
                return [Line("  none: this step stands for \(action.omittedCount) that were left out on purpose", .faint)]
                    + (action.omitted ?? [:]).map { Line("  \($0.value.jsonText) × \($0.key)", .faint) }
            }
            return [Line("  none: something other than an action changed the state before the next action", .faint)]
        }
        if let error = action.error { return [Line("  the action could not be encoded: \(error)", .alarm)] }
        guard let prefix = action.prefix else { return [Line("  not recorded", .faint)] }
        return [Line("  \(prefix)…"), Line("  only the beginning of its \(action.bytes ?? prefix.utf8.count) bytes was written", .alarm)]
    }

    private func changes(of step: Step) -> [Line] {
        var lines: [Line] = []
        if let sentence = OutcomeText(of: step).sentence { lines.append(Line("  " + sentence, .faint).hanging(2)) }
        if let patch = step.patch {
            lines += PatchText(patch).lines(valueLimit: Self.valueLimit, after: texts).map { (Line("  ") + $0).hanging(4) }
        }
        return lines
    }

    /// For programs: one object.
    package var json: JSONValue {
        var object: JSONObject = ["step": .number(JSONNumber(number))]
        let members = step.map { StepRow($0, ending: ending).json.object ?? [:] } ?? noStep?.noStep.json(of: number) ?? [:]
        for (key, value) in members { object[key] = value }
        if let action = step?.action {
            object["action"] = action.action
            if action.isDumped { object["dumped"] = true }
            object["actionError"] = action.error.map(JSONValue.string)
            object["actionPrefix"] = action.prefix.map(JSONValue.string)
            object["thread"] = action.thread.map(JSONValue.string)
            if !action.redacted.isEmpty { object["redacted"] = .array(action.redacted.map { .string($0.description) }) }
        }
        if !marks.isEmpty { object["marks"] = .array(marks.map { StepRow.json(.mark($0), ending: ending) }) }
        object["patch"] = step?.patch?.json
        object["stateOf"] = store.map(JSONValue.string)
        switch state {
        case .known(let value): object["state"] = value
        case .unknown(let reason): object["unknownState"] = reason.json
        }
        return .object(object)
    }
}

extension UnknownState {
    /// The reason for programs.
    package var json: JSONValue {
        var object: JSONObject = ["reason": .string("\(reason)")]
        object["nearest"] = nearest.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}
