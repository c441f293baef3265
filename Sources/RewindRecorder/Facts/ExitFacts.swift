import RewindFormat

/// Facts about the end of a recording that only the recorder knows.
struct ExitFacts: Equatable {
    /// How often each rule removed something.
    var removals: [String: Int]
    /// Actions that could not be written, and that no gap line records.
    var outage: GapLine?

    func complete(_ manifest: inout Manifest) {
        manifest.removals = removals
        guard let outage else { return }
        let (first, last) = (outage.steps.lowerBound, outage.steps.upperBound)
        manifest.counts.dropped += outage.steps.count
        manifest.losses.append("\(first == last ? "step \(first)" : "steps \(first) to \(last)") could not be written: \(outage.reason)")
    }
}
