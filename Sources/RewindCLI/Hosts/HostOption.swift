import ArgumentParser
import RewindArchive
import RewindFormat
import RewindSystem

/// The option that names the program which runs the app's reducer.
struct HostOption: ParsableArguments {
    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "The command that starts the app's host; by default \"host\" of the nearest \(ProjectFile.name), in this directory or above it, "
                + "if only you can write there.",
            valueName: "cmd"))
    var line: String?

    @Option(help: "Seconds that the host may take for its start, by default 120, and for an answer, by default 10.")
    var timeout: Double?

    /// The part of a command's help about hosts.
    static let help = """
        A host is a program that runs the app's reducer: five lines in the app's package (RewindHost in the module Rewind), or any program \
        that speaks the protocol in the article 'Hosts' of RewindControl. It is started by the shell, and ends with this command.
        """

    func validate() throws {
        if let timeout, !(timeout > 0) { throw ValidationError("--timeout \(timeout): give a number of seconds above 0") }
    }

    /// Whether a host is named, or perhaps by a file that may not be read.
    var isNamed: Bool { line != nil || ProjectFile.nearest.map { !$0.isWithoutHost } ?? false }

    /// The command that starts the host.
    ///
    /// - Throws: `ValidationError` if none is named.
    func command() throws -> HostCommand {
        let limits = (start: Duration.seconds(timeout ?? 120), answer: Duration.seconds(timeout ?? 10))
        if let line { return HostCommand(words: line, line: line, limits: limits) }
        guard let file = ProjectFile.nearest else {
            throw ValidationError(
                "no host is named: give its command with --host, or in a file \(ProjectFile.name) here or above: {\"host\": \"swift run ShopHost\"}"
            )
        }
        let words: String
        do { words = try file.host() } catch var error as RecordingError {
            error.advice = (error.advice.map { $0 + "; or give" } ?? "Give") + " the host's command with --host"
            throw error
        }
        // The file of this very directory is no surprise.
        if file.folder != FileSystem.absolutePath(".") { Diagnostics.sayOnce("the host is '\(words)', by \(file.path)") }
        return HostCommand(words: words, line: "cd \(file.folder.shellQuoted) && \(words)", limits: limits)
    }

    /// Whether a file names a host that may be run.
    static var isNamedByFile: Bool { ProjectFile.nearest?.namesHost ?? false }
}

struct HostCommand: Sendable {
    /// The command as its user wrote it.
    let words: String
    /// The line for the shell.
    let line: String
    /// How long its start, and an answer, may take.
    let limits: (start: Duration, answer: Duration)
}
