import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindValue

/// `rewind doctor`: runs all checks.
struct DoctorCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything in a recording, and report what is wrong, where, and what to do about it.",
        discussion: """
            An error means that the recording is not what the format requires, or that its bytes were changed. A warning means that \
            something is lost, such as the states of some steps, or should not be there, such as what looks like a secret.

            The exit status is 0 if there are no errors, however much is lost; with --strict, only if there are no warnings either. \
            Otherwise it is 1; and 2 if there is no recording, or its app is still recording.

            --secrets also asks gitleaks or detect-secrets, which know many kinds of tokens by their shapes, if one of them is \
            installed. What it finds is a warning.

            EXAMPLES
              rewind doctor Fixtures/crash.rewind
              rewind doctor --strict latest
              rewind doctor --secrets latest
              rewind doctor bug.rewind --json | jq '.findings[] | .message'
            """)

    @OptionGroup var bundle: BundleArgument

    @Flag(help: "Exit with status 1 on warnings, too.")
    var strict = false

    @Flag(help: "Also ask gitleaks or detect-secrets, if installed.")
    var secrets = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let path = try Bundles.path(of: bundle.path)
        let checkup = try Activity.during("checking") { () throws(RecordingError) in try Checkup(of: path) }
        let findings = secrets ? try Activity.during("asking another tool") { try ScannerFindings(about: path) } : nil
        if output.json {
            var json = checkup.json(path)
            if let findings, case .object(var object) = json {
                object["secrets"] = findings.json
                json = .object(object)
            }
            output.console.print(json: json)
        } else {
            output.console.print(checkup.lines + (findings?.lines ?? []))
        }
        let warnings = checkup.count(of: .warning) + (findings?.findings.count ?? 0)
        if checkup.count(of: .error) > 0 || strict && warnings > 0 { throw ExitStatus.no }
    }
}
