import ArgumentParser
import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// The command that is implied if none is given.
enum ImpliedCommand {
    /// The arguments with `info` in front if they name a recording and no command: `rewind bug.rewind`.
    static func completing(_ arguments: [String], of root: any ParsableCommand.Type) -> [String] {
        guard let name = arguments.first, arguments.allSatisfy({ $0 == name || $0.hasPrefix("-") }), !name.hasPrefix("-"),
            !root.commands.contains(where: { $0.configuration.commandName == name }),
            isRecording(name)
        else { return arguments }
        return ["info"] + arguments
    }

    /// The complaint about an unknown command, of which the argument parser only says that it is unexpected.
    static func complaint(about arguments: [String], of root: any ParsableCommand.Type) -> String? {
        let names = Set(root.commands.compactMap { $0.configuration.commandName })
        guard let name = arguments.first(where: { $0 != "help" }), !name.hasPrefix("-"), !names.contains(name) else { return nil }
        if isRecording(name) { return "the command comes before the recording, as in: rewind log \(name.shellQuoted)" }
        return "there is no command '\(name)'\(NearWord.question(for: name, among: names)) 'rewind help' lists them"
    }

    /// Whether a word may name a recording.
    private static func isRecording(_ word: String) -> Bool { word == RecordingLibrary.latestName || FileSystem.kind(of: word) != nil }
}

extension ParsableCommand {
    /// The subcommands, including those in groups.
    static var commands: [any ParsableCommand.Type] { configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) }
}
