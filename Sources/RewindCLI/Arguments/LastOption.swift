import ArgumentParser
import RewindFormat
import RewindReplay

/// The last part of a recording, in place of a range.
struct LastOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only the last part: a time before the last action (30s, 1:30) or a number of steps (200).", valueName: "part"),
        transform: { try LastPart(parsing: $0) })
    var last: LastPart?

    /// The steps of a range or of the last part; all where there is neither.
    func steps(or range: StepRange?, in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        if let last { return try last.resolve(in: timeline) }
        return try (range ?? StepRange()).resolve(in: timeline)
    }

    /// Refuses both.
    func check(besides range: StepRange?) throws {
        if last != nil, range != nil { throw ValidationError("a range and --last can't be used together") }
    }
}
