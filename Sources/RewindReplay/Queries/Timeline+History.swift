public import RewindValue

/// The values of some places from a step on.
public struct HistoryRow: Sendable, Equatable {
    /// The steps that may have made the change: one, unless states between are unknown.
    public var steps: ClosedRange<Int>
    /// The value at each place after these steps; `nil` where there was nothing.
    public var values: [JSONValue?]
    /// Which of the values changed; all of them in the first row.
    public var changed: [Bool]
    /// The step after which the places hold these values.
    public var step: Int { steps.upperBound }
}

extension Timeline {
    /// Calls `body` with the values of some places at the beginning of a range, and again whenever one of them changed.
    ///
    /// Costs one pass over the patches of the range; values are compared only where a patch may have changed them.
    ///
    /// - Parameters:
    ///   - places: The places in the state.
    ///   - store: The store whose state it is; by default the main one.
    ///   - range: The steps to look at; by default all.
    ///   - body: May end the pass by returning `false`.
    /// - Returns: The steps whose state is unknown.
    /// - Throws: `RecordingError` if a segment can't be read, and what `body` throws.
    @discardableResult
    public func forEachChange(
        of places: [JSONPointer], store: String? = nil, in range: ClosedRange<Int>? = nil, _ body: (HistoryRow) throws -> Bool
    ) throws -> UnknownSteps {
        let range = range ?? steps
        var walk = try StateWalk(self, store: store, from: range.lowerBound, to: range.upperBound, places: places)
        var values: [JSONValue?] = places.map { walk.state?[$0] }
        var wasSeen = walk.state != nil
        if wasSeen {
            let row = HistoryRow(steps: range.lowerBound...range.lowerBound, values: values, changed: places.map { _ in true })
            guard try body(row) else { return walk.unknown }
        }
        while let change = try walk.next(upTo: range.upperBound) {
            guard let state = walk.state, change.mayChange(places) else { continue }
            var changed = places.map { _ in !wasSeen }
            for (index, place) in places.enumerated() where !wasSeen || change.mayChange([place]) {
                let value = state[place]
                if value != values[index] { changed[index] = true }
                values[index] = value
            }
            guard changed.contains(true) else { continue }
            wasSeen = true
            guard try body(HistoryRow(steps: change.steps, values: values, changed: changed)) else { return walk.unknown }
        }
        try walk.finish(at: range.upperBound)
        return walk.unknown
    }
}
