package import RewindFormat
package import RewindValue

/// How two recordings of one app compare: where they first differ, and which steps differ from there on.
package struct RecordingComparison: Sendable, Equatable {
    /// The steps that differ, in order, as many as were asked for; steps before both recordings have begun are in ``before`` instead.
    package var differences: [Difference] = []
    /// The steps that only one recording has because it begins earlier, and which recording.
    package var before: OneSidedSteps?
    /// The steps that only one recording has because it ends later, and which recording.
    package var after: OneSidedSteps?
    /// The number of steps that differ.
    package var count = 0
    /// Which pseudonyms of one recording stand for the same as which of the other.
    package var matching = PlaceholderMatching()
    /// The number of steps that both have.
    package var common = 0
    /// Whether the states after each recording's last step are the same; `nil` if one of them is unknown.
    package var endsEqual: Bool?

    /// Steps that only one recording has.
    package struct OneSidedSteps: Sendable, Equatable {
        /// The step numbers.
        package var steps: ClosedRange<Int>
        /// Which recording has the steps.
        package var kind: DifferenceKind

        fileprivate init?(_ first: Int, _ last: Int, _ kind: DifferenceKind) {
            guard first <= last else { return nil }
            (steps, self.kind) = (first...last, kind)
        }
    }

    /// A step at which the recordings differ.
    package struct Difference: Sendable, Equatable {
        /// The step's number; 0 is the state before the first action.
        package var step: Int
        /// What differs.
        package var kind: DifferenceKind
    }

    /// What differs at a step.
    package enum DifferenceKind: String, Sendable {
        /// The actions differ.
        case action
        /// The actions are the same, but not what they did to the state.
        case state
        /// Only the first recording has the step.
        case onlyFirst
        /// Only the second recording has the step.
        case onlySecond
    }

    /// Whether the recordings are the same in all steps that both have.
    package var isSameWhereBoth: Bool { differences.allSatisfy { $0.kind == .onlyFirst || $0.kind == .onlySecond } }

    /// Whether nothing differs.
    package var isEmpty: Bool { count == 0 }

    fileprivate mutating func add(_ step: Int, _ kind: DifferenceKind, limit: Int) {
        count += 1
        if differences.count < limit { differences.append(Difference(step: step, kind: kind)) }
    }
}

extension Step {
    /// What kind of action it is, and of which store.
    fileprivate var name: JSONValue { [.string(type), .string(store)] }
}

extension Timeline {
    /// Compares this recording with another, step by step from the first to the last.
    ///
    /// Pseudonyms are compared by where they stand and which are equal, because each recording makes its own (``PlaceholderMatching``).
    ///
    /// A step is the same if its action is the same and made the same change: patches are compared, and states only where patches differ.
    /// So the differences after the first are what each recording did, and not everything that an early difference left behind. Times are
    /// not compared.
    ///
    /// - Parameters:
    ///   - place: The part of the state to compare.
    ///   - limit: How many differences are listed; the rest are counted.
    /// - Throws: `RecordingError` if a segment of either can't be read.
    package func compare(
        with other: Timeline, at place: JSONPointer = .root, store: String? = nil, limit: Int = 100
    ) throws(RecordingError) -> RecordingComparison {
        var comparison = RecordingComparison()
        let (own, others) = (steps, other.steps)
        // The first position of a recording is the state that it begins with, and no step.
        let begin = max(own.lowerBound, others.lowerBound)
        let end = min(own.upperBound, others.upperBound)
        let last = max(own.upperBound, others.upperBound)
        let earlier = own.lowerBound < others.lowerBound ? own : others
        comparison.before = RecordingComparison.OneSidedSteps(
            earlier.lowerBound + 1, min(begin, earlier.upperBound), own.lowerBound < others.lowerBound ? .onlyFirst : .onlySecond)
        comparison.count += comparison.before?.steps.count ?? 0
        comparison.after = RecordingComparison.OneSidedSteps(
            max(begin, end) + 1, last, own.upperBound > others.upperBound ? .onlyFirst : .onlySecond)
        comparison.matching = PlaceholderMatching(recording.manifest, other.recording.manifest)
        if begin <= end, try differ(at: begin, in: other, place, store, &comparison.matching) {
            comparison.add(begin, .state, limit: limit)
        }
        for number in stride(from: begin + 1, through: last, by: 1) {
            guard number <= end else {
                comparison.add(number, own.contains(number) ? .onlyFirst : .onlySecond, limit: limit)
                continue
            }
            comparison.common += 1
            let (one, two) = (try step(at: number), try other.step(at: number))
            if let store, one?.store ?? store != store, two?.store ?? store != store { continue }
            if !comparison.matching.matches(one?.name, two?.name) || !comparison.matching.matches(one?.action?.action, two?.action?.action)
            {
                comparison.add(number, .action, limit: limit)
            } else if try !haveSameEffect(one, two, number, in: other, place, store, isFirst: comparison.isEmpty, &comparison.matching) {
                comparison.add(number, .state, limit: limit)
            }
        }
        let stores = (store ?? mainStore, store ?? other.mainStore)
        if case .known(let one) = try state(at: own.upperBound, store: stores.0),
            case .known(let two) = try other.state(at: others.upperBound, store: stores.1)
        {
            comparison.endsEqual = comparison.matching.matches(one[place], two[place])
        }
        return comparison
    }

    private func haveSameEffect(
        _ one: Step?, _ two: Step?, _ number: Int, in other: Timeline, _ place: JSONPointer, _ store: String?, isFirst: Bool,
        _ matching: inout PlaceholderMatching
    ) throws(RecordingError) -> Bool {
        if let one, let two, case .changed(let first) = one.outcome, case .changed(let second) = two.outcome {
            if first == second || matching.matches(first, second) { return true }
            if !first.mayChange(place), !second.mayChange(place) { return true }
            // Other operations may come to the same; once the states differ anyway, nobody can tell by them.
            return isFirst ? try !differ(at: number, in: other, place, store ?? one.store, &matching) : false
        }
        if one?.outcome == two?.outcome { return true }
        return isFirst ? try !differ(at: number, in: other, place, store ?? one?.store, &matching) : true
    }

    /// Whether both states are known, and differ.
    private func differ(
        at number: Int, in other: Timeline, _ place: JSONPointer, _ store: String?, _ matching: inout PlaceholderMatching
    ) throws(RecordingError) -> Bool {
        guard case .known(let one) = try state(at: number, store: store), case .known(let two) = try other.state(at: number, store: store)
        else { return false }
        return !matching.matches(one[place], two[place])
    }
}
