import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind info`: what a recording says of itself.
struct InfoCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "What a recording is: which app, when, how it ended, what is missing.",
        discussion: """
            EXAMPLES
              rewind info Fixtures/crash.rewind
              rewind info latest --json | jq .ending.how
              rewind info Fixtures/crash.rewind --markdown
            """)

    @OptionGroup var bundle: BundleArgument

    @Flag(help: "Write a table in Markdown, for a ticket.")
    var markdown = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if markdown, output.json { throw ValidationError("--markdown and --json are two formats: give one of them") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let path = timeline.recording.path
        let report = InfoReport(timeline, sizes: FileSizes(of: timeline.recording), path: PipedFile.isPath(path) ? "-" : path)
        if output.json {
            output.console.print(json: report.json)
        } else {
            output.console.print(markdown ? report.markdown : report.lines)
        }
    }
}
