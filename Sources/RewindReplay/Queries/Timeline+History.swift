package import RewindFormat
public import RewindValue

/// The values of some places from a step on.
public struct HistoryRow: Sendable, Equatable {
    /// The steps that may have made the change: one, unless states between are unknown.
    public var steps: ClosedRange<Int>
    /// The store whose values these are: at a step of another store, they are what it begins with.
    public var store: String
    /// The value at each place after these steps; `nil` where there was nothing.
    public var values: [JSONValue?]
    /// Which of the values changed; all of them in the first row.
    public var changed: [Bool]
    /// Whether an earlier step set the values: so it is in the first row of a range whose first step did not touch them.
    public var isFromBefore = false
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
    ///   - store: The store whose state it is; by default the first that can have something at all of the places.
    ///   - range: The steps to look at; by default all.
    ///   - body: May end the pass by returning `false`.
    /// - Returns: The steps whose state is unknown.
    /// - Throws: `RecordingError` if a segment can't be read, and what `body` throws.
    @discardableResult
    public func forEachChange(
        of places: [JSONPointer], store: String? = nil, in range: ClosedRange<Int>? = nil, _ body: (HistoryRow) throws -> Bool
    ) throws -> UnknownSteps {
        let range = range ?? steps
        let store = try store ?? storesAsked(by: places.map(PlaceValue.init)).names[0]
        var walk = try StateWalk(self, store: store, from: range.lowerBound, to: range.upperBound, places: places)
        var values: [JSONValue?] = places.map { walk.state?[$0] }
        var wasSeen = walk.state != nil
        if wasSeen {
            var row = HistoryRow(
                steps: range.lowerBound...range.lowerBound, store: store, values: values, changed: places.map { _ in true })
            row.isFromBefore = try isFromBefore(places, at: range.lowerBound)
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
            guard try body(HistoryRow(steps: change.steps, store: store, values: values, changed: changed)) else { return walk.unknown }
        }
        try walk.finish(at: range.upperBound)
        return walk.unknown
    }

    /// Whether the first step of a range, which is not the first of all, leaves some places of the state as they were.
    private func isFromBefore(_ places: [JSONPointer], at number: Int) throws(RecordingError) -> Bool {
        guard number > steps.lowerBound, case .changed(let patch)? = try step(at: number)?.outcome else { return false }
        return !patch.mayChange(anyOf: places)
    }

    /// The same for what expressions come to: `nil` stands for one that has no value.
    ///
    /// - Returns: The steps whose state is unknown, and those at which an expression had no value.
    package func forEachChange(
        ofResults expressions: [any Predicate], store: String? = nil, in range: ClosedRange<Int>? = nil, _ body: (HistoryRow) throws -> Bool
    ) throws -> (unknown: UnknownSteps, failures: FailedSteps) {
        let range = range ?? steps
        let store = try store ?? storesAsked(by: expressions).names[0]
        var asked = expressions.map { StepConditions($0, timeline: self, from: range.lowerBound, store: store) }
        // Places, where nothing but the state is asked.
        let reads = expressions.compactMap { $0.words.isEmpty ? $0.reads : nil }
        var last: [JSONValue?]?
        var unknownSince: Int?
        var failure: (any Error)?
        var unknown = UnknownSteps()
        try forEachStep(of: store, in: range, withBeginning: true, lost: &unknown) { number, step throws(RecordingError) in
            var values: [JSONValue?] = []
            for index in asked.indices {
                if let value = try asked[index].value(at: number, step) { values.append(value) }
            }
            guard values.count == asked.count else {
                unknownSince = unknownSince ?? number
                return true
            }
            let changed = last.map { last in zip(last, values).map { $0 != $1 } } ?? values.map { _ in true }
            defer { (last, unknownSince) = (values, nil) }
            guard changed.contains(true) else { return true }
            do {
                var row = HistoryRow(steps: (unknownSince ?? number)...number, store: store, values: values, changed: changed)
                if last == nil, number == range.lowerBound, let reads = reads.count == expressions.count ? reads.flatMap(\.self) : nil {
                    row.isFromBefore = try isFromBefore(reads, at: number)
                }
                return try body(row)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        let report = asked.map(\.report)
        unknown.add(report.map(\.unknown).max { $0.count < $1.count } ?? UnknownSteps())
        return (unknown, report.map(\.failures).max { $0.count < $1.count } ?? FailedSteps())
    }

    /// About how many changes of some places a range has: by the index, or else judged by the first segment.
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
        let segment = try segment(at: segmentPosition(of: range.lowerBound))
        let events = segment.track(of: store ?? mainStore).events.filter { range.contains($0.step) }
        let changes = events.count { event in
            if case .patch(let patch) = event.kind { patch.mayChange(anyOf: places) } else { false }
        }
        let looked = segment.span.steps.clamped(to: range).count
        return Int(Double(changes) / Double(max(1, looked)) * Double(range.count))
    }
}
