import RewindFormat
package import RewindValue

/// Several parts of the state, or the values of expressions, at each step that changed one of them: `rewind watch`.
package struct WatchQuestion: Question {
    package var watched: [Watched]
    /// The steps to look at; by default all.
    package var steps: ClosedRange<Int>?
    /// The store; by default the only one that can have all of it.
    package var store: String?

    package init(_ watched: [Watched], in steps: ClosedRange<Int>? = nil, store: String? = nil) {
        (self.watched, self.steps, self.store) = (watched, steps, store)
    }

    /// A part of the state, or an expression.
    package struct Watched: Sendable {
        /// The text as it was written.
        package let text: String
        /// The predicate that yields its value.
        package let predicate: Predicate
        /// The part; `nil` for an expression.
        package let place: JSONPointer?
        /// Its name in JSON: the pointer, or the expression.
        package var name: String { place?.description ?? text }

        /// A part of the state, as it was written.
        package init(_ place: JSONPointer, written text: String) { (self.text, self.place, predicate) = (text, place, Predicate(place)) }

        /// An expression, as it was written.
        package init(_ predicate: Predicate, written text: String) { (self.text, self.predicate, place) = (text, predicate, nil) }
    }

    /// The values of everything that is watched, from a step on.
    package struct Row: AnswerRow, Equatable {
        /// The first step with these values.
        package let step: RowStep
        package let names: [String]
        /// The values; `nil` if nothing is there.
        package let values: [JSONValue?]
        /// Which of them changed; all of them in the first row.
        package let changed: [Bool]
        package let before: [JSONValue?]?

        package var json: JSONValue {
            var object = step.json
            var values = JSONObject()
            for (name, value) in zip(names, self.values) { values[name] = value }
            object["values"] = .object(values)
            object["changed"] = .array(zip(names, changed).filter { $0.1 }.map { .string($0.0) })
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let predicates = watched.map { $0.predicate }
        let names = watched.map { $0.name }
        let store = try timeline.oneStore(toAsk: predicates, named: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            var rows = HeldRows<Row>()
            var wasThere = watched.map { _ in false }
            var before: [JSONValue?]?
            let pass = try timeline.changes(ofResults: predicates, store: store, in: steps) { (change) throws(RecordingError) in
                for (index, value) in change.values.enumerated() where value != nil { wasThere[index] = true }
                defer { before = change.values }
                let next = Row(
                    step: try RowStep(change, in: timeline), names: names, values: change.values, changed: change.changed, before: before)
                return rows.pass(next, releases: wasThere.contains(true), to: row)
            }
            var conclusion = Conclusion(remarks: timeline.remarksOnHiddenValues(readBy: predicates) + pass.remarks)
            for (part, wasThere) in zip(watched, wasThere) where !wasThere {
                let reason: Remark =
                    if let place = part.place {
                        try timeline.nowhere(place, store: store, unknown: pass.unknown)
                    } else {
                        .noValue(part.text, try timeline.unmatchedReference(of: part.predicate, in: SearchedStores(names: [store])))
                    }
                conclusion.verdict = .no(reason)
                return conclusion
            }
            for part in watched where part.place == nil {
                guard let unmatchedReference = try timeline.unmatchedReference(of: part.predicate, in: SearchedStores(names: [store]))
                else { continue }
                conclusion.remarks.append(.absent(unmatchedReference, from: part.text))
            }
            return conclusion
        }
    }
}
