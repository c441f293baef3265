/// Which steps of a segment have a state: every step of a store needs a line of its own, or a merged one that covers it.
package struct StateCoverage {
    /// The steps without one, in order.
    package private(set) var lost: [ClosedRange<Int>] = []
    private var stores: [Store] = []

    /// What the state lines of one store cover.
    private struct Store {
        let name: String
        /// As they come, neighbours joined: most often one range.
        var lines: [ClosedRange<Int>]
        /// The same in order, made when it is asked for.
        var ranges: StepRanges?
    }

    /// Nothing yet; all state lines of the segment come first, then its actions.
    init() {}

    /// Looks at a segment's actions; those of `excepted` need no state.
    package init(_ segment: Segment, without excepted: Set<Int> = []) {
        for line in segment.states { add(line) }
        for action in segment.actions where !excepted.contains(action.step) { look(at: action) }
    }

    /// Takes the next state line into account.
    mutating func add(_ line: StateLine) {
        let steps = line.steps
        guard let place = place(of: line.store) else {
            stores.append(Store(name: line.store, lines: [steps]))
            return
        }
        let end = stores[place].lines.count - 1
        let last = stores[place].lines[end]
        if steps.lowerBound >= last.lowerBound, steps.lowerBound <= last.upperBound + 1 {
            stores[place].lines[end] = last.lowerBound...max(last.upperBound, steps.upperBound)
        } else {
            stores[place].lines.append(steps)
        }
    }

    /// Looks whether the next action has a state.
    mutating func look(at action: ActionLine) {
        if isCovered(action) { return }
        if let last = lost.last, last.upperBound + 1 == action.step {
            lost[lost.count - 1] = last.lowerBound...action.step
        } else {
            lost.append(action.step...action.step)
        }
    }

    private mutating func isCovered(_ action: ActionLine) -> Bool {
        guard let place = place(of: action.store) else { return false }
        if stores[place].lines[0].contains(action.step) { return true }
        let ranges = stores[place].ranges ?? StepRanges(stores[place].lines)
        stores[place].ranges = ranges
        return ranges.range(containing: action.step) != nil
    }

    private func place(of store: String) -> Int? { stores.firstIndex { $0.name == store } }
}
