import RewindFormat
package import RewindValue

/// Which rules of healthy sessions a recording breaks, the first break first: `rewind learn --against`.
package struct BrokenRulesQuestion: Question {
    /// The rules, the most surprising first, each with its support as its comment.
    package var rules: [Invariant]
    /// At most this many are answered.
    package var limit: Int?

    package init(_ rules: [Invariant], limit: Int? = nil) { (self.rules, self.limit) = (rules, limit) }

    /// A rule that was broken.
    package struct Row: AnswerRow {
        package let rule: Invariant
        package let step: RowStep
        /// What it reads, with the values before the step and after it; at most a few.
        package let values: [Value]
        /// The store, in a recording of several.
        package let store: String?

        package struct Value: Sendable {
            package let path: String
            package let before: JSONValue?
            package let after: JSONValue?
        }

        /// What was never broken before, as a sentence without a full stop.
        package var sentence: String {
            let sessions = rule.sessions.map { "\($0) \($0 == 1 ? "session" : "sessions")" } ?? "the healthy sessions"
            return "held in \(sessions), broken from step \(step.number): \(rule.name)"
        }

        package var json: JSONValue {
            var object: JSONObject = ["name": .string(rule.name), "expression": .string(rule.condition.description)]
            object["support"] = rule.comment.map(JSONValue.string)
            object["store"] = store.map(JSONValue.string)
            for (key, value) in step.json { object[key] = value }
            object["values"] = .array(
                values.map { ["path": .string($0.path), "before": $0.before ?? .null, "after": $0.after ?? .null] })
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let (results, unknown) = try timeline.check(rules)
            // In the order of the steps; of one step, in the order of the rules.
            let broken = results.enumerated().filter { $0.element.isBroken }.sorted {
                ($0.element.broken?.upperBound ?? 0, $0.offset) < ($1.element.broken?.upperBound ?? 0, $1.offset)
            }
            for (_, result) in broken.prefix(limit ?? .max) {
                guard let steps = result.broken else { continue }
                let found = Row(
                    rule: result.invariant, step: try RowStep(steps, in: timeline, store: result.store),
                    values: try timeline.values(readBy: result.invariant.condition, around: steps.upperBound, store: result.store),
                    store: timeline.displayName(of: result.store))
                if !row(found) { break }
            }
            let hidden = timeline.remarksOnHiddenValues(readBy: rules.map { $0.condition })
            return Conclusion(remarks: hidden + [Remark](unknown: unknown), broken.isEmpty ? .yes : .no(nil))
        }
    }
}

extension InvariantResult {
    /// Whether it is broken by a state, and not by a path that is not there.
    fileprivate var isBroken: Bool { verdict == .broken && !hasUnmatchedReference && isCondition }
}

extension Timeline {
    /// The values of what a condition reads, before a step and after it; three at most.
    fileprivate func values(
        readBy condition: Predicate, around step: Int, store: String
    ) throws(RecordingError) -> [BrokenRulesQuestion.Row.Value] {
        var before: JSONValue?
        if step > steps.lowerBound, case .known(let state) = try state(at: step - 1, store: store) { before = state }
        guard case .known(let after) = try state(at: step, store: store) else { return [] }
        return (condition.reads ?? []).prefix(3).map { place in
            BrokenRulesQuestion.Row.Value(
                path: Expression.Path(place.tokens.map { .key($0) }).description, before: before?[place], after: after[place])
        }
    }
}

extension Invariant {
    /// The number of recordings that a learned rule held in, as its comment says: `held 212 times in 50 of 50 recordings`.
    package var sessions: Int? {
        guard let words = comment?.split(separator: " "), let place = words.firstIndex(of: "of"), place + 2 < words.count,
            words[place + 2].hasPrefix("recording")
        else { return nil }
        return Int(words[place + 1])
    }

    /// A learned rule as an invariant.
    ///
    /// - Throws: ``ExpressionError`` if its expression is not valid.
    package init(_ rule: LearnedRule) throws(ExpressionError) {
        self.init(name: rule.name, try Predicate(parsing: rule.expression))
        comment = rule.support.text
    }
}
