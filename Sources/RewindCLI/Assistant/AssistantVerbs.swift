import RewindFormat
package import RewindRendering
package import RewindReplay
import RewindValue

// What is a verb for assistants only, declared as the others are.

extension CheckQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "check", "check conditions that should hold after every step, and name the first step that breaks each",
        [
            Parameter(
                "rules", .texts, isRequired: true, "A name, a colon and an expression, as in 'one at a time: .cart.items | length < 2'."),
            .store,
        ])

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let rules = arguments.texts("rules").map { $0.contains(":") ? $0 : "rule: \($0)" }.joined(separator: "\n")
        let invariants: [Invariant]
        do {
            invariants = try Invariant.list(parsing: rules) { try AssistantExpression.predicate($0) }
        } catch { throw PromptError("\(error)") }
        if invariants.isEmpty { throw PromptError("'rules' has none: each is a name, a colon and an expression") }
        self.init(invariants, store: arguments.store)
    }
}

/// A step, or one part of the state after it: both forms of `rewind show`.
struct ShownQuestion: AssistantQuestion {
    static let declaration = VerbDeclaration(
        ShowQuestion.declaration.name, ShowQuestion.declaration.summaryElsewhere + "; or one part of that state",
        [.step, Parameter("path", .path, isWord: false, "Only this part of the state, in full.")]
            + ShowQuestion.declaration.parameters.filter { $0.name != Parameter.step.name })

    private let whole: ShowQuestion
    private let part: ValueQuestion?

    enum Row: AnswerRow {
        case step(ShowQuestion.Row)
        case value(ValueQuestion.Row)

        var json: JSONValue {
            switch self {
            case .step(let row): row.json
            case .value(let row): row.json
            }
        }
    }

    init(_ arguments: inout VerbArguments) throws(PromptError) {
        whole = try ShowQuestion(&arguments)
        part =
            arguments.has("path")
            ? ValueQuestion(whole.step, at: try arguments.path(), store: arguments.store) : nil
    }

    func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        guard let part else { return try whole.answer(in: timeline) { row(.step($0)) } }
        return try part.answer(in: timeline) { row(.value($0)) }
    }

    func table(_ drawing: Drawing) -> AnswerTable<Row> {
        let (step, value) = (whole.table(drawing), part?.table(drawing))
        return AnswerTable(isList: false) { row in
            switch row {
            case .step(let row): step.lines(row)
            case .value(let row): value?.lines(row) ?? []
            }
        }
    }

    func sentence(_ found: FoundRows<Row>) -> String {
        switch found.first.first {
        case .value(let row):
            return
                "After step \(row.step), \((row.place ?? .root).told) is \(AssistantText.quoted(row.value.jsonText))."
        case .step(let row):
            guard let step = row.step else { return "There is no step \(row.number): its number has no action." }
            let changes =
                switch step.outcome {
                case .changed(let patch): patch.isEmpty ? "changed nothing" : "made \(plural(patch.operations.count, "change"))"
                case .underWay: "did not end: the process ended in it"
                case .failed: "failed: its reducer threw an error"
                default: "has no changes of its own"
                }
            let cause = step.cause.map { "; an effect of step \($0) sent it" } ?? ""
            return "\(step.told.sentenceCased), \(changes)\(cause)."
        case nil: return "Nothing is there."
        }
    }

    /// The largest part that the step did not change, which is folded.
    func next(_ found: FoundRows<Row>) -> AssistantAnswer.Next? {
        guard case .step(let row)? = found.first.first, case .known(.object(let members)) = row.state else { return nil }
        let changed = Set((row.step?.patch?.operations ?? []).compactMap { $0.pointer.tokens.first })
        let folded = members.filter { !changed.contains($0.key) }.max { $0.value.jsonText.utf8.count < $1.value.jsonText.utf8.count }
        guard let folded, folded.value.jsonText.utf8.count > ShowQuestion.Row.valueLimit else { return nil }
        return AssistantAnswer.Next(
            words: "A folded part in full", tool: "show",
            arguments: [
                "step": .number(JSONNumber(row.number)), "path": .string(JSONPointer(tokens: [folded.key]).description), "before": .null,
                "migrated": .null,
            ])
    }

    func part(_ places: [JSONPointer]) -> JSONObject? {
        guard part == nil, let place = places.first(where: { $0.tokens.first == "state" && $0.tokens.count > 1 }) else { return nil }
        return ["path": .string(JSONPointer(tokens: Array(place.tokens.dropFirst())).description), "step": .number(JSONNumber(whole.step))]
    }
}

/// How a session went: what it is of, how it ended, what led to that.
struct StoryQuestion: AssistantQuestion {
    static let declaration = VerbDeclaration(
        "story", "how the session went: the app, how it ended, which steps and effects led to that, what changed in the last of them")

