import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind info`: shows the facts about a recording.
struct InfoCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show what a recording is: which app, when, how it ended, what was lost.",
        usage: "rewind info [<options>] <bundle> ...",
        discussion: """
            The files of a sealed recording of up to 16 MB are compared with their hashes; of a larger one, 'rewind doctor' does that.

            \(BundlesArgument.help) The line of a recording is the app, the steps, how long they took, how it ended, and what is lost.

            EXAMPLES
              rewind info Fixtures/crash.rewind
              rewind info recordings/
              rewind info latest --json | jq .ending.how
              rewind info Fixtures/crash.rewind --markdown
            """)

    @OptionGroup var bundles: BundlesArgument

    @Flag(help: "Write a Markdown table, for a ticket.")
    var markdown = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, output.json { throw ValidationError("--markdown and --json can't be used together") }
    }

    func run() throws {
        let outcome = try AskedRecordings(bundles.paths).ask(output, show)
        try outcome?.throwFailures()
    }

    private func show(_ timeline: Timeline, _ output: AnswerOutput) throws {
        if markdown, output.name != nil { throw ValidationError("--markdown is for one recording") }
        let path = timeline.recording.path
        let damage = timeline.recording.damagedFiles(readingAtMost: 16_000_000)
        let question = InfoQuestion(
            sizes: FileSizes(of: timeline.recording), path: PipedFile.isPath(path) ? "-" : path, damaged: damage?.compactMap(\.entry))
        let table =
            output.name != nil
            ? InfoReport.tableOfSeveral : markdown ? AnswerTable(isList: false) { InfoReport($0).markdown } : nil
        try output.print(answerTo: question, in: timeline, as: table)
        if let first = damage?.first { throw first }
    }
}
