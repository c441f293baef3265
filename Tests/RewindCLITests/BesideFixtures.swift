import ArgumentParser
import TestSupport

@testable import RewindCLI

/// The command beside the fixtures, as its help has it.
enum BesideFixtures {
    private static let command = CommandHere(
        parses: { (try? Rewind.parsed($0)) != nil }, exitStatus: { Rewind.exitStatus(ofRunning: $0) })

    static func rewind(
        _ arguments: [String], input: String = "", environment: [String: String] = ["NO_COLOR": "1"]
    ) throws -> Program.Run {
        try command.run(arguments, input: input, in: Repository.root, environment: environment)
    }
}
