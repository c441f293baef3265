import RewindArchive
package import RewindFormat
package import RewindReplay
import RewindValue

/// The result of filtering a recording.
package struct Filtered: Sendable {
    /// The new recording, opened.
    package var recording: Recording
    /// The number of steps that were kept.
    package var kept: Int
    /// The number of steps that were left out.
    package var dropped: Int
    /// The number of steps that the filter does not accept but that are kept, because their actions are lost.
    package var keptWithLostAction: Int
    /// The facts that the filter could not determine.
    package var report: FilterReport
}

extension Editor {
    /// Writes a new recording of the steps that a filter accepts; their states are unchanged.
    ///
    /// For each store, a run of omitted steps becomes one `@@EXTERNAL` step with the number of the store's last step of the run, the number
    /// of omitted actions of each type, and their combined changes; the other numbers become a gap. Every kept step therefore has its
    /// number, its own changes and its state, and the recording says what was left out. A step without a state, such as the one in which
    /// the process ended, becomes an `@@EXTERNAL` without a state. Marks and logged lines are kept; swallowed actions are kept if the
    /// filter's types accept them. Steps whose actions are lost are kept unchanged, because their types are unknown.
    ///
    /// - Parameter range: only steps in this range may be kept; by default all steps.
    /// - Returns: the new recording and the number of steps kept; `nil`, with nothing written, if the filter accepts no step.
    /// - Throws: `RecordingError` if a segment can't be read or the output already exists, and any error of the filter's condition.
    package func filter(
        _ filter: StepFilter, in range: ClosedRange<Int>? = nil, describedAs description: String, output: String
    ) throws -> Filtered? {
        try check(output)
        var kept: [ClosedRange<Int>] = []
        var keptCount = 0
        let report = try timeline.forEach(in: range, matching: filter) { item in
            guard case .step(let step) = item else { return }
            keptCount += 1
            kept.join(step.number...step.number)
        }
        guard keptCount > 0 else { return nil }
        var contents = try contents()
        let segmentFilter = SegmentFilter(kept: StepRanges(kept), types: filter.types, stores: recording.manifest.stores.map(\.name))
        contents = try contents.rewritten(contents.segments.map { (index: $0.summary.index, part: $0) }, for: output) {
            (part) throws(RecordingError) in
            segmentFilter.apply(to: try part.streams())
        }
        // The remaining steps do not show how long the app went on after its last action.
        if kept.last?.upperBound != timeline.steps.upperBound { contents.manifest.ending.at = nil }
        var count = max(recording.manifest.counts.steps, keptCount)
        var keptWithLostAction = 0
        if !recording.losses.ofActions.isEmpty {
            let kept = StepRanges(kept)
            count = 0
            try timeline.forEach { item in
                guard case .step(let step) = item else { return }
                count += 1
                if step.line == nil, kept.range(containing: step.number) == nil { keptWithLostAction += 1 }
            }
        }
        let dropped = count - keptCount - keptWithLostAction
        func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
        let edit = RecordingEdit(.filter, [("dropped", number(dropped)), ("of", number(count))], words: description)
        return Filtered(
            recording: try write(contents, to: output, edits: [edit]), kept: keptCount, dropped: dropped,
            keptWithLostAction: keptWithLostAction, report: report)
    }
}
