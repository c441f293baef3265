package import RewindFormat
package import RewindValue

/// How two recordings of one app compare: where they first differ, and which steps differ from there on.
package struct RecordingComparison: Sendable, Equatable {
    /// The steps that differ, in order, up to the limit; steps before both recordings have begun are in ``before`` instead.
    package var differences: [Difference] = []
    /// The steps that only one recording has because it begins earlier, and which recording.
    package var before: OneSidedSteps?
    /// The steps at the end that only one recording has, and which recording.
    package private(set) var after: OneSidedSteps?
    /// How many of these count as steps that differ.
    package private(set) var countAfter = 0
    /// The number of steps that differ; those in ``before`` count as such unless a part is compared.
    package var count = 0
    /// The matching of what both recordings hide.
    package var matching = PlaceholderMatching()
    /// The number of steps that both have.
    package var common = 0
    /// The number of these that could not be compared, because a state or an action of one of them is unknown.
    package var unknown = 0
    package var firstUnknown: Int?
    /// Whether several steps are unknown, and no state could be compared from the first of them on.
    package var isUnknownToTheEnd: Bool { unknown > 1 && !isKnownAgain }
    private var isKnownAgain = false
    /// Whether actions are among the unknown parts.
    package var hasLostActions = false
    /// Whether a part of the states was compared: then only that part counts, whatever the actions were.
    package var comparesPartOnly = false
    /// Whether the states after each recording's last step are the same; `nil` if one of them is unknown.
    package var endsEqual: Bool?

    /// Steps that only one recording has.
    package struct OneSidedSteps: Sendable, Equatable {
        package var steps: ClosedRange<Int>
        package var kind: DifferenceKind

        fileprivate init?(_ first: Int, _ last: Int, _ kind: DifferenceKind) {
            guard first <= last else { return nil }
            (steps, self.kind) = (first...last, kind)
        }
    }

    /// A step at which the recordings differ.
    package struct Difference: Sendable, Equatable {
        /// The step's number in the first recording, 0 for the state before the first action; `nil` if only the second one has the step.
        package var first: Int?
        /// The step's number in the second recording; `nil` if only the first one has the step.
        package var second: Int?
        package var kind: DifferenceKind

        /// The step's number in the recording that has it, the first one if both do.
        package var step: Int { first ?? second ?? 0 }
    }

    /// What differs at a step.
    package enum DifferenceKind: String, Sendable {
        case action
        /// The actions are the same, but not what they did to the state.
        case state
        /// Only the first recording has the step.
        case onlyFirst
        case onlySecond
    }

    /// Whether the recordings differ only in that one begins earlier or ends later.
    package var isEqualWhereOverlapping: Bool { differences.allSatisfy { isAfter($0) } }

    /// Whether a step is among ``after``.
    package func isAfter(_ difference: Difference) -> Bool {
        difference.kind == after?.kind && after?.steps.contains(difference.step) == true
    }

    /// Whether no known difference exists.
    package var isEmpty: Bool { count == 0 }

    /// Whether everything could be compared, and nothing differs.
    package var isSame: Bool { isEmpty && unknown == 0 }

    fileprivate mutating func add(_ pair: StepPairing.Pair, _ kind: DifferenceKind, limit: Int) {
        count += pair.count
        if kind == .onlyFirst || kind == .onlySecond { countAfter += pair.count } else { isKnownAgain = firstUnknown != nil }
        if differences.count < limit { differences.append(Difference(first: pair.first, second: pair.second, kind: kind)) }
    }

    /// Notes the comparison of the states after a step: whether they are the same, or `nil` if one is unknown.
    fileprivate mutating func note(_ isSame: Bool?, at pair: StepPairing.Pair, limit: Int) {
        if isSame == false { add(pair, .state, limit: limit) }
        guard isSame == nil else {
            isKnownAgain = firstUnknown != nil
            return
        }
        unknown += pair.count
        firstUnknown = firstUnknown ?? pair.first ?? pair.second
    }

    /// Notes steps that both have.
    fileprivate mutating func noteCommon(_ count: Int) {
        common += count
        (after, countAfter) = (nil, 0)
    }

    /// Notes steps that only one recording has, and which may be the last steps of both.
    fileprivate mutating func noteOneSided(from step: Int, count: Int, kind: DifferenceKind) {
        let begin = after?.kind == kind ? after?.steps.lowerBound : nil
        if begin == nil { countAfter = 0 }
        after = OneSidedSteps(begin ?? step, step + count - 1, kind)
    }
}

extension Step {
    /// The action's type and store.
    fileprivate var name: JSONValue { [.string(type), .string(store)] }

    fileprivate static func hasLostAction(_ steps: Step?...) -> Bool { steps.contains { $0 != nil && $0?.line == nil } }

