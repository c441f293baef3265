import RewindFormat
package import RewindValue

/// Whether the step in which the recorded process ended does that again: `rewind reproduce`.
///
/// This is the answer only; a host runs the reducer.
package struct ReproduceQuestion: Question {
    package var reproduction: Reproduction

    package init(_ reproduction: Reproduction) { self.reproduction = reproduction }

    package struct Row: AnswerRow {
        package let reproduction: Reproduction
        package let step: RowStep
        /// The signal and the reason, as they were recorded.
        package let recorded: String?
        /// Whether it is the same crash, as far as that was recorded.
        package let isAsRecorded: Bool

        package var json: JSONValue {
            var object = step.json
            object["result"] = .string(reproduction.result.rawValue)
            object["from"] = .number(JSONNumber(reproduction.steps.lowerBound))
            object["reason"] = reproduction.reason.map(JSONValue.string)
            object["recorded"] = recorded.map(JSONValue.string)
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let number = reproduction.steps.upperBound
        let step = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try RowStep(number...number, in: timeline) }
        let ending = timeline.recording.manifest.ending
        let recorded = [ending.signal, ending.reason].compactMap { $0 }.joined(separator: ": ")
        let isAsRecorded = recorded.isEmpty || reproduction.isCrash(recorded, isMasked: timeline.recording.manifest.hidesTexts)
        _ = row(Row(reproduction: reproduction, step: step, recorded: recorded.isEmpty ? nil : recorded, isAsRecorded: isAsRecorded))
        return Conclusion(reproduction.result == .crashedAgain ? .yes : .no(nil))
    }
}

/// What became of the attempt to make a recorded crash happen again.
package struct Reproduction: Sendable, Equatable {
    /// The steps whose actions were reduced; the last is the one that crashed, or the one in which the recorded process ended.
    package var steps: ClosedRange<Int>
    package var result: Result
    /// How it crashed, or why it can't be said, as a clause.
    package var reason: String?

    /// What it came to; the raw values are those of the JSON.
    package enum Result: String, Sendable {
        /// It crashed at the step at which it was recorded to.
        case crashedAgain = "crashed-again"
        /// It crashed, at another step.
        case crashedElsewhere = "crashed-elsewhere"
        case gotThrough = "got-through"
        /// The action, or the state before it, is unknown or does not decode.
        case unknown
    }

    package init(_ steps: ClosedRange<Int>, _ result: Result, reason: String? = nil) {
        (self.steps, self.result, self.reason) = (steps, result, reason)
    }

    /// Whether it crashed as it was recorded: by the same signal and, where the runtime said why both times, for the same reason.
    ///
    /// - Parameter isMasked: whether the recorded reason has pseudonyms, which have the shape of the words.
    package func isCrash(_ recorded: String, isMasked: Bool = false) -> Bool {
        guard let reason else { return true }
        let causes = [recorded, reason].map { $0.crashCause.split(separator: ":", maxSplits: 1) }
        guard causes[0].first == causes[1].first else { return false }
        let reasons = causes.compactMap { $0.count == 2 ? String($0[1].dropFirst()) : nil }
            .filter { reason in Crash.runtimeMarks.contains { reason.hasPrefix($0) } }
        if reasons.count < 2 { return true }
        return isMasked ? reasons[0].maskShape == reasons[1].maskShape : reasons[0] == reasons[1]
    }
}

extension String {
    /// The cause of a crash, without the line of the source, which another version has elsewhere.
    package var crashCause: Substring {
        guard hasSuffix(")"), let open = lastIndex(of: "(") else { return self[...] }
        return self[..<open].dropLast()
    }
}
