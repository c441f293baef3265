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
        var given = Array(CommandLine.arguments.dropFirst())
        // git takes this option before the command, so users may write it there.
        let isWithoutPager = given.first == "--no-pager" && given.count > 1
        if isWithoutPager { given.removeFirst() }
        if ["help", "--help", "-h"].contains(given.first), given.count == 1 { given = [] }
        let arguments = ImpliedCommand.completing(given, of: self)
        var command: any ParsableCommand
        do {
            command = try parse(arguments)
            // For an unknown command, the argument parser would answer `help` with the help for all commands.
            if arguments.first == "help", let complaint = ImpliedCommand.complaint(about: arguments, of: self) {
                throw ValidationError(complaint)
            }
        } catch {
            endParsing(arguments, with: error)
        }
        guard var ours = command as? any RewindCommand else {
            // Help and similar output, which the argument parser has prepared.
            do { try command.run() } catch { end(with: error) }
            StandardOutput.close()
            exit(withError: nil)
        }
        if let paged = command as? any PagedCommand, !isWithoutPager, !paged.output.noPager { StandardOutput.usePager() }
        do {
            try ours.run()
            StandardOutput.close()
        } catch {
            if !StandardOutput.isPaged { StandardOutput.flush() }
            end(ours, with: error)
        }
    }

    /// Parses the arguments; a command that reads a recording and is given none reads the latest.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        do { return try parseAsRoot(arguments) } catch {
            guard fullMessage(for: error).contains("Missing expected argument '<bundle>"),
                let latest = ImpliedCommand.readingLatest(arguments, of: self)
            else { throw error }
            return try parseAsRoot(latest)
        }
    }

    /// Ends with the argument parser's message: help, or an error, which is prefixed with our name as everywhere.
    private static func endParsing(_ arguments: [String], with error: any Error) -> Never {
        let text = fullMessage(for: error)
        let prefix = "Error: "
        guard exitCode(for: error) == .validationFailure, text.hasPrefix(prefix) else { end(with: error) }
        if let complaint = ImpliedCommand.complaint(about: arguments, of: self) {
            let usage = text.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.map(String.init)
            Diagnostics.say([complaint] + usage)
            endProcess(.usage)
        }
        Diagnostics.say(
            text.dropFirst(prefix.count).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init))
        endProcess(.usage)
    }

    /// Ends with the argument parser's output: help, a version, a script for a shell.
    private static func end(with error: any Error) -> Never {
        guard exitCode(for: error) == .success else { exit(withError: error) }
        StandardOutput.usePager()
        StandardOutput.write((wrappingUsage(fullMessage(for: error)) + "\n").utf8)
        endProcess(.done)
    }

    /// A help text whose usage is wrapped between words on a terminal; the argument parser wraps only the rest.
    private static func wrappingUsage(_ help: String) -> String {
        guard let columns = StandardStream.output.columns else { return help }
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.flatMap { line in
            line.hasPrefix("USAGE: ") ? Line(line).hanging(4).wrapped(to: columns).map(\.text) : [line]
        }.joined(separator: "\n")
    }

    /// The one place where errors are mapped to an exit status.
    private static func end(_ command: any RewindCommand, with error: any Error) -> Never {
        switch error {
        case let status as ExitStatus: endProcess(status)
        case let status as ExitCode: finish(status: status.rawValue)
        case let answer as NegativeAnswer:
            Diagnostics.say(answer.description)
            endProcess(.no)
        case let error as ControlError:
            Diagnostics.say(error.description)
            // JSON-RPC's own codes are negative: the app failed.
            endProcess(error.code.rawValue > 0 ? .no : .failed)
        case let error as LiveError where error.code == .badAddress:
            Diagnostics.say("\(error)")
            endProcess(.usage)
        case let error as QuestionError: end(command, with: error.asCommandError)
        case is PathNotFound, is UnknownState:
            Diagnostics.say("\(error)")
            endProcess(.no)
        case let error as RecordingError where [.noSuchStep, .noSuchStore, .noSuchAttachment].contains(error.code):
            Diagnostics.say("\(error)")
            endProcess(.no)
        case let error as RecordingError where error.code == .stillRecording:
            Diagnostics.say("\(AppChoice.advised(error))")
            endProcess(.failed)
        case let error as RecordingError where error.code == .invalidArguments:
            Diagnostics.say("\(error)")
            endProcess(.usage)
        case let error as ValidationError:
            let name = type(of: command).configuration.commandName ?? ""
            Diagnostics.say([
                error.message, "Usage: \(usageString(for: type(of: command)))", "  See 'rewind \(name) --help' for more information.",
            ])
            endProcess(.usage)
        case is CleanExit: exit(withError: error)
        default:
            Diagnostics.say("\(error)")
            endProcess(.failed)
        }
    }
}
