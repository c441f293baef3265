/// What one pass over the lines of a directory finds out: what each segment holds, what is missing, and how the recording ended.
struct RecordingScan {
    private let status: Status?
    private let crash: Crash?
    private(set) var segments: [Recording.SegmentSummary] = []
    private(set) var losses = Losses()
    private var counts = Manifest.Counts()
    private var lastStep: Int?
    private var gapAtEnd: ClosedRange<Int>?
    private var types: [Int: String] = [:]
    /// How many places the lines say were redacted.
    private var redacted = 0

    /// - Parameter sealed: losses that the recorder itself told.
    init(status: Status?, crash: Crash?, sealed: [String] = []) {
        self.status = status
        self.crash = crash
        losses.sealed = sealed
    }

    /// Takes the next segment into account.
    mutating func take(_ segment: Segment) {
        losses.damage += segment.damage
        if segment.journal.isEmpty && segment.states.isEmpty { return }  // prepared ahead, and never begun
        var steps: ClosedRange<Int>?
        var times: ClosedRange<Int>?
        var expected = lastStep.map { $0 + 1 }
        counts.add(segment)
        for line in segment.journal {
            switch line {
            case .action(let action):
                if let first = expected ?? (segment.index == 0 ? 1 : nil), action.step > first {
                    losses.actions.append(first...(action.step - 1))
                }
                expected = action.step + 1
                steps = (steps?.lowerBound ?? action.step)...max(steps?.upperBound ?? action.step, action.step)
                times = (times?.lowerBound ?? action.time)...max(times?.upperBound ?? action.time, action.time)
                redacted += action.redacted.count
                if status?.stores.contains(where: { $0.step == action.step }) == true { types[action.step] = action.type }
            case .gap(let gap):
                // What comes next tells that these are missing; at the end, nothing does.
                gapAtEnd = gap.steps
            case .swallowed, .clock, .mark, .log, .unknown: break
            }
        }
        lastStep = steps?.upperBound ?? lastStep
        for line in segment.states { redacted += line.redacted.count }
        losses.states += StateCoverage(segment).missing
        segments.append(Recording.SegmentSummary(index: segment.index, steps: steps, times: times))
    }

    /// Writes into the manifest what the scan knows better than a manifest from the recording's start.
    mutating func complete(_ manifest: inout Manifest) {
        let told = max(gapAtEnd?.upperBound ?? 0, status?.stores.map(\.step).max() ?? 0)
        if told > lastStep ?? 0 {
            losses.actions.append(((lastStep ?? 0) + 1)...told)
            lastStep = told
        }
        if manifest.capture != nil {
            // By the policy, not for want of time: a host can compute them.
            counts.sparse += losses.states.reduce(0) { $0 + $1.count }
            losses.states = []
        }
        counts.unknown = manifest.counts.unknown
        counts.dropped += manifest.counts.dropped  // those of which not even a gap line could be written
        manifest.counts = counts
        // The counts by rule died with the recorder; the lines tell of places, and not of rules.
        if manifest.redaction.isEmpty, redacted > 0 { manifest.redaction = [Manifest.recoveredRedaction: redacted] }
        if manifest.ending.how == .recording {
            manifest.ending = status?.isFinished == true ? Ending(.finished) : Ending(diedOf: crash, status)
            manifest.ending.underWay = (status?.underWay ?? []).map { store in
                var store = store
                store.type = types[store.step]
                return store
            }
        }
        // A reducer that never returned made no state: there is nothing to miss.
        for store in manifest.ending.underWay where store.phase == .reducer {
            losses.states = losses.states.flatMap { $0.without(store.step) }
        }
    }
}

extension ClosedRange<Int> {
    /// What is left of the range when one number is taken out.
    fileprivate func without(_ number: Int) -> [ClosedRange<Int>] {
        guard contains(number) else { return [self] }
        var rest: [ClosedRange<Int>] = []
        if lowerBound < number { rest.append(lowerBound...(number - 1)) }
        if number < upperBound { rest.append((number + 1)...upperBound) }
        return rest
    }
}

/// Which steps of a segment have a state: every step of a store needs a line of its own, or a merged one that covers it.
package struct StateCoverage {
    /// The steps without one, in order.
    package let missing: [ClosedRange<Int>]

    /// Looks at a segment's actions; those of `excepted` need no state.
    package init(_ segment: Segment, without excepted: Set<Int> = []) {
        let covered = Dictionary(grouping: segment.states, by: \.store).mapValues { lines in StepRanges(lines.map(\.steps)) }
        var missing: [ClosedRange<Int>] = []
        for action in segment.actions
        where !excepted.contains(action.step) && covered[action.store]?.range(containing: action.step) == nil {
            if let last = missing.last, last.upperBound + 1 == action.step {
                missing[missing.count - 1] = last.lowerBound...action.step
            } else {
                missing.append(action.step...action.step)
            }
        }
        self.missing = missing
    }
}
