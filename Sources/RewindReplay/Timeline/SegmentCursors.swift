import RewindFormat
import RewindValue

/// A segment in the cache, with a cursor for each store that was asked for.
struct SegmentCursors: Sendable {
    let segment: SegmentSteps
    private var cursors: [String: StateCursor] = [:]

    init(_ segment: SegmentSteps) { self.segment = segment }

    func hasCursor(of store: String) -> Bool { cursors[store] != nil }

    mutating func addCursor(of store: String, from base: StateCursor.Head) {
        cursors[store] = StateCursor(segment.track(of: store), from: base)
    }

    /// The state after a step of a store whose cursor was added.
    mutating func state(at step: Int, store: String) -> StateAnswer {
        cursors[store]?.state(at: step)
            ?? .unknown(UnknownState(step: step, store: store, reason: .noKeyframe, nearest: nil))
    }
}

extension SegmentSteps {
    /// Calls `body` with the steps, gaps, swallowed actions, marks, and as asked the logged lines and effects of a range, in order; items
    /// before the first step belong to it.
    func forEachItem<Failure: Error>(
        in range: ClosedRange<Int>, withLogs: Bool, withEffects: Bool, _ body: (Timeline.Item) throws(Failure) -> Void
    ) throws(Failure) {
        let others = others(in: range, withLogs: withLogs, withEffects: withEffects)
        var next = 0
        func passOthers(before step: Int) throws(Failure) {
            while next < others.count, others[next].number < step {
                try body(others[next].item)
                next += 1
            }
        }
        var position = steps.partitioningIndex { $0.number >= range.lowerBound }
        while position < steps.count, steps[position].number <= range.upperBound {
            try passOthers(before: steps[position].number)
            try body(.step(steps[position]))
            position += 1
        }
        try passOthers(before: .max)
    }

    /// The items that are not steps, each with the number of the step before it; a gap is at the position of its first step.
    private func others(
        in range: ClosedRange<Int>, withLogs: Bool, withEffects: Bool
    ) -> [(number: Int, item: Timeline.Item)] {
        var items: [(number: Int, rank: Int, item: Timeline.Item)] = []
        for gap in gaps where gap.overlaps(range) {
            let told = toldGaps.first { $0.steps.overlaps(gap) }
            let gap = gap.clamped(to: range)
            items.append((gap.lowerBound, 0, .gap(gap, reason: told?.reason)))
        }
        func add(after step: Int, _ item: Timeline.Item) {
            let isBeforeAll = step < span.steps.lowerBound
            if range.contains(isBeforeAll ? span.steps.lowerBound : step) { items.append((step, 1, item)) }
        }
        for action in swallowed { add(after: action.step, .swallowed(action)) }
        for note in notes {
            switch note {
            case .mark(let mark): add(after: mark.step, note)
            case .log(let log): if withLogs { add(after: log.step, note) }
            case .effect(let effect): if withEffects { add(after: effect.line.step, note) }
            case .step, .gap, .swallowed: break  // no notes
            }
        }
        if items.isEmpty { return [] }
        // The sort is stable: swallowed actions after one step stay in the order in which they were written.
        return items.enumerated().sorted {
            ($0.element.number, $0.element.rank, $0.offset) < ($1.element.number, $1.element.rank, $1.offset)
        }.map { ($0.element.number, $0.element.item) }
    }
}
