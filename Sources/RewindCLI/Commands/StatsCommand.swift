import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind stats`: a recording in numbers.
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

    @Argument(help: "The steps to count, as 10..20 or @1:00..end; by default all.", transform: StepRange.argument)
    var range: StepRange?

    @Flag(help: "List every type of action.")
    var all = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.timeline()
        let range = try range?.resolve(in: timeline)
        var report = StatisticsReport(try Activity.during("counting") { try timeline.statistics(in: range) })
        report.slow = InfoReport.slowWords(timeline.recording.manifest)
        if all { report.typeLimit = .max / 2 }
        if output.json { output.console.print(json: report.json) } else { output.console.print(report.lines) }
    }
}
