import ArgumentParser
import RewindFormat
import RewindReplay

/// The steps of a recording that a command is about: a range after the recording, or its last part; all by default.
struct StepsArgument: ParsableArguments {
    @Argument(help: "The steps, as 10..20, 10.. or @1:00..end.", transform: StepRange.argument)
    var range: StepRange?

    // Commands that take a path or an expression after the recording have this option for a range; it is accepted everywhere, out of habit.
    @Option(help: ArgumentHelp("The same, as an option.", visibility: .hidden), transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup private var part: LastOption

    /// The last part, if it was given.
    var last: LastPart? { part.last }

    func validate() throws {
        if range != nil, steps != nil { throw ValidationError("a range and --steps can't be used together") }
        if last != nil, isRange { throw ValidationError("a range and --last can't be used together") }
    }

    /// Whether a range was given.
    var isRange: Bool { range != nil || steps != nil }

    /// Whether the steps are restricted.
    var isGiven: Bool { isRange || last != nil }

    /// The selected steps.
    func resolve(in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        if let last { return try last.resolve(in: timeline) }
        return try (range ?? steps ?? StepRange()).resolve(in: timeline)
    }
}
