import RewindFormat
package import RewindValue

/// What the action of one step does when it is reduced again in the state of that moment: `rewind fire`.
///
/// This is the answer only; a host runs the reducer.
package struct FireQuestion: Question {
    package var number: Int
    /// What changed; `nil` if the action could not be reduced, or crashed the reducer.
    package var diff: TreeDiff?
    /// How the step compares with the recording.
    package var verification: Verification

    package init(_ number: Int, diff: TreeDiff?, _ verification: Verification) {
        (self.number, self.diff, self.verification) = (number, diff, verification)
    }

    /// The step, and what it did.
    package struct Row: AnswerRow {
        package let step: RowStep
        package let diff: TreeDiff?
        package let divergences: [Divergence]
        /// Whether it did what was recorded; `nil` if the recording does not know.
        package let isAsRecorded: Bool?
        /// Its store, in a recording of several.
        package let store: String?

        package var json: JSONValue {
            var object = step.json
            object["store"] = store.map(JSONValue.string)
            object["asRecorded"] = isAsRecorded.map(JSONValue.bool) ?? .null
            object["patch"] = diff?.patch.json
            for divergence in divergences { for (key, value) in divergence.json { object[key] = value } }
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let step = try QuestionError.reading { () throws(RecordingError) in try RowStep(number...number, in: timeline) }
        let kinds = verification.divergences.map { $0.kind }
        let isAsRecorded: Bool? =
            kinds.isEmpty
            ? (verification.verified > 0 ? true : nil) : kinds == [.crashedAsRecorded] ? true : kinds == [.redacted] ? nil : false
        let store = timeline.hasSeveralStores ? step.step?.store : nil
        _ = row(Row(step: step, diff: diff, divergences: verification.divergences, isAsRecorded: isAsRecorded, store: store))
        return Conclusion(isAsRecorded == true ? .yes : .no(nil))
    }
}
