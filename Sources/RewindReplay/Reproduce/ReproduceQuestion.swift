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
        let recorded = [ending.signal, ending.crashReason?.words].compactMap { $0 }.joined(separator: ": ")
        let isAsRecorded = reproduction.crash?.isSame(as: ending, isMasked: timeline.recording.manifest.hidesTexts) ?? true
        _ = row(Row(reproduction: reproduction, step: step, recorded: recorded.isEmpty ? nil : recorded, isAsRecorded: isAsRecorded))
        return Conclusion(reproduction.result == .crashedAgain ? .yes : .no(nil))
    }
}

/// What became of the attempt to make a recorded crash happen again.
package struct Reproduction: Sendable, Equatable {
    /// The steps whose actions were reduced; the last is the one that crashed, or the one in which the recorded process ended.
    package var steps: ClosedRange<Int>
    package var result: Result
    /// How it crashed, if it did.
    package var crash: ReducerCrash?
    /// Why it can't be said, as a clause.
    package var why: String?

    /// How it crashed, or why it can't be said, as a clause.
    package var reason: String? { crash?.words ?? why }

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

    package init(_ steps: ClosedRange<Int>, _ result: Result, _ crash: ReducerCrash? = nil, why: String? = nil) {
        (self.steps, self.result, self.crash, self.why) = (steps, result, crash, why)
    }
}
