import RewindFormat
package import RewindValue

/// Where a condition becomes true: `rewind find`.
package struct FindQuestion: Question {
    package var condition: Predicate
    /// The condition as it was written.
    package var text: String
    /// Which of the places are wanted.
    package var scope: SearchScope
    /// The steps to search; by default all.
    package var steps: ClosedRange<Int>?
    /// The store; by default every one that can have what the condition reads.
    package var store: String?

    package init(
        _ condition: Predicate, written text: String, scope: SearchScope = .first, in steps: ClosedRange<Int>? = nil, store: String? = nil
    ) {
        (self.condition, self.text, self.scope, self.steps, self.store) = (condition, text, scope, steps, store)
    }

    /// A place where it becomes true.
    package struct Row: AnswerRow, Equatable {
        /// The step after which it is true.
        package let step: RowStep
        /// The store of whose states it is true, in a recording of several.
        package let store: String?
        /// The last step after which it is still true, if that was asked for.
        package let through: Int?

        package var json: JSONValue {
            var object = step.json
            object["store"] = store.map(JSONValue.string)
            object["through"] = through.map { .number(JSONNumber($0)) }
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.checked(store: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let result = try timeline.find(condition, scope: scope, store: store, in: steps)
            for match in result.matches where !row(try Row(match, scope: scope, in: timeline)) { break }
            var conclusion = Conclusion(remarks: timeline.remarksOnHiddenValues(readBy: [condition]) + result.remarks)
            if let first = result.matches.first {
                if let remark = try remark(onTruthAt: first, in: timeline) { conclusion.remarks.append(remark) }
            } else if result.examinedAnyState {
                conclusion.verdict = .no(.neverTrue(text, inKnownStates: result.unknown.count > 0, result.unmatchedReference))
            } else {
                conclusion.verdict = .no(.undecided(text))
            }
            return conclusion
        }
    }

    /// A remark that the text is not a condition: it is an assignment, or its value only counts as true, as that of a path.
    private func remark(onTruthAt match: SearchResult.Match, in timeline: Timeline) throws(RecordingError) -> Remark? {
        let value = try timeline.verdict(of: condition, at: match.step, store: match.store).results?.first { $0.isTrue }
        guard let value, value != .bool(true) else { return nil }
        return .countsAsTrue(text, value)
    }
}

extension FindQuestion.Row {
    fileprivate init(_ match: SearchResult.Match, scope: SearchScope, in timeline: Timeline) throws(RecordingError) {
        self.init(
            step: try RowStep(match.steps, in: timeline, store: match.store), store: timeline.hasSeveralStores ? match.store : nil,
            through: scope == .first ? nil : match.lastTrueStep)
    }
}
