import ArgumentParser
import RewindEditing
import RewindFormat
import RewindRendering
import RewindValue

/// `rewind doctor`: every check there is.
struct DoctorCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything in a recording, and say what is wrong, where, and what to do.",
        discussion: """
            An error: the recording is not what the format says, or bytes of it were changed. A warning: something is missing from it, or should \
            not be in it, such as what looks like a secret. The status is 1 if there is an error; with --strict, if there is a warning.

            --secrets asks a tool that knows many tokens by their shapes, gitleaks or detect-secrets, where one is installed; what it finds is a \
            warning.

            EXAMPLES
              rewind doctor Fixtures/crash.rewind
              rewind doctor --strict latest
              rewind doctor --secrets latest
              rewind doctor bug.rewind --json | jq '.findings[] | .message'
            """)

    @OptionGroup var bundle: BundleArgument

    @Flag(help: "End with status 1 on warnings too.")
    var strict = false

    @Flag(help: "Ask gitleaks or detect-secrets too, where it is installed.")
    var secrets = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let path = try Bundles.path(of: bundle.path)
        let checkup = try Activity.during("checking") { () throws(RecordingError) in try Checkup(of: path) }
        let report = CheckupReport(checkup)
        let opinion = secrets ? try Activity.during("asking another tool") { try SecondOpinion(about: path) } : nil
        if output.json {
            var json = report.json(path)
            if let opinion, case .object(var object) = json {
                object["secrets"] = opinion.json
                json = .object(object)
            }
            output.console.print(json: json)
        } else {
            output.console.print(report.lines + (opinion?.lines ?? []))
        }
        let warnings = checkup.count(of: .warning) + (opinion?.findings.count ?? 0)
        if checkup.count(of: .error) > 0 || strict && warnings > 0 { throw ExitStatus.no }
    }
}
