import ArgumentParser
import RewindFormat
import RewindReplay

/// Which steps of a recording a command is about: a range behind the recording, or its last part; all where neither is given.
struct StepsArgument: ParsableArguments {
    @Argument(help: "The steps, as 10..20, 10.. or @1:00..end.", transform: StepRange.argument)
    var range: StepRange?

    // A range has this name where a path or an expression stands behind the recording; whoever got used to it writes it everywhere.
    @Option(help: ArgumentHelp("The same, as an option.", visibility: .hidden), transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup private var part: LastOption

    /// The last part, if that is meant.
    var last: LastPart? { part.last }

    func validate() throws {
        if range != nil, steps != nil { throw ValidationError("a range and --steps can't be used together") }
        if last != nil, isRange { throw ValidationError("a range and --last can't be used together") }
    }

    /// Whether a range was given.
    var isRange: Bool { range != nil || steps != nil }

    /// Whether not all steps are meant.
    var isGiven: Bool { isRange || last != nil }

    /// The steps that are meant.
    func resolve(in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        if let last { return try last.resolve(in: timeline) }
        return try (range ?? steps ?? StepRange()).resolve(in: timeline)
    }
}
