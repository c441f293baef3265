import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind stats`: shows statistics of a recording.
struct StatsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show rates, waiting times, slow reducers, and how the state grew.",
        discussion: """
            Medians and percentiles are accurate to a sixteenth of their value. Reducer times are those that the recorder measured. \
            The size of the state is that of its JSON, after steps spread evenly over the recording.

            EXAMPLES
              rewind stats Fixtures/crash.rewind
              rewind stats Fixtures/ordinary.rewind --json | jq '.slowest[0]'
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var steps: StepsArgument

    @Flag(help: "List every type of action.")
    var all = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.timeline()
        let range = steps.isGiven ? try steps.resolve(in: timeline) : nil
        let table = StatsQuestion.table(typeLimit: all ? .max / 2 : 20)
        try AnswerOutput(options: output).print(answerTo: StatsQuestion(in: range), in: timeline, as: table, during: "counting")
    }
}