    private let crash: CrashQuestion

    struct Row: AnswerRow {
        let info: InfoQuestion.Row
        let end: CrashQuestion.Row
        let notes: [String]
        /// What a person says is wrong.
        let wrong: WrongQuestion.Row?
        /// The last step whose state is known; `nil` if none is.
        let lastKnown: Int?

        var json: JSONValue {
            let all = info.json
            var object: JSONObject = [:]
            for key in ["app", "title", "note", "level", "steps", "duration", "stores"] { object[key] = all[key] }
            object["losses"] = .number(JSONNumber(info.lost.count))
            for (key, value) in end.json.object ?? [:] { object[key] = value }
            object["wrong"] = wrong?.wrong.json
            // Addresses and builds are for a symbolizer, not for a reader.
            object["images"] = JSONValue?.none
            object["backtrace"] = object["backtrace"]?.array.map { calls in
                .array(
                    calls.prefix(StoryQuestion.calls).map { call in
                        .object(JSONObject(["image", "function", "at"].compactMap { key in call[key].map { (key, $0) } }))
                    })
            }
            return .object(object)
        }
    }

    init(_ arguments: inout VerbArguments) throws(PromptError) { crash = try CrashQuestion(&arguments) }

    func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let end = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try crash.answer(of: timeline) }
        let manifest = timeline.recording.manifest
        _ = row(
            Row(
                info: InfoQuestion().answer(of: timeline), end: end, notes: [manifest.title, manifest.note].compactMap { $0 },
                wrong: manifest.wrong.map { WrongQuestion.Row($0, of: timeline.steps) },
                lastKnown: try? timeline.stepWithState(at: timeline.steps.upperBound).step))
        return Conclusion()
    }

    func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(isList: false) { row in
            var facts = FactLines()
            facts.add("app", row.info.recording.manifest.appName)
            facts.add("note", row.notes)
            facts.add("wrong", row.wrong.map { WrongReport($0).what })
            facts.add("ended", "it " + EndingText(of: row.info.recording).verb)
            facts.add("reason", row.end.reason?.words)
            facts.add("under way", EndingText(of: row.info.recording).underWay)
            facts.add("effects", row.end.story.effects.map { EffectText.sentence($0, at: row.end.story.end) })
            let report = CrashReport(row.end)
            let calls = row.end.crash == nil ? [] : [Line(), Line("calls", .strong)] + report.backtrace.prefix(Self.calls)
            return facts.lines + [Line()] + report.story.lines + calls
        }
    }

    /// How many calls of a backtrace are shown.
    fileprivate static let calls = 8

    func sentence(_ found: FoundRows<Row>) -> String {
        guard let row = found.first.first else { return "Nothing is known." }
        let (ending, steps) = (row.end.ending, row.info.steps)
        let count = plural(steps.upperBound - steps.lowerBound, "step")
        let end =
            switch ending.how {
            case .recording: "is still recording"
            case .finished: "finished"
            case .crashed: "crashed"
            case .killed: "was killed"
            case .exited: "exited without finishing its recording"
            case .died: "died, for an unknown reason"
            case .unknown: "ended; how is not known"
            }
        let whose = row.info.recording.manifest.appName.map { AssistantText.quoted($0) } ?? "The app"
        let signal = ending.signal.map { " with \(AssistantText.quoted($0, limit: 20))" } ?? ""
        guard let step = row.end.story.step else { return "\(whose) \(end)\(signal), after \(count)." }
        let cause = row.end.story.causes.last.map { ", which an effect of \($0.told), sent" } ?? ""
        return "\(whose) \(end)\(signal) in \(step.told)\(cause); it is the last of \(count)."
    }
    /// Who set the wrong value; without one, and without a crash, what the other tools can be asked about.
    func next(_ found: FoundRows<Row>) -> AssistantAnswer.Next? {
        guard let row = found.first.first else { return nil }
        if let wrong = row.wrong?.wrong, row.info.steps.contains(wrong.step) {
            var arguments: JSONObject = ["path": .string(wrong.place.description)]
            if wrong.actual != nil { arguments["step"] = .number(JSONNumber(wrong.step)) }
            if wrong.store != ActionLine.mainStore { arguments["store"] = .string(wrong.store) }
            return wrong.actual == nil
                ? AssistantAnswer.Next(words: "What was there before", tool: "history", arguments: arguments)
                : AssistantAnswer.Next(words: "The action that set the wrong value", tool: "blame", arguments: arguments)
        }
        guard row.end.ending.how != .crashed, let step = row.lastKnown else { return nil }
        return AssistantAnswer.Next(
            words: "The state at the end, whose parts find and history take", tool: "show",
            arguments: ["step": .number(JSONNumber(step))])
    }
}
