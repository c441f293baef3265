package import RewindFormat
package import RewindValue

/// The values of some places from a step on.
package struct HistoryRow: Sendable, Equatable {
    /// The steps that may have made the change: one, unless states between are unknown.
    package var steps: ClosedRange<Int>
    /// The store of these values; at a step of another store, they are its first values.
    package var store: String
    /// The value at each place after these steps; `nil` if nothing was there.
    package var values: [JSONValue?]
    /// Which of the values changed; all of them in the first row.
    package var changed: [Bool]
    /// Whether an earlier step set the values: true in the first row of a range whose first step did not touch them.
    package var isFromBefore = false
    /// The step after which the places hold these values.
    package var step: Int { steps.upperBound }
}

extension Timeline {
    /// Calls `body` with the values of some expressions at the beginning of a range, and again whenever one of them changed: `nil` for an
    /// expression without a value.
    ///
    /// - Returns: The steps at which one of the values is unknown, and remarks.
    package func changes(
        ofResults expressions: [Predicate], store: String? = nil, in range: ClosedRange<Int>? = nil,
        _ body: (HistoryRow) throws(RecordingError) -> Bool
    ) throws(RecordingError) -> (unknown: UnknownSteps, remarks: [Remark]) {
        let range = range ?? steps
        let store = if let store { store } else { try storesToSearch(for: expressions).names[0] }
        var pass = try PredicatePass(expressions, over: self, store: store, in: range, asksAtBeginning: true)
        var last: [JSONValue?]?
        while let steps = try pass.next(upTo: range.upperBound) {
            if pass.findings.contains(where: { $0.verdict?.isUnknown != false }) { continue }
            let values = pass.findings.map { $0.verdict?.value }
            let changed = last.map { last in zip(last, values).map { $0 != $1 } } ?? values.map { _ in true }
            defer { last = values }
            guard changed.contains(true) else { continue }
            var row = HistoryRow(steps: steps, store: store, values: values, changed: changed)
            if last == nil, steps.upperBound == range.lowerBound, let reads = expressions.placesAlone {
                row.isFromBefore = try isFromBefore(reads, at: range.lowerBound)
            }
            guard try body(row) else { return (pass.unknown, pass.remarks) }
        }
        try pass.finish(at: range.upperBound)
        return (pass.unknown, pass.remarks)
    }

    /// Whether the first step of a range, if it is not the first of the recording, leaves some places of the state unchanged.
    private func isFromBefore(_ places: [JSONPointer], at number: Int) throws(RecordingError) -> Bool {
        guard number > steps.lowerBound, case .changed(let patch)? = try step(at: number)?.outcome else { return false }
        return !patch.mayChange(anyOf: places)
    }

    /// Whether a list of all changes of some places is made faster by the index: there are few of them.
    ///
    /// - Throws: `RecordingError` if the first segment can't be read.
    package func changesFew(of places: [JSONPointer], store: String?, in range: ClosedRange<Int>?) throws(RecordingError) -> Bool {
        try estimatedChanges(of: places, store: store, in: range) < (range ?? steps).count / 16
    }

    /// The approximate number of changes of some places in a range: by the index, or else extrapolated from the first segment.
    ///
    /// - Throws: `RecordingError` if that can't be read.
    package func estimatedChanges(
        of places: [JSONPointer], store: String? = nil, in range: ClosedRange<Int>? = nil
    ) throws(RecordingError) -> Int {
        let range = range ?? steps
        if isLong, let table = index?.stores[store ?? mainStore] {
            var count = 0
            for place in places { table.forEachStep(changing: place) { if range.contains($0) { count += 1 } } }
            return count
        }
        let segment = try segment(at: segmentIndex(of: range.lowerBound))
        let events = segment.track(of: store ?? mainStore).events.filter { range.contains($0.step) }
        let changes = events.count { event in
            if case .patch(let patch) = event.kind { patch.mayChange(anyOf: places) } else { false }
        }
        let looked = segment.span.steps.clamped(to: range).count
        return Int(Double(changes) / Double(max(1, looked)) * Double(range.count))
    }
}
