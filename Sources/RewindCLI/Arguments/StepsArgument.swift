import ArgumentParser
import RewindFormat
import RewindReplay

/// The steps of a recording that a command is about: a range after the recording, or its last part; all by default.
struct StepsArgument: ParsableArguments {
    @Argument(help: "The steps, as 10..20, 10.. or @1:00..end.", completion: Completed.operand, transform: StepRange.argument)
    var range: StepRange?

    @OptionGroup private var options: StepsOptions

    /// The last part, if it was given.
    var last: LastPart? { options.last }

    func validate() throws { try options.validate(with: range) }

    var isRange: Bool { options.isRange(with: range) }

    var isGiven: Bool { isRange || last != nil }

    func resolve(in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> { try options.resolve(in: timeline, with: range) }
}

/// The options for the steps of a recording, beside a range among the arguments.
struct StepsOptions: ParsableArguments {
    // Commands that take a path or an expression after the recording have this option for a range; it is accepted everywhere, out of habit.
    @Option(help: ArgumentHelp("The range, as an option.", visibility: .hidden), transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup private var part: LastOption

    /// The last part, if it was given.
    var last: LastPart? { part.last }

    func validate(with range: StepRange?) throws {
        if range != nil, steps != nil { throw ValidationError("a range and --steps can't be used together") }
        if last != nil, isRange(with: range) { throw ValidationError("a range and --last can't be used together") }
    }

    func isRange(with range: StepRange?) -> Bool { range != nil || steps != nil }

    func resolve(in timeline: Timeline, with range: StepRange?) throws(RecordingError) -> ClosedRange<Int> {
        if let last { return try last.resolve(in: timeline) }
        return try (range ?? steps ?? StepRange()).resolve(in: timeline)
    }
}
