import ArgumentParser
import RewindArchive
import RewindFormat
import RewindSystem
import RewindValue

/// The option that names the program which runs the app's reducer.
struct HostOption: ParsableArguments {
    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "The command that starts the app's host; by default \"host\" of the nearest \(Self.fileName), in this directory or above it, "
                + "if only you can write there.",
            valueName: "cmd"))
    var line: String?

    @Option(help: "Seconds that the host may take for its start, by default 120, and for an answer, by default 10.")
    var timeout: Double?

    /// The file that names a project's host.
    static let fileName = ".rewind.json"

    /// The part of a command's help about hosts.
    static let help = """
        A host is a program that runs the app's reducer: five lines in the app's package (RewindHost in the module Rewind), or any program \
        that speaks the protocol in the article 'Hosts' of RewindControl. It is started by the shell, and ends with this command.
        """

    func validate() throws {
        if let timeout, !(timeout > 0) { throw ValidationError("--timeout \(timeout): give a number of seconds above 0") }
    }

    var isNamed: Bool { line != nil || Self.projectFile != nil }

    /// The command that starts the host.
    ///
    /// - Throws: `ValidationError` if none is named.
    func command() throws -> HostCommand {
        let limits = (start: Duration.seconds(timeout ?? 120), answer: Duration.seconds(timeout ?? 10))
        if let line { return HostCommand(words: line, line: line, limits: limits) }
        guard let file = Self.projectFile else {
            throw ValidationError(
                "no host is named: give its command with --host, or in a file \(Self.fileName) here or above: {\"host\": \"swift run ShopHost\"}"
            )
        }
        let words = try Self.host(namedIn: file.path)
        Diagnostics.say("the host is '\(words)', by \(file.path)")
        return HostCommand(words: words, line: "cd \(file.folder.shellQuoted) && \(words)", limits: limits)
    }

    /// The nearest file that names a host, in the working directory or above it; `nil` without one.
    static var projectFile: (path: String, folder: String)? {
        var folder = FileSystem.absolutePath(".")
        while true {
            let path = folder == "/" ? "/\(fileName)" : "\(folder)/\(fileName)"
            if FileSystem.kind(of: path) != nil { return (path, folder) }
            guard folder != "/", let end = folder.lastIndex(of: "/") else { return nil }
            folder = end == folder.startIndex ? "/" : String(folder[..<end])
        }
    }

    /// Whether a file names a host that may be run.
    static var isNamedByFile: Bool { projectFile.map { FileSystem.isTrusted($0.path) } ?? false }

    private static func host(namedIn path: String) throws -> String {
        let bytes = try trustedBytes(of: path)
        guard let host = (try? JSONValue(parsing: bytes))?["host"]?.string else {
            throw ValidationError("\(path) names no host: it should be {\"host\": \"swift run ShopHost\"}")
        }
        return host
    }

    private static func trustedBytes(of path: String) throws(RecordingError) -> [UInt8] {
        do throws(RecordingError) { return try FileSystem.readTrusted(path, limit: 1 << 20) } catch {
            var error = error
            error.advice = (error.advice.map { $0 + "; or give" } ?? "Give") + " the host's command with --host"
            throw error
        }
    }
}

struct HostCommand: Sendable {
    /// The command as its user wrote it.
    let words: String
    /// The line for the shell.
    let line: String
    /// How long its start, and an answer, may take.
    let limits: (start: Duration, answer: Duration)
}
