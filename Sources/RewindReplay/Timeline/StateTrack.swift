import RewindFormat
import RewindValue

/// One segment's record of one store's state, as events in the order of steps.
struct StateTrack: Sendable {
    let store: String
    /// Its events, those of one step in the order of their lines.
    let events: [Event]

    /// The steps whose own state was given up for a merged patch of a later one.
    private let givenUp: StepRanges

    /// Something that gives, changes or loses the state.
    struct Event: Sendable {
        /// The step from which it counts.
        var step: Int
        /// The first step that it covers: an earlier one in a merged patch.
        var first: Int
        var kind: Kind

        init(step: Int, first: Int? = nil, kind: Kind) {
            self.step = step
            self.first = first ?? step
            self.kind = kind
        }

        enum Kind: Sendable {
            case keyframe(JSONValue)
            case patch(JSONPatch)
            case lost(UnknownState.Reason)
            /// Unknown until the store's next line, which continues from the state before.
            case suspended(UnknownState.Reason)
        }
    }

    /// Steps of which nothing is left.
    struct Gaps: Sendable {
        /// Those without a stated reason: their lines are damaged, or never reached the disk.
        var lost: [ClosedRange<Int>]
        /// Those that the recorder could not write; the lines after them have their changes.
        var told: [ClosedRange<Int>]
        /// Those that an edit left out; the lines after them have their changes too.
        var leftOut: [ClosedRange<Int>]
    }

    /// A track of events in order.
    init(store: String, events: [Event]) {
        (self.store, self.events) = (store, events)
        givenUp = StepRanges([])
    }

    /// The track that the lines of one store make.
    ///
    /// The chain rule: every step of the store since a keyframe needs a line of its own, or a merged one that covers it, and an unknown
    /// step may have been the store's. Anything that breaks the rule becomes an event that loses the state.
    ///
    /// - Parameters:
    ///   - steps: the steps of the store, with or without those of other stores.
    ///   - first: the first step of the segment, of any store.
    init(store: String, lines: [StateLine], steps: [Step], from first: Int?, gaps: Gaps) {
        var events: [Event] = lines.compactMap { line in
            switch line.change {
            case .keyframe(let value): Event(step: line.step, kind: .keyframe(value))
            case .patch(let patch): Event(step: line.step, first: line.steps.lowerBound, kind: .patch(patch))
            case .unencodable(let why): Event(step: line.step, kind: .lost(.unencodable(step: line.step, why)))
            case .unknown(let why): Event(step: line.step, kind: .lost(.absent(step: line.step, why)))
            case .failed, .action: nil
            }
        }
        let first = first ?? 1
        var coverings: [ClosedRange<Int>] = []
        coverings.reserveCapacity(lines.count)
        for line in lines where line.step >= first { coverings.append(max(first, line.steps.lowerBound)...line.step) }
        let covered = StepRanges(coverings)
        var cover = 0
        for step in steps where step.store == store {
            while cover < covered.ranges.count, covered.ranges[cover].upperBound < step.number { cover += 1 }
            if cover < covered.ranges.count, covered.ranges[cover].contains(step.number) { continue }
            events.append(Event(step: step.number, kind: .lost(Self.reason(step))))
        }
        for gap in gaps.told { events.append(Event(step: gap.lowerBound, kind: .suspended(.gap(gap)))) }
        for gap in gaps.leftOut { events.append(Event(step: gap.lowerBound, kind: .suspended(.leftOut(gap)))) }
        for gap in gaps.lost {
            guard let number = covered.firstMissing(in: gap) else { continue }
            events.append(Event(step: number, kind: .lost(.notRecorded(number...gap.upperBound))))
        }
        givenUp = StepRanges(
            lines.compactMap { $0.merged }.filter { $0.lowerBound < $0.upperBound }.map { $0.lowerBound...($0.upperBound - 1) })
        self.store = store
        // The sort is stable: the lines of one step stay as they were written. They are nearly always in order already.
        let isInOrder = zip(events, events.dropFirst()).allSatisfy { $0.step <= $1.step }
        let numbered = isInOrder ? [] : events.enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }
        self.events = isInOrder ? events : numbered.map { $0.element }
    }

    /// The steps that share one patch, if the state after `step` was given up for it.
    func merged(over step: Int) -> ClosedRange<Int>? {
        givenUp.range(containing: step).map { $0.lowerBound...($0.upperBound + 1) }
    }

    /// Whether the store's state is known from here on without earlier segments.
    var beginsWithKeyframe: Bool {
        if case .keyframe? = events.first?.kind { true } else { false }
    }

    var hasKeyframe: Bool { events.contains { if case .keyframe = $0.kind { true } else { false } } }

    private static func reason(_ step: Step) -> UnknownState.Reason {
        switch step.outcome {
        case .underWay(let phase): .underWay(step: step.number, phase)
        case .pending: .pending(step: step.number)
        case .notCaptured: .notCaptured(step: step.number)
        default: .lost(step: step.number)
        }
    }
}
