import RewindFormat
package import RewindValue

/// A part of the state after a step, or the value of an expression there: `rewind show` with a path or with `--jq`.
package struct ValueQuestion: Question {
    package var step: Int
    /// The part of the state.
    package var place: JSONPointer
    /// The expression, in which `.` is that part; `nil` for the part itself.
    package var expression: Predicate?
    /// The store; by default that of the step.
    package var store: String?

    package init(_ step: Int, at place: JSONPointer = .root, _ expression: Predicate? = nil, store: String? = nil) {
        (self.step, self.place, self.expression, self.store) = (step, place, expression, store)
    }

    package struct Row: AnswerRow {
        package let step: Int
        /// The part of the state; `nil` for a result of an expression.
        package let place: JSONPointer?
        package let value: JSONValue

        package var json: JSONValue {
            guard let place else { return value }
            return ["step": .number(JSONNumber(step)), "path": .string(place.description), "value": value]
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let named = try timeline.checked(store: store)
        let (store, state) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let store = if let named { named } else { try timeline.ownStore(at: step) }
            return (store, try timeline.state(at: step, store: named))
        }
        switch state {
        case .unknown(let unknown): if expression == nil || !place.tokens.isEmpty { throw .unknown(unknown) }
        case .known(let value):
            guard let part = value[place] else { throw .nothing(timeline.pathNotFound(at: place, in: value, step: step, store: store)) }
            if expression == nil {
                _ = row(Row(step: step, place: place, value: part))
                return Conclusion()
            }
        }
        guard let expression else { return Conclusion() }
        let (verdict, remarks) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            try timeline.verdictWithRemarks(on: expression, at: step, store: named, below: place)
        }
        switch verdict {
        case .failed(let failure): throw .noValue(of: expression.description, step: step, failure)
        case .unknown(let unknown): throw .unknown(unknown)
        case .results(let values):
            var conclusion = Conclusion(remarks: timeline.remarksOnHiddenValues(readBy: [expression]) + remarks)
            for value in values where !row(Row(step: step, place: nil, value: value)) { return conclusion }
            // An empty result may be caused by the expression itself.
            guard values.allSatisfy({ $0 == .null || $0 == .array([]) || $0 == .object([:]) }) else { return conclusion }
            let unmatchedReference = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
                try timeline.unmatchedReference(of: expression, in: SearchedStores(names: [store]), at: step, below: place)
            }
            if let unmatchedReference { conclusion.remarks.append(.absent(unmatchedReference, from: expression.description)) }
            return conclusion
        }
    }
}
