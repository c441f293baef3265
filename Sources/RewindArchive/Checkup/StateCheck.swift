package import RewindFormat
import RewindValue

/// Checks the state streams: that every patch applies, and that each keyframe at a segment border equals the state that the patches lead
/// to.
package struct StateCheck {
    private var states: [String: JSONValue] = [:]
    private var budgets: [String: PatchBudget] = [:]
    /// The last line of each store that set or changed its state.
    private var lastLines: [String: UnsoundLine] = [:]
    /// The stores of which that line is in a stream that is known to be as it was recorded.
    private var knownIntact: Set<String> = []
    /// The last step.
    private var last: Int?

    /// Creates a check that has seen no segments.
    package init() {}

    /// - Parameter isKnownIntact: whether the segment's stream is known to be as it was recorded. Where two segments contradict each other, the
    ///   one that is not is unsound.
    package mutating func add(_ segment: Segment, isKnownIntact: Bool = false, _ findings: inout Findings) {
        let entry = SegmentName.states(segment.index)
        let numbers = Self.numbers(in: segment)
        let first = numbers.first
        // Between the two segments, the changes are unknown.
        if let first, let last, first > last + 1 { states = [:] }
        last = numbers.last ?? last
        var lastStepByStore: [String: Int] = [:]
        var begun: Set<String> = []
        var uncovered = stepsWithoutState(in: segment)
        for (number, line) in segment.states.enumerated() {
            let place = UnsoundLine(entry: entry, place: number)
            if let last = lastStepByStore[line.store], line.step < last {
                findings.add(
                    .error, "order", "the state of step \(line.step) comes after that of step \(last)", entry: entry, step: line.step,
                    line: place)
            }
            lastStepByStore[line.store] = max(lastStepByStore[line.store] ?? 0, line.step)
            let isFirst = begun.insert(line.store).inserted
            while let step = uncovered[line.store]?.last, step < line.step {
                uncovered[line.store]?.removeLast()
                states[line.store] = nil
            }
            let isBorder = isFirst && line.step == (first ?? line.step + 1) - 1
            check(line, isFirst: isFirst, isBorder: isBorder, isKnownIntact: isKnownIntact, place, &findings)
        }
        for (store, steps) in uncovered where !steps.isEmpty { states[store] = nil }
    }

    private mutating func check(
        _ line: StateLine, isFirst: Bool, isBorder: Bool, isKnownIntact: Bool, _ place: UnsoundLine, _ findings: inout Findings
    ) {
        let entry = place.entry
        switch line.change {
        case .keyframe(let state):
            if isBorder, let before = states[line.store], before != state {
                let places = TreeDiff(from: before, to: state).patch.operations.prefix(3).map {
                    $0.pointer.tokens.isEmpty ? "(all)" : $0.pointer.description
                }
                let isUnsound = !isKnownIntact && knownIntact.contains(line.store)
                findings.add(
                    .error, "keyframe",
                    "the keyframe of \(line.store) is not the state that the patches before it lead to: they differ at "
                        + places.joined(separator: ", "), entry: entry, step: line.step,
                    line: isUnsound ? place : lastLines[line.store])
                if isUnsound { return }
            }
            states[line.store] = state
            budgets[line.store] = PatchBudget()
            note(place, of: line.store, isKnownIntact: isKnownIntact)
        case .patch(let patch):
            if isFirst {
                findings.add(.warning, "keyframe", "\(line.store) has no keyframe before its first patch", entry: entry, step: line.step)
            }
            guard var state = states.removeValue(forKey: line.store) else { return }
            do {
                try patch.apply(to: &state, within: &budgets[line.store, default: PatchBudget()])
                states[line.store] = state
                note(place, of: line.store, isKnownIntact: isKnownIntact)
            } catch {
                findings.add(
                    .error, "patch", "the patch does not fit the state before it: \(error)", entry: entry, step: line.step, line: place)
            }
        case .unencodable(let reason):
            states[line.store] = nil
            findings.add(.warning, "state", "there is no state: \(reason)", entry: entry, step: line.step)
        case .unknown(let why):
            states[line.store] = nil
            findings.add(.warning, "state", "there is no state: \(why.rawValue)", entry: entry, step: line.step)
        case .failed, .action: break
        }
    }

    private mutating func note(_ line: UnsoundLine, of store: String, isKnownIntact: Bool) {
        lastLines[store] = line
        if isKnownIntact { knownIntact.insert(store) } else { knownIntact.remove(store) }
    }

    /// The steps of each store after which its state is unknown, the last one first: steps without a state line, and lost steps, which may
    /// belong to any store.
    private func stepsWithoutState(in segment: Segment) -> [String: [Int]] {
        let covered = Dictionary(grouping: segment.states, by: \.store).mapValues { lines in StepRanges(lines.lazy.map(\.steps)) }
        var steps: [String: [Int]] = [:]
        for action in segment.actions where covered[action.store]?.range(containing: action.step) == nil {
            steps[action.store, default: []].append(action.step)
        }
        let numbers = Self.numbers(in: segment)
        if let first = numbers.first, let last = numbers.max(), first <= last {
            let gapSteps = StepRanges(segment.journal.compactMap { if case .gap(let gap) = $0 { gap.steps } else { nil } })
            for gap in StepRanges.gaps(between: numbers, in: first...last).flatMap(gapSteps.outside) {
                for (store, covered) in covered {
                    if let step = covered.firstMissing(in: gap) { steps[store, default: []].append(step) }
                }
            }
        }
        return steps.mapValues { $0.sorted(by: >) }
    }

    /// The steps of its actions, and of its state lines where the last actions, or all of them, are lost.
    private static func numbers(in segment: Segment) -> [Int] {
        let actions = segment.actions.map(\.step)
        guard let steps = segment.steps, actions.last != steps.upperBound else { return actions }
        let covered = segment.states.lazy.filter { $0.coveredSteps != nil && steps.contains($0.step) }.map(\.step)
        return Set(covered).union(actions).sorted()
    }
}
