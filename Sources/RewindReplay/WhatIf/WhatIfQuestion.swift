import RewindFormat
package import RewindValue

/// What becomes of a session if some of its actions are others: `rewind whatif`.
///
/// This is the answer only; a host runs the reducer.
package struct WhatIfQuestion: Question {
    package var other: OtherFuture

    package init(_ other: OtherFuture) { self.other = other }

    /// The two futures.
    package struct Row: AnswerRow {
        package let other: OtherFuture

        package var json: JSONValue {
            func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
            var object: JSONObject = [
                "edits": .array(other.edits.map(JSONValue.string)), "steps": number(other.steps), "of": number(other.recordedSteps),
                "differs": .bool(!other.diff.isEmpty || other.end != other.recordedEnd), "patch": other.diff.patch.json,
            ]
            object["parts"] = other.parts.map { number($0.number) }
            object["meets"] = other.meets.map { number($0.number) }
            object["crashed"] = other.end?.json
            object["recordedCrashed"] = other.recordedEnd?.json
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        _ = row(Row(other: other))
        return Conclusion()
    }
}

/// What became of a session with other actions, beside what today's reducer makes of the recorded ones.
package struct OtherFuture: Sendable {
    /// What was done to the actions, in clauses.
    package var edits: [String]
    /// How many steps were reduced, and how many of the recorded ones.
    package var steps: Int, recordedSteps: Int
    /// The first recorded step after which the states differ; `nil` if none do.
    package var parts: Step?
    /// The recorded step from which on the states are the same to the end; `nil` if they don't meet again.
    package var meets: Step?
    /// Where this one crashed, and where the recorded one does.
    package var end: Crash?, recordedEnd: Crash?
    /// From the last state of the recorded actions to the last one of these.
    package var diff: TreeDiff

    package struct Crash: Sendable, Equatable {
        /// The step, and how.
        package let step: Step
        package let how: ReducerCrash

        package init(_ step: Step, _ how: ReducerCrash) { (self.step, self.how) = (step, how) }

        fileprivate var json: JSONValue {
            ["step": .number(JSONNumber(step.number)), "type": .string(step.type), "reason": .string(how.words)]
        }
    }
}
