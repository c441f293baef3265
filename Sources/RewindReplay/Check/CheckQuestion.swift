import RewindFormat
package import RewindValue

/// The first step that breaks each of some invariants: `rewind check`.
package struct CheckQuestion: Question {
    /// The conditions that should hold after every step.
    package var invariants: [Invariant]
    /// The store; by default every one that can have what an invariant reads.
    package var store: String?
    /// Whether it is known that an invariant does not hold, so that this does not count.
    package var isKnown: @Sendable (Row) -> Bool = { _ in false }

    package init(_ invariants: [Invariant], store: String? = nil) { (self.invariants, self.store) = (invariants, store) }

    /// Whether an invariant holds.
    package struct Row: AnswerRow {
        package let result: InvariantResult
        package let step: RowStep?
        /// The store in which it was checked, in a recording of several.
        package let store: String?
        /// Whether it is known that it does not hold.
        package fileprivate(set) var isKnown = false

        /// Whether it does not hold, or is unknown, and that is not known.
        package var isFault: Bool { !isKnown && (isUndecided || result.verdict == .broken) }

        /// Whether the verdict is unknown, because of the recording or of how the invariant is written.
        package var isUndecided: Bool { result.verdict == .unknown || result.isMistaken }

        package var json: JSONValue {
            var object: JSONObject = [
                "name": .string(result.invariant.name), "expression": .string(result.invariant.condition.description),
                "holds": isUndecided ? .null : .bool(result.verdict == .holds),
            ]
            object["store"] = store.map(JSONValue.string)
            if result.hasUnmatchedReference { object["neverThere"] = true }
            if isKnown { object["known"] = true }
            if result.verdict != .broken, result.unknown.count > 0 { object["notLookedAt"] = .number(JSONNumber(result.unknown.count)) }
            for (key, value) in step?.json ?? [:] { object[key] = value }
            if step != nil, result.failures.count > 0 { object["reason"] = .string(result.failures.reason) }
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.checked(store: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let (results, unknown) = try timeline.check(invariants, store: store)
            var hasFault = false
            for result in results {
                let step = try result.broken.map { (steps) throws(RecordingError) in
                    try RowStep(steps, in: timeline, store: result.store)
                }
                var found = Row(result: result, step: step, store: timeline.hasSeveralStores ? result.store : nil)
                found.isKnown = !result.isMistaken && found.isFault && isKnown(found)
                if found.isFault { hasFault = true }
                if !row(found) { break }
            }
            let verdict: Conclusion.Verdict = results.contains { $0.isMistaken } ? .mistaken : hasFault ? .no(nil) : .yes
            let hidden = timeline.remarksOnHiddenValues(readBy: invariants.map { $0.condition })
            return Conclusion(remarks: hidden + [Remark](unknown: unknown) + results.flatMap { $0.remarks }, verdict)
        }
    }
}

extension InvariantResult {
    /// Whether the invariant asks for something that never existed, or is not a condition: most likely a typing error.
    fileprivate var isMistaken: Bool { hasUnmatchedReference || !isCondition }
}
