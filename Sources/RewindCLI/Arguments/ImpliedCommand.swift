import ArgumentParser
import RewindArchive
import RewindFormat
import RewindJournal
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

    /// Whether a word may name a recording.
    static func isRecording(_ word: String) -> Bool { word == RecordingLibrary.latestName || FileSystem.kind(of: word) != nil }
}

extension ParsableCommand {
    /// The subcommands, including those in groups.
    static var commands: [any ParsableCommand.Type] { configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) }
}
