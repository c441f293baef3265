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
    /// Steps and gaps of a range, in order.
    func items(in range: ClosedRange<Int>) -> [Timeline.Item] {
        let gaps = gaps.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
        var items: [Timeline.Item] = []
        var nextGap = 0
        for step in steps where range.contains(step.number) {
            while nextGap < gaps.count, gaps[nextGap].upperBound < step.number {
                items.append(.gap(gaps[nextGap]))
                nextGap += 1
            }
            items.append(.step(step))
        }
        return items + gaps[nextGap...].map(Timeline.Item.gap)
    }
}
