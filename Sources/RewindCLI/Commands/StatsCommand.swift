import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind stats`: shows recordings in numbers.
struct StatsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show rates, waiting times, slow reducers, and how the state grew.",
        usage: "rewind stats [<options>] <bundle> ... [<range>]",
        discussion: """
            \(StatsQuestion.declaration.details ?? "")

            \(BundlesArgument.help) Behind the lines, the types of actions of all of them together are listed.

            EXAMPLES
              rewind stats Fixtures/crash.rewind
              rewind stats Fixtures/ordinary.rewind --json | jq '.slowest[0]'
              rewind stats Fixtures/crash.rewind Fixtures/ordinary.rewind
            """)

    @OptionGroup var words: BundlesAndSteps

    @Flag(help: "List every type, not only the most frequent.")
    var all = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var sum = Statistics()
        let outcome = try AskedRecordings(words.bundles).ask(output) { timeline, output in
            let question = StatsQuestion(in: try words.resolve(in: timeline))
            let table = output.name == nil ? question.table(Drawing(of: timeline, showsAll: all)) : StatisticsReport.tableOfSeveral
            try output.print(answerTo: question, in: timeline, as: table, during: "looking") { sum.addTypes(of: $0) }
        }
        guard let outcome else { return }
        if !output.json, outcome.yes > 0 { output.console.print(StatisticsReport(sum, typeLimit: all ? nil : 20).typesOfSeveral) }
        try outcome.end(no: "no such steps", because: "no such steps")
    }
}
