import ArgumentParser
import RewindFormat
import RewindReplay

/// Where playing begins, and how keys and marks guide it.
struct PlayKeyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Begin at this step; keys go back before it.", valueName: "step"), transform: StepReference.argument)
    var goto: StepReference?

    @Flag(help: "Begin again after the last step, until you leave.")
    var loop = false

    @Flag(help: "On a terminal, pause at each mark.")
    var pauseOnMarkers = false

    /// The steps that are played, and the one to begin at; the state before the first action is not one of them.
    ///
    /// - Throws: `RecordingError` if the step to begin at is not one of them.
    func steps(in range: ClosedRange<Int>, of timeline: Timeline) throws(RecordingError) -> (all: ClosedRange<Int>, first: Int) {
        let first = max(range.lowerBound, min(timeline.steps.lowerBound + 1, range.upperBound))
        guard let goto else { return (first...range.upperBound, first) }
        let step = try goto.resolve(in: timeline)
        guard range.contains(step) else {
            throw RecordingError(
                .invalidArguments, "step \(step) of --goto is not one of those that are played, \(range.lowerBound) to \(range.upperBound)",
                path: timeline.recording.path, advice: "Name a step between them, or leave the range out")
        }
        return (first...range.upperBound, max(first, step))
    }

    /// The keys, as text for the help.
    static var keys: String {
        PlayKey.help.map { "  \($0.keys.padding(to: 10))\($0.meaning)" }.joined(separator: "\n")
    }
}

extension String {
    /// The text with blanks up to a width.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
