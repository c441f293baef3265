import RewindFormat
package import RewindValue

/// A step that could have made a condition true, and did not; and what held it back, as far as that is known.
package struct MissedChange: AnswerRow, Equatable {
    package let step: RowStep
    /// How many steps of its type made the condition true, or changed what it reads.
    package let made: Int
    /// Whether these made it true.
    package let isTrueElsewhere: Bool
    /// What held it back, proven by the app's reducer; without one, the parts that differ from all steps that made it true.
    package var parts: [Part]
    /// How many more parts differ.
    package var left = 0
    /// What the app's reducer was tried for; `nil` without a reducer.
    package var trial: Trial?

    package init(_ step: RowStep, made: Int, isTrueElsewhere: Bool, parts: [Part]) {
        (self.step, self.made, self.isTrueElsewhere, self.parts) = (step, made, isTrueElsewhere, parts)
    }

    /// A part of the action or of the state before, and another value of it.
    package struct Part: Sendable, Equatable {
        package let source: Dependency.Source
        /// The part in this step; `nil` if nothing is there.
        package let value: JSONValue?
        /// The value with which the step makes the condition true, or that all others have; `nil` for nothing there.
        package let other: JSONValue?

        package init(_ source: Dependency.Source, value: JSONValue?, other: JSONValue?) {
            (self.source, self.value, self.other) = (source, value, other)
        }

        fileprivate var json: JSONValue {
            var object = source.json
            object["value"] = value
            object["other"] = other
            return .object(object)
        }
    }

    /// How the app's reducer was asked.
    package struct Trial: Sendable, Equatable {
        /// How often the step was reduced, and how often at most.
        package var runs = 0
        package var budget: Int
        /// How many parts were not tried.
        package var untried = 0
        /// Whether the parts hold the step back only all together: with one of them alone, it does not make the condition true.
        package var areTogether = false
        /// Why it could not be asked, as a clause; `nil` if it could.
        package var refusal: String?

        package init(budget: Int) { self.budget = budget }
    }

    package var json: JSONValue {
        func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
        var object = step.json
        object["made"] = number(made)
        object["trueElsewhere"] = .bool(isTrueElsewhere)
        let list = JSONValue.array(parts.map { $0.json })
        if let trial {
            object[trial.areTogether ? "becauseTogether" : "because"] = list
            object["runs"] = number(trial.runs)
            object["budget"] = number(trial.budget)
            if trial.untried > 0 { object["untried"] = number(trial.untried) }
            object["remark"] = trial.refusal.map(JSONValue.string)
        } else {
            object["differs"] = list
            if left > 0 { object["left"] = number(left) }
        }
        return .object(object)
    }
}
