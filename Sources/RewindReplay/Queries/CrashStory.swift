package import RewindFormat
package import RewindValue

/// The story of the step in which a process ended: its causes, and what happened since.
package struct CrashStory: Sendable {
    /// The step in which the process ended.
    package var step: Step
    /// The steps whose effects led to it, the earliest first.
    package var causes: [Step]
    /// The items on the timeline between its cause and the step; without a cause, the items right before it.
    package var between: [Timeline.Item]
    /// How many steps in between are not in ``between``.
    package var omitted: Int
    /// The difference between the store's state after the cause and right before the step; `nil` without a cause, or if either state is
    /// unknown.
    package var change: TreeDiff?
    /// Whether the step can be replayed: its action is complete, and the state before it is known.
    package var isReplayable = false

    /// How many causes, and how many steps in between, are examined.
    static let causeLimit = 8, betweenLimit = 40
    /// How many steps are shown before a step without a cause.
    static let before = 10
}

extension Timeline {
    /// The step in which the process ended abnormally; `nil` if it did not end in a step.
    package var lastStepUnderWay: Int? {
        let ending = recording.manifest.ending
        func isEnd(_ action: Ending.UnderWay) -> Bool {
            action.phase.isOfStep && ![.finished, .recording].contains(action.how ?? ending.how) && steps.contains(action.step)
        }
        return ending.underWay.filter(isEnd).map(\.step).max()
    }

    /// The story of the step in which the process ended; `nil` if it did not end in a step.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func crashStory() throws(RecordingError) -> CrashStory? {
        guard let number = lastStepUnderWay, let step = try step(at: number) else { return nil }
        var causes: [Step] = []
        while let cause = (causes.first ?? step).action?.cause, causes.count < CrashStory.causeLimit, cause < (causes.first ?? step).number,
            cause > steps.lowerBound, let found = try self.step(at: cause)
        {
            causes.insert(found, at: 0)
        }
        let since = causes.last?.number ?? max(steps.lowerBound, number - CrashStory.before - 1)
        let first = max(since + 1, number - CrashStory.betweenLimit)
        var between: [Item] = []
        if first < number { try forEachItem(in: first...(number - 1)) { between.append($0) } }
        var story = CrashStory(step: step, causes: causes, between: between, omitted: first - since - 1)
        guard case .known(let new) = try state(at: number - 1, store: step.store) else { return story }
        story.isReplayable = step.action.map { $0.action != nil && !$0.isDumped } ?? false
        if let cause = causes.last, case .known(let old) = try state(at: cause.number, store: step.store) {
            story.change = TreeDiff(from: old, to: new)
        }
        return story
    }
}
