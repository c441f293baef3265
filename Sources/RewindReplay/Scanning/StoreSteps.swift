import RewindFormat

/// The steps of one store in a range, and all lost steps, in order.
struct StoreSteps {
    private let store: String
    private let range: ClosedRange<Int>
    private let timeline: Timeline
    private var hasBegun = false
    /// The segment that comes next.
    private var position: Int?
    private var steps: ArraySlice<Step> = []
    private var gaps: ArraySlice<ClosedRange<Int>> = []

    /// What comes next.
    enum Item {
        /// The first position of the recording, which is not a step: the state before the first action.
        case beginning(Int)
        case step(Step)
        /// Lost steps, whose store is unknown.
        case gap(ClosedRange<Int>)
    }

    init(of store: String, in range: ClosedRange<Int>, of timeline: Timeline) {
        (self.store, self.range, self.timeline) = (store, range, timeline)
    }

    /// The next item that begins at or before a step; `nil` if no such item is left.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func next(upTo limit: Int) throws(RecordingError) -> Item? {
        if !hasBegun {
            hasBegun = true
            let first = range.lowerBound
            if first == timeline.steps.lowerBound, try timeline.step(at: first) == nil, try timeline.hasBegun(store) {
                return .beginning(first)
            }
        }
        while true {
            while let step = steps.first {
                if let gap = gaps.first, gap.upperBound < step.number { return popGap(upTo: limit) }
                if step.number > limit { return nil }
                steps.removeFirst()
                if step.store == store, range.contains(step.number) { return .step(step) }
            }
            if !gaps.isEmpty { return popGap(upTo: limit) }
            let next = if let position { position } else { try timeline.segmentIndex(of: range.lowerBound) }
            guard next < timeline.segmentCount, timeline.stepsOfSegment(at: next).lowerBound <= min(limit, range.upperBound) else {
                return nil
            }
            let segment = try timeline.segment(at: next)
            (steps, position) = (segment.steps[...], next + 1)
            gaps = segment.gaps.filter { $0.overlaps(range) }[...]
        }
    }

    private mutating func popGap(upTo limit: Int) -> Item? {
        guard let gap = gaps.first, gap.lowerBound <= limit else { return nil }
        gaps.removeFirst()
        return .gap(gap.clamped(to: range))
    }
}

extension Timeline {
    /// Whether a store has a state at the first position, as the main one should.
    fileprivate func hasBegun(_ store: String) throws(RecordingError) -> Bool {
        if store == mainStore { return true }
        if case .unknown(let unknown) = try state(at: steps.lowerBound, store: store) { return unknown.reason != .noKeyframe }
        return true
    }
}
