package import RewindFormat
import RewindValue

/// Why a condition did not become true: which steps could have made it, and what held them back: `rewind why --not`.
///
/// By reading alone, it tells how these steps differ from those that made it true. A front end with a host has the app's reducer say what held
/// them back, and gives that as ``found``.
package struct WhyNotQuestion: Question {
    package var condition: Predicate
    /// The condition as it was written.
    package var text: String
    /// The step after which it was expected; by default the last.
    package var step: Int?
    /// The store; by default the only one that can have what the condition reads.
    package var store: String?
    /// What was found with the app's reducer, for the same condition; `nil` to read alone.
    package var found: (rows: [MissedChange], missed: MissedChanges)?

    package init(_ condition: Predicate, written text: String, at step: Int? = nil, store: String? = nil) {
        (self.condition, self.text, self.step, self.store) = (condition, text, step, store)
    }

    /// How many parts that differ are told of a step.
    package static let partLimit = 8

    /// The steps that could have made it true.
    package func missed(in timeline: Timeline) throws(QuestionError) -> MissedChanges {
        let store = try timeline.oneStore(toAsk: [condition], named: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            try MissedChanges(of: condition, upTo: step ?? timeline.steps.upperBound, in: timeline, store: store)
        }
    }

    package func answer(in timeline: Timeline, row: (MissedChange) -> Bool) throws(QuestionError) -> Conclusion {
        let missed = if let found { found.missed } else { try missed(in: timeline) }
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            var conclusion = Conclusion(remarks: timeline.remarksOnHiddenValues(readBy: [condition]) + missed.remarks)
            if let since = missed.isTrueSince {
                conclusion.verdict = .no(.isTrue(text, after: step ?? timeline.steps.upperBound, since: since))
                return conclusion
            }
            if missed.missed.isEmpty {
                conclusion.verdict = .no(
                    .noneCouldMake(text, madeElsewhere: missed.isTrueElsewhere, changedElsewhere: !missed.made.isEmpty))
                return conclusion
            }
            if missed.left > 0 { conclusion.remarks.append(.moreCouldMake(text, count: missed.left)) }
            if let found {
                for one in found.rows where !row(one) { break }
            } else {
                for step in missed.missed where !row(try missed.row(of: step, in: timeline)) { break }
            }
            return conclusion
        }
    }
}

extension MissedChanges {
    /// How a step differs from those that made the condition true.
    package func row(of step: Step, in timeline: Timeline) throws(RecordingError) -> MissedChange {
        let others = made(like: step)
        let own = try StepSurroundings(of: step, in: timeline, store: store)
        var surroundings: [StepSurroundings] = []
        for other in others { surroundings.append(try StepSurroundings(of: other, in: timeline, store: store)) }
        let parts = own.differences(from: surroundings)
        var row = MissedChange(
            RowStep(step.number...step.number, step), made: others.count, isTrueElsewhere: isTrueElsewhere,
            parts: Array(parts.prefix(WhyNotQuestion.partLimit)))
        row.left = max(0, parts.count - WhyNotQuestion.partLimit)
        return row
    }
}
