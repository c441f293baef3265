import RewindFormat
package import RewindValue

/// Which changes that a recording does not have the reducer could compute: `rewind fill`.
///
/// This is the answer only; a host runs the reducer.
package struct FillQuestion: Question {
    package var filling: Filling

    package init(_ filling: Filling) { self.filling = filling }

    /// A step at which the code disagrees with the recording, or the sums.
    package enum Row: AnswerRow {
        case divergence(Divergence, RowStep, store: String?)
        case sum(Filling)

        package var json: JSONValue {
            switch self {
            case .divergence(let divergence, let step, let store):
                return VerifyQuestion.Row.divergence(divergence, step, store: store).json
            case .sum(let sum):
                func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
                return [
                    "missing": number(sum.missing), "filled": number(sum.filled), "unchecked": number(sum.unchecked),
                    "verified": number(sum.verification.verified),
                ]
            }
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        for divergence in filling.verification.divergences where divergence.kind != .crashedAsRecorded && divergence.kind != .gap {
            let step = try QuestionError.reading { () throws(RecordingError) in
                let first = divergence.steps.lowerBound
                return try RowStep(first...first, in: timeline, store: divergence.store)
            }
            if !row(.divergence(divergence, step, store: timeline.told(divergence.store))) { break }
        }
        _ = row(.sum(filling))
        return Conclusion(filling.filled == filling.missing ? .yes : .no(nil))
    }
}

/// What became of the changes that a recording does not have.
package struct Filling: Sendable {
    /// How many steps have no change of their own in the recording.
    package var missing: Int
    /// How many of these were computed, and of how many of those no later state of the recording says that they are right.
    package var filled: Int, unchecked: Int
    /// What the reducer's states are beside the recorded ones.
    package var verification: Verification

    package init(missing: Int, filled: Int, unchecked: Int, _ verification: Verification) {
        (self.missing, self.filled, self.unchecked, self.verification) = (missing, filled, unchecked, verification)
    }
}
