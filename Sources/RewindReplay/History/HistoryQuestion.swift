package import RewindFormat
package import RewindValue

/// Every value that a part of the state had: `rewind history`.
package struct HistoryQuestion: Question {
    /// The part of the state.
    package var place: JSONPointer
    /// The steps to look at; by default all.
    package var steps: ClosedRange<Int>?
    /// The store; by default the only one that can have something there.
    package var store: String?

    package init(of place: JSONPointer, in steps: ClosedRange<Int>? = nil, store: String? = nil) {
        (self.place, self.steps, self.store) = (place, steps, store)
    }

    /// A value, and the first step that has it.
    package struct Row: AnswerRow, Equatable {
        /// The first step that has the value.
        package let step: RowStep
        /// The value; `nil` if nothing is there.
        package let value: JSONValue?
        /// The value before; `nil` if nothing was there, or if it is unknown.
        package let before: JSONValue?

        package var json: JSONValue {
            var object = step.json
            object["value"] = value
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.oneStore(toAsk: [Predicate(place)], named: store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            var rows = HeldRows<Row>()
            var before: JSONValue?
            let pass = try timeline.changes(ofResults: [Predicate(place)], store: store, in: steps) { (change) throws(RecordingError) in
                let value = change.values[0]
                defer { before = value }
                let next = Row(step: try RowStep(change, in: timeline), value: value, before: before)
                return rows.pass(next, releases: value != nil, to: row)
            }
            let remarks = timeline.remarksOnHiddenValues(readBy: [], at: [place]) + [Remark](unknown: pass.unknown)
            guard rows.areHeld else { return Conclusion(remarks: remarks) }
            return Conclusion(remarks: remarks, .no(try timeline.nowhere(place, store: store, unknown: pass.unknown)))
        }
    }
}

/// Holds back rows until one of them has a value: if nothing is ever there, no row is given.
struct HeldRows<Row> {
    /// Whether all rows are still held back.
    private(set) var areHeld = true
    private var held: [Row] = []

    /// Passes a row on, or holds it back.
    ///
    /// - Parameter releases: whether it ends the waiting.
    mutating func pass(_ next: Row, releases: Bool, to row: (Row) -> Bool) -> Bool {
        if !areHeld { return row(next) }
        held.append(next)
        guard releases else { return true }
        areHeld = false
        defer { held = [] }
        return held.allSatisfy(row)
    }
}

extension RowStep {
    /// The steps of a change of values.
    package init(_ row: HistoryRow, in timeline: Timeline) throws(RecordingError) {
        try self.init(row.steps, in: timeline, store: row.store)
        isBefore = row.isFromBefore
    }
}
