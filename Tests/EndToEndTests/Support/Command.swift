import TestSupport
import Testing

/// The built `rewind` command, run in a folder of a test's own.
struct Command {
    var folder = TemporaryFolder()

    func callAsFunction(_ arguments: String..., input: String = "") throws -> Program.Run { try run(arguments, input: input) }

    func run(_ arguments: [String], input: String = "") throws -> Program.Run {
        try Program.rewind.run(
            arguments, input: input, in: folder.path, environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
    }

    /// Every command that reads a recording, as it is called, and what it is told on its standard input.
    static let reading: [(arguments: @Sendable (String) -> [String], input: String)] = [
        ({ ["info", $0] }, ""), ({ ["info", $0, "--json"] }, ""), ({ ["log", $0] }, ""), ({ ["log", $0, "--json"] }, ""),
        ({ ["show", $0, "end"] }, ""), ({ ["show", $0, "start", "/"] }, ""), ({ ["show", $0, "end-1", "--json"] }, ""),
        ({ ["diff", $0, "end-1"] }, ""), ({ ["diff", $0, "start", "end-1", "--format", "patch"] }, ""),
        ({ ["play", $0, "--speed", "1000000", "--idle-time-limit", "0"] }, ""),
        ({ ["step", $0] }, "next\nlist\ngoto end-1\nprint\nback\ndiff\nnonsense\nquit\n"),
    ]

    /// Every command that looks at a recording, run on the one at a path: name, and what came of it.
    func read(_ path: String) throws -> [(name: String, run: Program.Run)] {
        try Self.reading.map { command in
            let arguments = command.arguments(path)
            return (arguments.joined(separator: " "), try run(arguments, input: command.input))
        }
    }
}
