import ArgumentParser
import CRewindHeap
import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem

// Parses the arguments, runs the subcommand, and maps the result to an exit status.

extension Rewind {
    static func main() {
        rewind_prefer_huge_pages()
        ignoreWriteSignals()
        TrapFiles.removeAtTraps()
        finish(status: exitStatus(ofRunning: Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs what the arguments ask for, and returns its exit status.
    static func exitStatus(ofRunning given: [String]) -> Int32 {
        var given = given
        // git takes this option before the command, so users may write it there.
        let isWithoutPager = given.first == "--no-pager" && given.count > 1
        if isWithoutPager { given.removeFirst() }
        given = withColourBehindCommand(given)
        do { try IdentityOption.parse(from: &given) } catch {
            Diagnostics.say((error as? ValidationError)?.message ?? "\(error)")
            return status(of: error).rawValue
        }
        if ["help", "--help", "-h"].contains(given.first), given.count == 1 { given = [] }
        let arguments = ImpliedCommand.completing(given, of: self)
        var command: any ParsableCommand
        do {
            command = try parsed(arguments)
            // For an unknown command, the argument parser would answer `help` with the help for all commands.
            if arguments.first == "help", let complaint = ImpliedCommand.complaint(about: arguments, of: self) {
                throw ValidationError(complaint)
            }
        } catch {
            return exitStatus(ofParsing: arguments, with: error)
        }
        guard var ours = command as? any RewindCommand else {
            // Help and similar output, which the argument parser has prepared.
            do { try command.run() } catch { return exitStatus(ofParser: error) }
            return ExitStatus.done.rawValue
        }
        if let paged = command as? any PagedCommand, !isWithoutPager, !paged.output.noPager { StandardOutput.usePager() }
        do {
            try ours.run()
            return ExitStatus.done.rawValue
        } catch {
            if !StandardOutput.isPaged { StandardOutput.flush() }
            return exitStatus(of: ours, with: error)
        }
    }

    /// The arguments with an option for colours, which git takes before the command too, behind the command.
    private static func withColourBehindCommand(_ given: [String]) -> [String] {
        let isApart = given.first == "--color"
        guard let option = given.first, isApart || option.hasPrefix("--color="), given.count > (isApart ? 2 : 1) else { return given }
        let rest = given.dropFirst(isApart ? 2 : 1)
        return [rest[rest.startIndex], isApart ? "\(option)=\(given[1])" : option] + rest.dropFirst()
    }

    /// Parses the arguments; a command that reads a recording and is given none reads the latest.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        do { return try parseAsRoot(arguments) } catch {
            guard fullMessage(for: error).contains("Missing expected argument '<bundle>"),
                let latest = ImpliedCommand.readingLatest(arguments, of: self)
            else { throw error }
            return try parseAsRoot(latest)
        }
    }

    /// Says the argument parser's message: help, or an error, which is prefixed with our name as everywhere.
    private static func exitStatus(ofParsing arguments: [String], with error: any Error) -> Int32 {
        let text = fullMessage(for: error)
        let prefix = "Error: "
        guard exitCode(for: error) == .validationFailure, text.hasPrefix(prefix) else { return exitStatus(ofParser: error) }
        if let complaint = ImpliedCommand.complaint(about: arguments, of: self) {
            let usage = text.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.map(String.init)
            Diagnostics.say([complaint] + usage)
            return ExitStatus.usage.rawValue
        }
        Diagnostics.say(
            text.dropFirst(prefix.count).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init))
        return ExitStatus.usage.rawValue
    }

    /// Says what the argument parser has to say: help, a version, a script for a shell.
    private static func exitStatus(ofParser error: any Error) -> Int32 {
        let (code, text) = (exitCode(for: error), fullMessage(for: error))
        guard code == .success else {
            if !text.isEmpty { _ = StandardStream.error.write((text + "\n").utf8) }
            return code.rawValue
        }
        StandardOutput.usePager()
        StandardOutput.write((CompletionScript(text: wrappingUsage(text), verbs: verbs.flatMap(\.names)).completed + "\n").utf8)
        return code.rawValue
    }

    /// A help text whose usage is wrapped between words on a terminal; the argument parser wraps only the rest.
    private static func wrappingUsage(_ help: String) -> String {
        guard let columns = StandardStream.output.columns else { return help }
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.flatMap { line in
            line.hasPrefix("USAGE: ") ? Line(line).hanging(4).wrapped(to: columns).map(\.text) : [line]
        }.joined(separator: "\n")
    }

    /// The one place where errors are said, and mapped to an exit status.
    private static func exitStatus(of command: any RewindCommand, with error: any Error) -> Int32 {
        switch error {
        case let status as ExitStatus: return status.rawValue
        case let status as ExitCode: return status.rawValue
        case is CleanExit: return exitStatus(ofParser: error)
        case let error as QuestionError: return exitStatus(of: command, with: error.asCommandError)
        case var error as RecordingError where error.code == .exists && hasForce(type(of: command)):
            if error.advice?.contains("--force") != true {
                error.advice = (error.advice.map { $0 + ", or" } ?? "Or") + " replace it with --force"
            }
            Diagnostics.say("\(error)")
        case let error as RecordingError where error.code == .stillRecording: Diagnostics.say("\(AppChoice.advised(error))")
        case let error as ValidationError:
            let name = type(of: command).configuration.commandName ?? ""
            Diagnostics.say([
                error.message, "Usage: \(usageString(for: type(of: command)))", "  See 'rewind \(name) --help' for more information.",
            ])
        default: Diagnostics.say("\(error)")
        }
        return status(of: error).rawValue
    }

    /// Whether a command replaces what exists if it is told to.
    private static func hasForce(_ command: any ParsableCommand.Type) -> Bool { helpMessage(for: command).contains("--force") }

    private static func status(of error: any Error) -> ExitStatus {
        switch error {
        case is NegativeAnswer, is PathNotFound, is UnknownState: .no
        // JSON-RPC's own codes are negative: the app failed.
        case let error as ControlError: error.code.rawValue > 0 ? .no : .failed
        case let error as LiveError where error.code == .badAddress: .usage
        case let error as RecordingError where [.noSuchStep, .noSuchStore, .noSuchAttachment].contains(error.code): .no
        case let error as RecordingError where error.code == .invalidArguments: .usage
        case is ValidationError: .usage
        default: .failed
        }
    }
}
