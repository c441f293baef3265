import ArgumentParser
import RewindEditing
import RewindFormat
import RewindValue

/// `rewind doctor`: every check there is.
struct DoctorCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything in a recording, and say what is wrong, where, and what to do.",
        discussion: """
            An error: the recording is not what the format says, or bytes of it were changed. A warning: something is missing from it, or should \
            not be in it, such as what looks like a secret. The status is 1 if there is an error; with --strict, if there is a warning.

            EXAMPLES
              rewind doctor Fixtures/crash.rewind
              rewind doctor --strict latest
              rewind doctor bug.rewind --json | jq '.findings[] | .message'
            """)

    @OptionGroup var bundle: BundleArgument

    @Flag(help: "End with status 1 on warnings too.")
    var strict = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let path = try Bundles.path(of: bundle.path)
        let checkup = try Activity.during("checking") { () throws(RecordingError) in try Checkup(of: path) }
        let report = CheckupReport(checkup)
        if output.json { output.console.print(json: report.json(path)) } else { output.console.print(report.lines) }
        if checkup.count(of: .error) > 0 || strict && checkup.count(of: .warning) > 0 { throw ExitStatus.no }
    }
}
