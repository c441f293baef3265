package import RewindFormat
import RewindValue

extension Timeline {
    /// Why a number has no step.
    package enum NoStep: Sendable, Equatable {
        /// The number is the first position: the state before the first action, or before the first action that was kept.
        case beginning
        /// The number lies in a gap, with its reason if one was recorded.
        case gap(ClosedRange<Int>, reason: GapLine.Reason?)

        /// Whether an edit made the gap.
        package var isOnPurpose: Bool {
            if case .gap(_, let reason) = self { reason?.kind == .leftOut } else { false }
        }
    }

    /// Why a number has no step; `nil` if it has one.
    ///
    /// - Throws: `RecordingError` if the number is not in ``steps``, or its segment can't be read.
    package func noStep(at number: Int) throws(RecordingError) -> NoStep? {
        if number == steps.lowerBound { return .beginning }
        let position = try segmentIndex(of: number)
        let noStep = try segment(at: position).noStep(at: number)
        guard case .gap(let gap, nil)? = noStep else { return noStep }
        return .gap(gap, reason: try reason(ofGap: gap, behind: position))
    }
}

extension SegmentSteps {
    /// The gap that contains a number.
    fileprivate func noStep(at number: Int) -> Timeline.NoStep? {
        let position = gaps.partitioningIndex { $0.upperBound >= number }
        guard position < gaps.count, gaps[position].contains(number) else { return nil }
        return .gap(gaps[position], reason: toldGaps.first { $0.steps.overlaps(gaps[position]) }?.reason)
    }
}
