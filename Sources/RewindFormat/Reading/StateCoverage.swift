/// Which steps of a segment have a state: every step of a store needs a line of its own, or a merged one that covers it.
package struct StateCoverage {
    /// The steps without one, in order.
    package private(set) var lost: [ClosedRange<Int>] = []
    private var stores: [Store] = []

    /// The steps that have a state which is not known, because it follows from one that is lost.
    package var unknown: [Losses.UnknownStates] {
        stores.flatMap { store in store.unknown.map { Losses.UnknownStates(store: store.name, steps: $0) } }
    }

    /// The steps that the state lines of one store cover.
    private struct Store {
        let name: String
        /// In the order of arrival, neighbours joined: most often one range.
        var lines: [ClosedRange<Int>]
        /// The same ranges sorted, made on demand.
        var ranges: StepRanges?
        /// The steps of those that have the state in full.
        var keyframes: [Int] = []
        /// The last step without a state, and after that those whose state follows from it.
        var lost: Int?
        var unknown: [ClosedRange<Int>] = []
    }

    /// Whether the segment is the first, so that a patch in front of a store's first keyframe follows from one that is lost.
    private let isFirst: Bool

    /// Empty at first; add all state lines of the segment, then its actions.
    init(isFirst: Bool) { self.isFirst = isFirst }

    /// Looks at a segment's actions; those of `excepted` need no state.
    package init(_ segment: Segment, without excepted: Set<Int> = []) {
        isFirst = segment.index == 0
        for line in segment.states { add(line) }
        for action in segment.actions where !excepted.contains(action.step) { add(action) }
    }

    /// Takes the next state line into account.
    mutating func add(_ line: StateLine) {
        let steps = line.steps
        guard let place = place(of: line.store) else {
            var store = Store(name: line.store, lines: [steps], keyframes: line.isKeyframe ? [line.step] : [])
            if isFirst, case .patch = line.change { store.lost = steps.lowerBound - 1 }
            stores.append(store)
            return
        }
        if line.isKeyframe { stores[place].keyframes.append(line.step) }
        stores[place].lines.join(steps)
    }

    mutating func add(_ action: ActionLine) {
        let place = place(of: action.store)
        if let place, isCovered(action.step, place) { return follow(action.step, place) }
        if let place { stores[place].lost = action.step }
        lost.join(action.step...action.step)
    }

    private mutating func isCovered(_ step: Int, _ place: Int) -> Bool {
        if stores[place].lines[0].contains(step) { return true }
        let ranges = stores[place].ranges ?? StepRanges(stores[place].lines)
        stores[place].ranges = ranges
        return ranges.range(containing: step) != nil
    }

    /// Notes that the state after a step follows from a lost one, unless there is one in full since.
    private mutating func follow(_ step: Int, _ place: Int) {
        guard let lost = stores[place].lost, lost < step else { return }
        if stores[place].keyframes.contains(where: { $0 > lost && $0 <= step }) {
            stores[place].lost = nil
        } else if let last = stores[place].unknown.last, last.lowerBound > lost {
            stores[place].unknown[stores[place].unknown.count - 1] = last.lowerBound...max(last.upperBound, step)
        } else {
            stores[place].unknown.append(step...step)
        }
    }

    private func place(of store: String) -> Int? { stores.firstIndex { $0.name == store } }
}