    /// Whether the process of one of them ended in its reducer, so that the step has no state after it.
    fileprivate static func isUnderWay(_ steps: Step?...) -> Bool { steps.contains { $0?.outcome == .underWay(.reducer) } }
}

/// The effects of steps on a part of the states of two recordings.
private struct ComparedPart {
    private let place: JSONPointer
    private var changes: (PlaceChanges, PlaceChanges)

    init(_ place: JSONPointer, of one: Timeline, and two: Timeline) {
        self.place = place
        changes = (PlaceChanges(of: [place], in: one.steps, of: one), PlaceChanges(of: [place], in: two.steps, of: two))
    }

    /// Whether a step of one of them changed it; `nil` if that is unknown.
    mutating func changed(by step: Step?, isOfFirst: Bool) throws(RecordingError) -> Bool? {
        guard let step else { return nil }
        if Step.isUnderWay(step) { return false }
        return isOfFirst ? try changes.0.changed(at: step) : try changes.1.changed(at: step)
    }

    /// Whether a step of each had the same effect on it, as far as this is known without comparing values; `nil` if it is not.
    mutating func haveSameEffect(_ one: Step?, _ two: Step?, _ matching: inout PlaceholderMatching) throws(RecordingError) -> Bool? {
        // If one of them ended in its reducer, it is unknown what it would have done.
        if Step.isUnderWay(one) != Step.isUnderWay(two) { return nil }
        if !mayChange(one), !mayChange(two) { return true }
        guard let one, let two, !Step.isUnderWay(one, two), let first = try changes.0.changed(at: one),
            let second = try changes.1.changed(at: two)
        else { return nil }
        if !first && !second { return true }
        guard first, second else { return false }
        guard let own = one.patch, let other = two.patch else { return nil }
        return matching.matches(part(of: own), part(of: other))
    }

    private func mayChange(_ step: Step?) -> Bool {
        guard let step else { return true }
        if Step.isUnderWay(step) { return false }
        if case .changed(let patch) = step.outcome { return patch.mayChange(place) }
        if case .failed = step.outcome { return false }
        return true
    }

    private func part(of patch: JSONPatch) -> JSONPatch { JSONPatch(patch.operations.filter { $0.mayChange(anyOf: [place]) }) }
}

