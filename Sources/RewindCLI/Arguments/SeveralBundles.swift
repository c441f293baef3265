import ArgumentParser
import RewindFormat
import RewindReplay

/// The recordings that a command reads, one or several.
struct BundlesArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Recordings, or folders of them; 'latest', which is what is read if none is named, and '-' for standard input are recordings too.",
            valueName: "bundle"),
        completion: Completed.word)
    var paths: [String]

    /// What the help of a command says about several recordings.
    static let help = """
        Of several recordings, or a folder of them and the folders and zips in it, each is a line, or several, behind its name; in JSON, \
        "recording" is the name. Hidden files and folders are passed over. One that can't be read is named, which makes the exit status 2 and does not end the run.
        """
}

/// The recordings that a command reads, and behind them the steps.
struct BundlesAndSteps: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Recordings, or folders of them, and behind them the steps, as 10..20, 10.. or @1:00..end; all by default.",
            valueName: "bundle> ... <range"),
        completion: Completed.word)
    var words: [String]

    @OptionGroup private var options: StepsOptions

    var bundles: [String] { hasRange ? words.dropLast() : words }

    /// Whether the last of several words is a range, or is no recording either.
    private var hasRange: Bool {
        guard words.count > 1, let last = words.last else { return false }
        return (try? StepRange(parsing: last)) != nil || !ImpliedCommand.isMeantAsRecording(last)
    }

    var isGiven: Bool { hasRange || options.steps != nil || options.last != nil }

    private func range() throws -> StepRange? {
        guard hasRange, let last = words.last else { return nil }
        do { return try StepRange.argument(last) } catch { throw ValidationError("The value '\(last)' is invalid for '<range>': \(error)") }
    }

    func validate() throws {
        if let last = words.last, hasRange, let other = bundles.dropFirst().first(where: { !ImpliedCommand.isMeantAsRecording($0) }) {
            throw ValidationError("Unexpected argument '\(last)': '\(other)' before it is no recording")
        }
        try options.validate(with: range())
    }

    func resolve(in timeline: Timeline) throws -> ClosedRange<Int> { try options.resolve(in: timeline, with: range()) }
}
