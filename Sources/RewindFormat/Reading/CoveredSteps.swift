/// The steps that a segment's state lines cover, whether their actions are there or not.
struct CoveredSteps {
    /// In the order of the lines, neighbours joined: most often one range.
    private var ranges: [ClosedRange<Int>] = []

    /// Takes the next state line into account.
    mutating func add(_ line: StateLine) {
        if let steps = line.coveredSteps { ranges.join(steps) }
    }

    /// The steps of a segment: from its first action to its last one, or to a later step whose action is lost.
    ///
    /// Without any action, the state lines show all of the segment's steps; the steps of a gap are known from the recorder itself.
    func steps(withActions actions: ClosedRange<Int>?, gaps: [ClosedRange<Int>]) -> ClosedRange<Int>? {
        let gapSteps = StepRanges(gaps)
        let unreported = ranges.flatMap(gapSteps.outside)
        guard let all = ClosedRange<Int>.hull(unreported) else { return actions }
        guard let actions else { return all }
        return actions.lowerBound...max(actions.upperBound, all.upperBound)
    }
}
