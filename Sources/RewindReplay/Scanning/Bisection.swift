package import RewindFormat

/// A search for the first bad step between a good and a bad one, by halving.
///
/// The search assumes that a bad state stays bad; if it comes and goes, the search finds some step where a good state is followed by a bad
/// one.
package struct Bisection: Sendable, Equatable {
    /// The last step that is known to be good.
    package private(set) var good: Int
    /// The first step that is known to be bad.
    package private(set) var bad: Int
    /// Steps between them that can't be judged.
    package private(set) var skipped = StepRanges([])

    /// The judgement of a step.
    package enum Verdict: String, Sendable, CaseIterable {
        /// The state is still as it should be.
        case good
        /// The state went wrong at this step or before.
        case bad
        /// The step can't be judged.
        case skip
    }

    /// A search between a good step and a later, bad one; `nil` if the bad step is not later.
    package init?(good: Int, bad: Int) {
        guard good < bad else { return nil }
        self.good = good
        self.bad = bad
    }

    /// The range that contains the first bad step.
    package var candidates: ClosedRange<Int> { (good + 1)...bad }

    /// How many steps could still be asked about.
    package var remaining: Int { bad - good - 1 - skipped.count }

    /// The step to judge next, nearest to the middle; `nil` if none is left.
    package var next: Int? {
        guard remaining > 0 else { return nil }
        let middle = good + (bad - good) / 2
        // The middle, or the step nearest to it that was not skipped; of two, the earlier one.
        let nearest = skipped.outside((good + 1)...(bad - 1)).map { min(max(middle, $0.lowerBound), $0.upperBound) }
        return nearest.min { abs($0 - middle) < abs($1 - middle) }
    }

    /// Records the judgement of a step; a step outside the search changes nothing.
    ///
    /// - Parameter stretch: for a skipped step, the steps around it that can't be judged either.
    package mutating func judge(_ step: Int, _ verdict: Verdict, with stretch: ClosedRange<Int>? = nil) {
        guard step > good, step < bad else { return }
        switch verdict {
        case .good: good = step
        case .bad: bad = step
        case .skip: skipped = StepRanges(skipped.ranges + [stretch ?? step...step])
        }
        let between = (good + 1)..<bad
        skipped = StepRanges(skipped.ranges.map { Range($0).clamped(to: between) }.filter { !$0.isEmpty }.map { ClosedRange($0) })
    }
}
