import RewindFormat

/// A segment in the cache, with a reel for each store that somebody asked for.
struct SegmentReels: Sendable {
    let segment: SegmentSteps
    private var reels: [String: StateReel] = [:]

    init(_ segment: SegmentSteps) { self.segment = segment }

    func hasReel(of store: String) -> Bool { reels[store] != nil }

    mutating func addReel(of store: String, from base: StateReel.Head) {
        reels[store] = StateReel(segment.track(of: store), from: base)
    }

    /// The state after a step of a store whose reel was added.
    mutating func state(at step: Int, store: String) -> StateAnswer {
        reels[store]?.state(at: step)
            ?? .unknown(UnknownState(step: step, store: store, reason: .noKeyframe, nearest: nil))
    }
}

extension SegmentSteps {
    /// Steps, gaps, swallowed actions, marks and logged lines of a range, in order; what came before the first step goes with that.
    func items(in range: ClosedRange<Int>, withLogs: Bool) -> [Timeline.Item] {
        var items: [(number: Int, rank: Int, item: Timeline.Item)] = []
        for step in steps where range.contains(step.number) { items.append((step.number, 0, .step(step))) }
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
            case .log(let log) where withLogs: add(after: log.step, note)
            default: break
            }
        }
        // A stable order: what was swallowed after one step stays as it was written.
        return items.enumerated().sorted {
            ($0.element.number, $0.element.rank, $0.offset) < ($1.element.number, $1.element.rank, $1.offset)
        }.map(\.element.item)
    }
}
