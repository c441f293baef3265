import RewindFormat
import RewindValue

/// What the lines themselves tell of a recording whose manifest is lost.
struct SalvagedLines {
    private var stores: [String] = []
    private var started: Int?
    private var counts = Manifest.Counts()
    private var lastStep = 0

    /// Takes the lines of the next segment into account.
    mutating func take(_ segment: Segment) {
        for line in segment.journal {
            switch line {
            case .action(let action):
                counts.steps += 1
                if action.error != nil { counts.unencodable += 1 }
                add(action.store)
            case .clock(let clock): started = started ?? clock.wall - clock.time
            case .gap(let gap): counts.dropped += gap.steps.count
            case .unknown: break
            }
        }
        for line in segment.states {
            counts.merged += line.steps.count - 1
            add(line.store)
        }
    }

    /// The steps and times of a segment's actions.
    func span(of segment: Segment) -> BundleContents.Span {
        BundleContents.Span(
            index: segment.index, steps: .hull(segment.actions.map(\.step)), times: .hull(segment.actions.map(\.time)))
    }

    /// The steps that are missing between the segment before and this one.
    mutating func gap(before span: BundleContents.Span) -> ClosedRange<Int>? {
        guard let steps = span.steps else { return nil }
        defer { lastStep = max(lastStep, steps.upperBound) }
        return steps.lowerBound > lastStep + 1 ? (lastStep + 1)...(steps.lowerBound - 1) : nil
    }

    /// A manifest with what is known.
    var manifest: Manifest {
        var manifest = Manifest(recorder: RewindVersion.text, started: started ?? 0)
        manifest.stores = stores.map { Manifest.StoreInfo(name: $0, state: "") }
        manifest.ending = Ending(.died)
        manifest.counts = counts
        return manifest
    }

    private mutating func add(_ store: String) {
        if !stores.contains(store) { stores.append(store) }
    }
}

extension ClosedRange<Int> {
    /// The smallest range that holds all numbers; `nil` for none.
    fileprivate static func hull(_ numbers: [Int]) -> ClosedRange<Int>? {
        guard let first = numbers.min(), let last = numbers.max() else { return nil }
        return first...last
    }
}
