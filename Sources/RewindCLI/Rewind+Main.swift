import ArgumentParser
import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem

// Parses the arguments, runs the subcommand, and turns what came of it into an exit status.

extension Rewind {
    static func main() {
        ignoreWriteSignals()
        var given = Array(CommandLine.arguments.dropFirst())
        // git's fingers write it in front of the command.
        let isWithoutPager = given.first == "--no-pager" && given.count > 1
        if isWithoutPager { given.removeFirst() }
        let arguments = ImpliedCommand.completing(given, of: self)
        var command: any ParsableCommand
        do {
            command = try parseAsRoot(arguments)
            // The argument parser answers `help` on a command that there is not with the help of all.
            if arguments.first == "help", let complaint = complaint(aboutWordsIn: arguments) { throw ValidationError(complaint) }
        } catch {
            endParsing(arguments, with: error)
        }
        guard var ours = command as? any RewindCommand else {
            // Help and the like, which the argument parser has made itself.
            do { try command.run() } catch { end(with: error) }
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

    /// Ends with what the argument parser has to say: help, or what is wrong, in front of which stands our name as everywhere.
    private static func endParsing(_ arguments: [String], with error: any Error) -> Never {
        let text = fullMessage(for: error)
        let prefix = "Error: "
        guard exitCode(for: error) == .validationFailure, text.hasPrefix(prefix) else { end(with: error) }
        if let complaint = complaint(aboutWordsIn: arguments) {
            let usage = text.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.map(String.init)
            Diagnostics.say([complaint] + usage)
            endProcess(.usage)
        }
        let missing = "Missing expected argument '<bundle>'"
        Diagnostics.say(
            text.replacing(missing, with: missing + ": name a recording, or write 'latest' for the newest", maxReplacements: 1)
                .dropFirst(prefix.count).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init))
        endProcess(.usage)
    }

    /// Ends with what the argument parser has made: help, a version, a script for a shell.
    private static func end(with error: any Error) -> Never {
        guard exitCode(for: error) == .success else { exit(withError: error) }
        StandardOutput.usePager()
        StandardOutput.write((wrappingUsage(fullMessage(for: error)) + "\n").utf8)
        endProcess(.done)
    }

    /// A help text, on a terminal with its usage in lines broken between words: the argument parser does that with all the rest.
    private static func wrappingUsage(_ help: String) -> String {
        guard let columns = StandardStream.output.columns else { return help }
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.flatMap { line in
            line.hasPrefix("USAGE: ") ? Line(line).hanging(4).wrapped(to: columns).map(\.text) : [line]
        }.joined(separator: "\n")
    }

    /// The one place where an error becomes an exit status.
    private static func end(_ command: any RewindCommand, with error: any Error) -> Never {
        switch error {
        case let status as ExitStatus: endProcess(status)
        case let status as ExitCode: finish(status: status.rawValue)
        case let answer as NegativeAnswer:
            Diagnostics.say(answer.description)
            endProcess(.no)
        case let error as ControlError:
            Diagnostics.say(error.description)
            endProcess(error.code.isAnswer ? .no : .failed)
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

extension ControlError.Code {
    /// Whether the app answered no, rather than failed: JSON-RPC's own codes are negative.
    fileprivate var isAnswer: Bool { rawValue > 0 }
}
