package import RewindFormat
package import RewindValue

/// Everything known about one step: its action, its changes, and the state after it: `rewind show`.
package struct ShowQuestion: Question {
    package var step: Int
    /// The store whose state is wanted; by default that of the step.
    package var store: String?
    /// Whether the answer has what was at the places that the step changed.
    package var withBefore = false
    /// Whether the answer has what each migration did to the state.
    package var withMigrations = false

    package init(_ step: Int, store: String? = nil) { (self.step, self.store) = (step, store) }

    /// A step, and the state after it.
    package struct Row: AnswerRow {
        /// The step's number.
        package let number: Int
        /// The step; `nil` if the number has no step.
        package let step: Step?
        /// Why the number has no step.
        package let noStep: Timeline.NoStep?
        /// The state after it.
        package let state: StateAnswer
        /// The store of the state, if it is not the step's own.
        package let store: String?
        package let ending: Ending
        /// The marks that were set after the step.
        package let marks: [MarkLine]
        /// The picture of the app that holds at the step, if the recording has one.
        package let picture: Manifest.AttachmentInfo?
        /// The effects that the step started; `nil` if the recording has no effects recorded.
        package let effects: [StartedEffect]?
        /// The effect that sent the step's action, if that is known.
        package let sender: EffectUnderWay?
        /// The long texts that the step replaced.
        package let texts: [JSONPointer: String]
        /// What was at each place that the step changes, up to ``changeLimit``; `nil` if that is unknown, or not wanted.
        package let before: [JSONValue?]?
        /// What each migration did to the state; empty if none is for it or the state is unknown, and `nil` if that is not wanted.
        package let migrations: [FollowedRule]?

        /// How many changes have a value before.
        private static let changeLimit = 200

        /// How many characters of a changed value front ends show; longer texts are in ``texts``.
        package static let valueLimit = 80

        package var json: JSONValue {
            var object: JSONObject = ["step": .number(JSONNumber(number))]
            for (key, value) in step?.json(ending: ending) ?? noStep?.json(of: number) ?? [:] { object[key] = value }
            if let action = step?.line {
                object["action"] = action.action
                if action.isDumped { object["dumped"] = true }
                object["actionError"] = action.error.map(JSONValue.string)
                object["actionPrefix"] = action.prefix.map(JSONValue.string)
                object["thread"] = action.thread.map(JSONValue.string)
                if !action.redacted.isEmpty { object["redacted"] = .array(action.redacted.map { .string($0.description) }) }
            }
            if !marks.isEmpty { object["marks"] = .array(marks.map({ $0.json })) }
            object["picture"] = picture.map { picture in
                ["name": .string(picture.fileName), "step": .number(JSONNumber(picture.step ?? 0))]
            }
            object["sender"] = sender.map { $0.json(at: nil) }
            if let effects, step != nil { object["effects"] = .array(effects.map { $0.json }) }
            object["patch"] = step?.patch?.json
            object["stateOf"] = store.map(JSONValue.string)
            object["before"] = before.map { .array($0.map { .array([$0].compactMap { $0 }) }) }
            object["migrations"] = migrations.map { .array($0.map { $0.json }) }
            switch state {
            case .known(let value): object["state"] = value
            case .unknown(let reason): object["unknownState"] = reason.json
            }
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.checked(store: store)
        let found = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            try Row(at: step, store: store, withBefore: withBefore, withMigrations: withMigrations, in: timeline)
        }
        _ = row(found)
        return Conclusion(remarks: withMigrations && timeline.rules.isEmpty ? [.notMigrated] : [])
    }
}

extension ShowQuestion.Row {
    fileprivate init(
        at number: Int, store: String?, withBefore: Bool, withMigrations: Bool, in timeline: Timeline
    ) throws(RecordingError) {
        let step = try timeline.step(at: number)
        var marks: [MarkLine] = []
        try timeline.forEachItem(in: number...number) { (item) throws(RecordingError) in
            if case .mark(let mark) = item { marks.append(mark) }
        }
        // The values before come first: a step forwards costs less than one back.
        let before = withBefore ? step.flatMap { try? Self.valuesBefore($0, in: timeline) } : nil
        let texts = try step.map { (step) throws(RecordingError) in try timeline.textsBefore(step, longerThan: Self.valueLimit) }
        self.init(
            number: number, step: step, noStep: try timeline.noStep(at: number), state: try timeline.state(at: number, store: store),
            store: store == step?.store ? nil : store, ending: timeline.recording.manifest.ending, marks: marks,
            picture: AppPictures(of: timeline.recording).held(at: number),
            effects: timeline.recordsEffects && step != nil ? try timeline.effects(startedBy: number) : nil,
            sender: try step.flatMap { (step) throws(RecordingError) in try timeline.effect(sending: step) }, texts: texts ?? [:],
            before: before,
            migrations: withMigrations ? try timeline.rulesFollowed(at: number, store: store ?? step?.store ?? timeline.mainStore) : nil)
    }

    private static func valuesBefore(_ step: Step, in timeline: Timeline) throws(RecordingError) -> [JSONValue?]? {
        guard let patch = step.patch, step.number > timeline.steps.lowerBound,
            case .known(let state) = try timeline.state(at: step.number - 1, store: step.store)
        else { return nil }
        return patch.operations.prefix(changeLimit).map { state[$0.pointer] }
    }
}

extension UnknownState {
    /// The reason as JSON.
    package var json: JSONValue {
        var object: JSONObject = ["reason": .string("\(reason)")]
        object["nearest"] = nearest.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}
