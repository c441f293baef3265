/// The steps that a segment's state lines tell of, whether their actions are there or not.
struct WitnessedSteps {
    /// As the lines come, neighbours joined: most often one range.
    private var ranges: [ClosedRange<Int>] = []

    /// Takes the next state line into account.
    mutating func add(_ line: StateLine) {
        guard let steps = line.witnessedSteps else { return }
        if let last = ranges.last, steps.lowerBound >= last.lowerBound, steps.lowerBound <= last.upperBound + 1 {
            ranges[ranges.count - 1] = last.hull(with: steps)
        } else {
            ranges.append(steps)
        }
    }

    /// The steps of a segment: from its first action to its last one, or to a later step whose action is lost.
    ///
    /// Where it has no action, the state lines tell of all of its steps; those of a gap, the recorder told of itself.
    func steps(withActions actions: ClosedRange<Int>?, gaps: [ClosedRange<Int>]) -> ClosedRange<Int>? {
        let told = StepRanges(gaps)
        let untold = ranges.flatMap(told.outside)
        guard let all = ClosedRange<Int>.hull(untold) else { return actions }
        guard let actions else { return all }
        return actions.lowerBound...max(actions.upperBound, all.upperBound)
    }
}
