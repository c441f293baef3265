import ArgumentParser
import TestSupport
import Testing

@testable import RewindCLI

/// The `rewind` command: the built one, run in a folder of a test's own, or what it is built of, run in this process.
struct Command {
    private static let inThisProcess = CommandHere(
        parses: { (try? Rewind.parsed($0)) != nil }, exitStatus: { Rewind.exitStatus(ofRunning: $0) })

    var folder = TemporaryFolder()

    func callAsFunction(_ arguments: String..., input: String = "") throws -> Program.Run { try run(arguments, input: input) }

    func run(_ arguments: [String], input: String = "") throws -> Program.Run {
        try Program.rewind.run(arguments, input: input, in: folder.path, environment: environment)
    }

    /// Runs what names no file by a relative path, and writes none where it chooses: in this process, which a trap of it ends.
    func here(_ arguments: String..., input: String = "") throws -> Program.Run { try here(all: arguments, input: input) }

    func here(all arguments: [String], input: String = "") throws -> Program.Run {
        try Self.inThisProcess.run(arguments, input: input, environment: environment)
    }

    /// Starts the command, which runs beside the test.
    func start(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(Program.rewind, arguments, in: folder.path, environment: environment)
    }

    private var environment: [String: String] { ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"] }

    /// Every command that reads a recording, as it is called, and what it is told on its standard input.
    static let reading: [(arguments: @Sendable (String) -> [String], input: String)] = [
        ({ ["info", $0] }, ""), ({ ["info", $0, "--json"] }, ""), ({ ["log", $0] }, ""), ({ ["log", $0, "--json"] }, ""),
        ({ ["show", $0, "end"] }, ""), ({ ["show", $0, "start", "/"] }, ""), ({ ["show", $0, "end-1", "--json"] }, ""),
        ({ ["diff", $0, "end-1"] }, ""), ({ ["diff", $0, "start", "end-1", "--format", "patch"] }, ""),
        ({ ["play", $0, "--speed", "1000000", "--idle-time-limit", "0"] }, ""),
        ({ ["step", $0] }, "next\nlist\ngoto end-1\nprint\nback\ndiff\nnonsense\nquit\n"),
    ]

    /// Every command that looks at a recording, run on the one at a path: name, and what came of it.
    func read(_ path: String) throws -> [(name: String, run: Program.Run)] { try read(path, run(_:input:)) }

    /// The same by an absolute path, in this process.
    func readHere(_ path: String) throws -> [(name: String, run: Program.Run)] { try read(path, here(all:input:)) }

    private func read(
        _ path: String, _ run: (_ arguments: [String], _ input: String) throws -> Program.Run
    ) throws -> [(name: String, run: Program.Run)] {
        try Self.reading.map { command in
            let arguments = command.arguments(path)
            return (arguments.joined(separator: " "), try run(arguments, command.input))
        }
    }
}
