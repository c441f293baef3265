import ArgumentParser
import RewindArchive
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

/// What is implied if it is not given: the command, or the recording.
enum ImpliedCommand {
    /// The arguments with a command in front if they name a recording and no command, `rewind bug.rewind`: `step` on a terminal that can have
    /// a full screen, or else `info`; and with `latest` behind a reading
    /// command if none of them names a recording, `rewind find '.a == 0'`.
    static func completing(_ arguments: [String], of root: any ParsableCommand.Type) -> [String] {
        if !arguments.dropFirst().contains(where: isMeantAsRecording), arguments.first(where: { !$0.hasPrefix("-") }) == arguments.first,
            arguments.dropFirst().first(where: { !$0.hasPrefix("-") }).map(isOperand) ?? true,
            let latest = readingLatest(arguments, of: root)
        {
            return latest
        }
        guard let name = arguments.first, arguments.allSatisfy({ $0 == name || $0.hasPrefix("-") }), !name.hasPrefix("-"),
            !root.commands.contains(where: { $0.configuration.commandName == name }),
            isMeantAsRecording(name) || name.contains("/")
        else { return arguments }
        return [arguments.count == 1 && FullScreen.isPossible ? "step" : "info"] + arguments
    }

    /// The complaint about an unknown command, of which the argument parser only says that it is unexpected.
    static func complaint(about arguments: [String], of root: any ParsableCommand.Type) -> String? {
        let names = Set(root.commands.compactMap { $0.configuration.commandName })
        guard let name = arguments.first(where: { $0 != "help" }), !name.hasPrefix("-"), !names.contains(name) else { return nil }
        return "there is no command '\(name)'\(NearWord.question(for: name, among: names)) 'rewind help' lists them"
    }

    /// The arguments with `latest` behind a command that reads a recording; `nil` for any other command, and where help is asked for.
    static func readingLatest(_ arguments: [String], of root: any ParsableCommand.Type) -> [String]? {
        guard let verb = arguments.first, !arguments.contains(where: { ["-h", "--help"].contains($0) }),
            root.commands.contains(where: { $0.configuration.commandName == verb && $0 is any ReadingCommand.Type })
        else { return nil }
        return [verb, RecordingLibrary.latestName] + arguments.dropFirst()
    }

    /// Whether a word is a step, a range, a path or an expression rather than a file's name.
    private static func isOperand(_ word: String) -> Bool {
        (try? StepRange(parsing: word)) != nil || JSONPointer.isMeant(by: word) || word.contains { " |()=<>$[\"".contains($0) }
    }

    /// Whether a word names a recording, or is meant to.
    static func isMeantAsRecording(_ word: String) -> Bool {
        word == "-" || isRecording(word) || [".rewind", ".rewind.age", ".live", ".zip", ".html"].contains { word.hasSuffix($0) }
            || isInDirectory(word)
    }

    /// Whether a word is a path from the root into a directory that is there; a pointer into the state looks like one.
    private static func isInDirectory(_ word: String) -> Bool {
        guard word.hasPrefix("/") else { return false }
        let directory = FileSystem.parts(of: word).directory
        return directory != "/" && FileSystem.kind(of: directory) == .directory
    }

    /// Whether a word may name a recording.
    private static func isRecording(_ word: String) -> Bool { word == RecordingLibrary.latestName || FileSystem.kind(of: word) != nil }
}

extension ParsableCommand {
    /// The subcommands, including those in groups.
    static var commands: [any ParsableCommand.Type] { configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands) }
}
