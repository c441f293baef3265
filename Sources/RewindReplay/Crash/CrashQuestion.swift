package import RewindFormat
package import RewindValue

/// How the recorded process died, and what led to it: `rewind crash`.
package struct CrashQuestion: Question {
    /// The crash as it was recorded, or with the functions that were looked up since; `nil` if nothing saw it.
    package var crash: Crash?
    /// Losses besides those that the recording knows of.
    package var losses: [Loss]

    package init(_ crash: Crash?, losses: [Loss] = []) { (self.crash, self.losses) = (crash, losses) }

    /// The death of a process.
    package struct Row: AnswerRow {
        package let ending: Ending
        package let crash: Crash?
        /// The loss of its crash report, or of a part of it; `nil` if there is none.
        package let loss: Loss?
        package let story: CrashStory
        /// The app's name.
        package let app: String?

        package init(_ ending: Ending, _ crash: Crash?, losses: [Loss] = [], story: CrashStory = CrashStory(), app: String? = nil) {
            (self.ending, self.crash, self.story, self.app) = (ending, crash, story, app)
            loss = losses.first { $0.isOfCrashReport }
        }

        /// The reason of the crash: the last message of the process, or the compiler's note at the place.
        package var reason: CrashReason? { ending.crashReason ?? crash?.reason.map { CrashReason($0) } }

        package var json: JSONValue {
            var object = ending.json.object ?? [:]
            object["reason"] = reason.map { .string($0.text) }
            object["lost"] = loss?.json
            object["story"] = story.json(ending: ending)
            guard let crash else { return .object(object) }
            for (key, value) in crash.json { object[key] = value }
            object["backtrace"] = .array(
                crash.backtrace.map { frame in
                    var member: JSONObject = ["address": .string(frame.address.hexadecimal)]
                    member["image"] = frame.image.map { .string($0.name) }
                    member["offset"] = frame.offset.map { .string($0.hexadecimal) }
                    frame.describePlaces(in: &member)
                    return .object(member)
                })
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let recording = timeline.recording
        switch recording.manifest.ending.how {
        case .finished, .recording:
            return Conclusion(.no(.didNotCrash(recording.path, recording.manifest.ending, quiet: recording.quietAtEnd)))
        case .crashed, .killed, .died, .exited, .unknown:
            _ = row(try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try answer(of: timeline) })
            return Conclusion()
        }
    }

    /// The only row, however the process ended.
    package func answer(of timeline: Timeline) throws(RecordingError) -> Row {
        let recording = timeline.recording
        return Row(
            recording.manifest.ending, crash, losses: recording.losses.all + losses, story: try timeline.crashStory(),
            app: recording.manifest.appName)
    }
}

/// The story of the step in which a process ended: its causes, and what happened since.
package struct CrashStory: Sendable {
    /// The step in which the process ended; `nil` if it did not end in a step.
    package var step: Step?
    /// The steps whose effects led to it, the earliest first.
    package var causes: [Step] = []
    /// The items on the timeline between its cause and the step; without a cause, the items right before it or at the end.
    package var between: [Timeline.Item] = []
    /// How many steps in between are not in ``between``.
    package var omitted = 0
    /// The difference between the store's state after ``changedSince`` and right before the step; `nil` if either state is unknown.
    package var change: TreeDiff?
    /// The step's cause, or without one, a step shortly before it.
    package var changedSince = 0
    /// The effects that were under way when the process ended; `nil` if the recording has no effects recorded.
    package var effects: [EffectUnderWay]?
    /// The time at which they were, in nanoseconds since the start: that of the end, as far as it is known.
    package var end = 0
    /// Whether the step can be replayed: its action is complete, and the state before it is known.
    package var isReplayable = false

    package init() {}

    func json(ending: Ending) -> JSONValue {
        var object: JSONObject = ["causes": .array(causes.map { .object($0.json(ending: ending)) })]
        if omitted > 0 { object["omitted"] = .number(JSONNumber(omitted)) }
        object["between"] = .array(between.map { $0.json(ending: ending) })
        object["effects"] = effects.map { effects in .array(effects.map { $0.json(at: end) }) } ?? .null
        guard let step else { return .object(object) }
        var last = step.json(ending: ending)
        last["action"] = step.action
        object["step"] = .object(last)
        object["replayable"] = .bool(isReplayable)
        object["changes"] = change.map { change in
            [
                "from": .number(JSONNumber(changedSince)), "to": .number(JSONNumber(step.number - 1)), "patch": change.patch.json,
            ]
        }
        return .object(object)
    }

    /// How many causes, and how many steps in between, are examined.
    fileprivate static let causeLimit = 8, betweenLimit = 40
    /// How many steps are shown before a step without a cause.
    fileprivate static let before = 10
    /// Of how many steps before a step without a cause the changes are shown.
    fileprivate static let changesBefore = 3
}

extension Timeline {
    /// The step in which the process ended abnormally; `nil` if it did not end in a step.
    package var lastStepUnderWay: Int? {
        let ending = recording.manifest.ending
        func isEnd(_ action: Ending.UnderWay) -> Bool {
            action.phase.isOfStep && ![.finished, .recording].contains(action.how ?? ending.how) && steps.contains(action.step)
        }
        return ending.underWay.filter(isEnd).map { $0.step }.max()
    }

    fileprivate func crashStory() throws(RecordingError) -> CrashStory {
        var story = CrashStory()
        (story.effects, story.end) = (try effectsUnderWayAtEnd(), recording.end)
        if let number = lastStepUnderWay { story.step = try step(at: number) }
        if let step = story.step { story.causes = try causes(of: step, limit: CrashStory.causeLimit).reversed() }
        let end = story.step?.number ?? steps.upperBound + 1
        let since = story.causes.last?.number ?? max(steps.lowerBound, end - CrashStory.before - 1)
        let first = max(since + 1, end - CrashStory.betweenLimit)
        if first < end { try forEachItem(in: first...(end - 1)) { story.between.append($0) } }
        story.omitted = first - since - 1
        guard let step = story.step, case .known(let new) = try state(at: end - 1, store: step.store) else { return story }
        story.isReplayable = step.line.map { $0.action != nil && !$0.isDumped } ?? false
        story.changedSince = story.causes.last?.number ?? max(steps.lowerBound, end - CrashStory.changesBefore - 1)
        if case .known(let old) = try state(at: story.changedSince, store: step.store) { story.change = TreeDiff(from: old, to: new) }
        return story
    }
}
