import ArgumentParser

/// `rewind info`: what a recording says of itself.
struct InfoCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "What a recording is: which app, when, how it ended, what is missing.",
        discussion: """
            EXAMPLES
              rewind info Fixtures/crash.rewind
              rewind info latest --json | jq .ending.how
            """)

    @OptionGroup var bundle: BundleArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let report = InfoReport(try bundle.timeline())
        if output.json {
            output.console.print(json: report.json)
        } else {
            output.console.print(report.lines)
        }
    }
}
