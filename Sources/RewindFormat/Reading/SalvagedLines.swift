import RewindValue

/// What a recording's lines show about it when the manifest is lost.
package struct SalvagedLines {
    private var stores: [String] = []
    private var started: Int?
    private var counts = RecordingCounts()
    private var lastStep = 0

    /// Nothing yet, except for stores known from elsewhere.
    package init(stores: [String] = []) { self.stores = stores }

    /// Takes the lines of the next segment into account.
    package mutating func add(_ segment: Segment) {
        counts.add(segment)
        for line in segment.journal {
            switch line {
            case .action(let action): add(action.store)
            case .swallowed(let swallowed): add(swallowed.action.store)
            case .clock(let clock): started = started ?? clock.wall.subtracting(clock.time)
            case .gap, .mark, .log, .effect, .unknown: break
            }
        }
        for line in segment.states { add(line.store) }
    }

    /// The steps of a segment, and the times of its actions.
    package func span(of segment: Segment) -> Recording.SegmentSummary {
        Recording.SegmentSummary(
            index: segment.index, steps: segment.steps, times: .hull(segment.actions.map { $0.time...$0.time }))
    }

    /// The steps that are missing between the segment before and this one.
    package mutating func gap(before steps: ClosedRange<Int>?) -> ClosedRange<Int>? {
        guard let steps else { return nil }
        defer { lastStep = max(lastStep, steps.upperBound) }
        return steps.lowerBound > lastStep + 1 ? (lastStep + 1)...(steps.lowerBound - 1) : nil
    }

    /// A manifest with the known facts.
    package var manifest: Manifest {
        var manifest = Manifest(recorder: RewindVersion.text, started: started ?? 0)
        manifest.stores = stores.map { Manifest.StoreInfo(name: $0, state: "") }
        manifest.ending = Ending(.unknown)
        manifest.counts = counts
        return manifest
    }

    private mutating func add(_ store: String) {
        if !stores.contains(store) { stores.append(store) }
    }
}

extension ClosedRange<Int> {
    /// The smallest range that contains all given ranges; `nil` without any.
    static func hull(_ ranges: [ClosedRange<Int>]) -> ClosedRange<Int>? {
        ranges.first.map { first in ranges.reduce(first) { $0.hull(with: $1) } }
    }
}

extension Int {
    /// The difference; `nil` where the numbers of a damaged line leave 64 bits.
    fileprivate func subtracting(_ other: Int) -> Int? {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? nil : difference
    }
}
