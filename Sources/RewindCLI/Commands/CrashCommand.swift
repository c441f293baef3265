import ArgumentParser
import RewindFormat
import RewindRendering

/// `rewind crash`: how a recording's process died, and where it was.
struct CrashCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "Show how the recorded app died: the action under way, the signal, and the backtrace with functions and lines.",
        discussion: """
            Functions and lines are read from the app's own files, if they are on this machine: where --symbols says, in .build, \
            beside this command, or on the PATH. Files of a build other than the one that crashed are not used.

            The exit status is 1 if the recording did not end in a crash.

            EXAMPLES
              rewind crash Fixtures/crash.rewind
              rewind crash latest --symbols .build/release --json
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(
        name: .customLong("symbols"), help: "A program, a library or a folder of them; may be given several times.", completion: .file())
    var symbols: [String] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        let recording = try bundle.open()
        guard [.crashed, .killed, .died, .exited].contains(recording.manifest.ending.how) else {
            throw NegativeAnswer(
                description: "\(recording.path) did not end in a crash: the app \(EndingText(ending: recording.manifest.ending).verb)")
        }
        let crash = try recording.crash()
        let found = crash.map { Symbols(of: $0, in: ImageFiles(symbols: symbols)) }
        let report = CrashReport(ending: recording.manifest.ending, crash: crash, symbols: found)
        if output.json {
            output.console.print(json: report.json)
        } else {
            output.console.print(report.lines)
        }
    }
}