extension Timeline {
    /// Compares this recording with another, step by step from the first to the last, as ``StepPairing`` puts their steps together.
    ///
    /// What is hidden is compared by its places and by which of them are equal, because each recording makes its own
    /// (``PlaceholderMatching``).
    ///
    /// A step is the same if its action is the same and made the same change: patches are compared, and states only where patches differ.
    /// So the differences after the first are what each recording did, and not all consequences of an early difference. Times are not
    /// compared. Once a state is unknown, equal patches prove nothing about the states until both are known again. For a part of the
    /// states, only the effects of steps on that part are compared, and steps that only one recording has count as different if they
    /// changed it.
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
        // The first position of a recording is its initial state, and not a step.
        let begin = max(own.lowerBound, others.lowerBound)
        let earlier = own.lowerBound < others.lowerBound ? own : others
        comparison.comparesPartOnly = place != .root
        comparison.before = RecordingComparison.OneSidedSteps(
            earlier.lowerBound + 1, min(begin, earlier.upperBound), own.lowerBound < others.lowerBound ? .onlyFirst : .onlySecond)
        if !comparison.comparesPartOnly { comparison.count += comparison.before?.steps.count ?? 0 }
        comparison.matching = PlaceholderMatching(recording.manifest, other.recording.manifest)
        var part = comparison.comparesPartOnly ? ComparedPart(place, of: self, and: other) : nil
        /// The stores whose states could not be compared at their last step.
        var incomparableStores: Set<String> = []
        if begin <= min(own.upperBound, others.upperBound) {
            var areSame: Bool? = true
            for name in storesToCompare(with: other, at: begin, store) {
                let isSame = try haveSameState(at: (begin, begin), in: other, place, name, &comparison.matching)
                if isSame == nil { incomparableStores.insert(name ?? mainStore) }
                if isSame == false || areSame != false && isSame == nil { areSame = isSame }
            }
            comparison.note(areSame, at: StepPairing.Pair(first: begin, second: begin), limit: limit)
        }
        var pairing = StepPairing(of: self, and: other, after: begin, shapes: comparison.matching)
        while let pair = try pairing.nextPair() {
            let one = try pair.first.flatMap { number throws(RecordingError) in try step(at: number) }
            let two = try pair.second.flatMap { number throws(RecordingError) in try other.step(at: number) }
            guard let first = pair.first, let second = pair.second else {
                let kind: RecordingComparison.DifferenceKind = pair.second == nil ? .onlyFirst : .onlySecond
                comparison.noteOneSided(from: pair.first ?? pair.second ?? 0, count: pair.count, kind: kind)
                if let store, let step = one ?? two, step.store != store { continue }
                switch try part?.changed(by: one ?? two, isOfFirst: kind == .onlyFirst) {
                case false?: break
                case nil where part != nil: comparison.note(nil, at: pair, limit: limit)
                default: comparison.add(pair, kind, limit: limit)
                }
                continue
            }
            comparison.noteCommon(pair.count)
            if let store, one?.store ?? store != store, two?.store ?? store != store { continue }
            let isFirst = comparison.differences.isEmpty
            var isSame: Bool?
            if part != nil {
                isSame = try part?.haveSameEffect(one, two, &comparison.matching)
                if isSame != true, isFirst, !Step.isUnderWay(one, two) {
                    isSame = try haveSameState(at: (first, second), in: other, place, store ?? one?.store, &comparison.matching)
                }
            } else {
                // A lost action may or may not have been the other one, so only a difference in the state is evidence.
                let isLost = Step.hasLostAction(one, two)
                if !isLost,
                    !comparison.matching.matches(one?.name, two?.name)
                        || !comparison.matching.matches(one?.action, two?.action)
                {
                    comparison.add(pair, .action, limit: limit)
                    continue
                }
                isSame = try haveSameEffect(one, two, (first, second), in: other, place, store, isFirst: isFirst, &comparison.matching)
                comparison.hasLostActions = comparison.hasLostActions || isLost
                if isLost, isSame == true {
                    comparison.note(nil, at: pair, limit: limit)
                    continue
                }
            }
            // Equal effects say nothing about the states if it is unknown whether these were equal before.
            let name = store ?? one?.store ?? mainStore
            if isSame == true, isFirst, incomparableStores.contains(name) {
                isSame = try haveSameState(at: (first, second), in: other, place, name, &comparison.matching)
            }
            if isSame == nil { incomparableStores.insert(name) } else { incomparableStores.remove(name) }
            comparison.note(isSame, at: pair, limit: limit)
        }
        let stores = (store ?? mainStore, store ?? other.mainStore)
        if case .known(let one) = try state(at: own.upperBound, store: stores.0),
            case .known(let two) = try other.state(at: others.upperBound, store: stores.1)
        {
            comparison.endsEqual = comparison.matching.matches(one[place], two[place])
        }
        return comparison
    }

    /// The stores whose states after a step are compared: those that both have begun by then; `nil` for the main store of each, if no names
    /// match.
    private func storesToCompare(with other: Timeline, at step: Int, _ store: String?) -> [String?] {
        if let store { return [store] }
        let others = Set(other.storeNames)
        let common = storeNames.filter { others.contains($0) && hasBegun($0, by: step) && other.hasBegun($0, by: step) }
        return common.isEmpty ? [nil] : common.map(Optional.some)
    }

    private func hasBegun(_ store: String, by step: Int) -> Bool {
        if case .unknown(let unknown) = try? state(at: step, store: store), unknown.reason == .noKeyframe { return false }
        return true
    }

    /// Whether a step had the same effect in both; `nil` if that is unknown.
    private func haveSameEffect(
        _ one: Step?, _ two: Step?, _ numbers: (Int, Int), in other: Timeline, _ place: JSONPointer, _ store: String?, isFirst: Bool,
        _ matching: inout PlaceholderMatching
    ) throws(RecordingError) -> Bool? {
        switch (one?.outcome, two?.outcome) {
        case (.changed(let first), .changed(let second)):
            if first == second || matching.matches(first, second) { return true }
            // Other operations may have the same effect; once the states differ anyway, operations alone can't tell.
            if !isFirst { return false }
        case (.failed, .failed), (.merged, .merged), (.underWay(.reducer), .underWay(.reducer)):
            if one?.outcome == two?.outcome { return true }
        case (.underWay(.reducer), .changed), (.changed, .underWay(.reducer)):
            return false  // one of them ended there
        default: break
        }
        return isFirst ? try haveSameState(at: numbers, in: other, place, store ?? one?.store, &matching) : nil
    }

    /// Whether the states after a step of each are the same; `nil` if one is unknown.
    private func haveSameState(
        at numbers: (Int, Int), in other: Timeline, _ place: JSONPointer, _ store: String?, _ matching: inout PlaceholderMatching
    ) throws(RecordingError) -> Bool? {
        guard case .known(let one) = try state(at: numbers.0, store: store),
            case .known(let two) = try other.state(at: numbers.1, store: store)
        else { return nil }
        return matching.matches(one[place], two[place])
    }
}
