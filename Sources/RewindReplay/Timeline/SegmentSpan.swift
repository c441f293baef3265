import RewindFormat

/// The part of the timeline that one segment covers: from its first step to the one before the next segment's first.
struct SegmentSpan: Sendable, Equatable {
    /// The segment's number in the recording.
    let index: Int
    /// The steps that it covers, including those that were lost at its end.
    let steps: ClosedRange<Int>
    /// Monotonic nanoseconds of its first and last action.
    let times: ClosedRange<Int>?

    /// Whether a line of its state stream counts.
    func covers(_ line: StateLine) -> Bool { line.step >= steps.lowerBound - 1 && line.step <= steps.upperBound }

    /// The spans of a recording's segments, in order.
    ///
    /// - Throws: `RecordingError` if the segments' steps are out of order.
    static func spans(of recording: Recording) throws(RecordingError) -> [SegmentSpan] {
        try recording.checkOrder()
        let summaries = recording.segments.filter { $0.steps != nil }
        var spans: [SegmentSpan] = []
        for (position, summary) in summaries.enumerated() {
            guard let steps = summary.steps else { continue }
            let next = position + 1 < summaries.count ? summaries[position + 1].steps?.lowerBound : nil
            let last = max(steps.upperBound, (next ?? 0) - 1)
            spans.append(SegmentSpan(index: summary.index, steps: steps.lowerBound...last, times: summary.times))
        }
        if spans.isEmpty, let first = recording.segments.first {
            // No action was dispatched: the recording has only the state before step 1.
            spans.append(SegmentSpan(index: first.index, steps: 0...0, times: nil))
        }
        return spans
    }
}
