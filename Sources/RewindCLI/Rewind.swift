import ArgumentParser
import RewindFormat
import RewindReplay

/// The `rewind` command: parses the arguments, runs the subcommand, and turns what came of it into an exit status.
@main
struct Rewind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind",
        abstract: "Record what an app does, and go back and forth in it.",
        discussion: """
            A recording holds every action that an app's store reduced, and the state after each. It is one file, such as bug.rewind, or the \
            directory that an app records into. 'latest' stands for the newest one that was made on this machine: REWIND_HOME names the \
            directory that remembers it, by itself ~/.local/share/rewind.

            A step is a number (17), 'start', 'end', 'end-3', a time (@90s, @1:02.5), or a mark (:checkout); step 0 is the state before the first action. \
            A path is a JSON Pointer (/cart/items/0) or dotted (.cart.items[0]).

            Questions about paths of a long recording make an index of it once, which is kept in the user's folder for caches: REWIND_CACHE names \
            another folder, or says off.

            EXAMPLES
              rewind record --title 'Crash while editing' -- .build/debug/Episodes
              rewind log Fixtures/crash.rewind

            EXIT STATUS
              0   done
              1   the answer is no: it differs, or it was not found
              2   it failed
              3   done, but something that had been recorded is lost
              64  the arguments make no sense
              'rewind record' ends with the exit status of the command it ran.
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(name: "Making recordings", subcommands: [RecordCommand.self, SealCommand.self, RecoverCommand.self]),
            CommandGroup(
                name: "Looking at recordings",
                subcommands: [InfoCommand.self, LogCommand.self, ShowCommand.self, DiffCommand.self, CrashCommand.self, DoctorCommand.self]),
            CommandGroup(
                name: "Asking recordings",
                subcommands: [
                    FindCommand.self, BlameCommand.self, HistoryCommand.self, WatchCommand.self, CheckCommand.self, BisectCommand.self,
                    StatsCommand.self,
                    UsageCommand.self,
                ]),
            CommandGroup(name: "Moving through recordings", subcommands: [PlayCommand.self, StepCommand.self]),
            CommandGroup(
                name: "Making recordings of recordings",
                subcommands: [
                    TrimCommand.self, FilterCommand.self, SplitCommand.self, MergeCommand.self, AnnotateCommand.self, AttachCommand.self,
                ]),
            CommandGroup(
                name: "Giving recordings away",
                subcommands: [RedactCommand.self, ExtractCommand.self, UnpackCommand.self, ExportCommand.self, ImportCommand.self]),
        ])

    static func main() {
        ignoreBrokenPipes()
        var command: any ParsableCommand
        do {
            command = try parseAsRoot()
            try refuseUnknownHelp(CommandLine.arguments.dropFirst())
        } catch {
            endParsing(with: error)
        }
        guard var ours = command as? any RewindCommand else {
            // Help and the like, which the argument parser has made itself.
            do { try command.run() } catch { exit(withError: error) }
            exit(withError: nil)
        }
        do {
            try ours.run()
            StandardOutput.flush()
        } catch {
            StandardOutput.flush()
            end(ours, with: error)
        }
    }

    /// The argument parser answers `help` on a command that there is not with the help of all.
    private static func refuseUnknownHelp(_ arguments: ArraySlice<String>) throws {
        guard arguments.first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-") else { return }
        let isKnown = name == "help" || configuration.subcommands.contains { $0.configuration.commandName == name }
        if isKnown { return }
        throw ValidationError("there is no command '\(name)'; 'rewind help' lists them")
    }

    /// Ends with what the argument parser has to say: help, or what is wrong, in front of which stands our name as everywhere.
    private static func endParsing(with error: any Error) -> Never {
        let text = fullMessage(for: error)
        let prefix = "Error: "
        guard exitCode(for: error) == .validationFailure, text.hasPrefix(prefix) else { exit(withError: error) }
        if let words = UnknownWord.among(Array(CommandLine.arguments.dropFirst()), of: self) {
            Diagnostics.say([words.message, words.usage])
            endProcess(.usage)
        }
        Diagnostics.say(
            text.dropFirst(prefix.count).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init))
        endProcess(.usage)
    }

    /// The one place where an error becomes an exit status.
    private static func end(_ command: any RewindCommand, with error: any Error) -> Never {
        switch error {
        case let status as ExitStatus: endProcess(status)
        case let status as ExitCode: endProcess(status: status.rawValue)
        case let answer as NegativeAnswer:
            Diagnostics.say(answer.description)
            endProcess(.no)
        case is Absence, is UnknownState:
            Diagnostics.say("\(error)")
            endProcess(.no)
        case let error as RecordingError where error.code == .noSuchStep:
            Diagnostics.say("\(error)")
            endProcess(.no)
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

/// A subcommand of ours: what its `run()` throws becomes an exit status in one place.
protocol RewindCommand: ParsableCommand {}
