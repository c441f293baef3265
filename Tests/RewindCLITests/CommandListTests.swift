import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import RewindCLI

/// What the compiler can't tell of a subcommand that somebody adds.
@Suite("The list of commands", .timeLimit(.minutes(5)))
struct CommandListTests {
    private let commands: [any ParsableCommand.Type] =
        Rewind.configuration.ungroupedSubcommands + Rewind.configuration.groupedSubcommands.flatMap(\.subcommands)

    @Test func eachIsOneOfOursAndSaysItsName() {
        for command in commands {
            #expect(command is any RewindCommand.Type, "\(command) has no exit status of ours")
            #expect(command.configuration.commandName != nil, "\(command)")
        }
    }

    @Test func eachFileOfACommandIsInTheList() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources/RewindCLI/Commands"))
        let types = files.filter { $0.hasSuffix("Command.swift") }.map { $0.dropLast(".swift".count) }
        let listed = Set(commands.map { String("\($0)".prefix { $0 != "<" }) })
        #expect(types.count > 30)
        for type in types where type != "RewindCommand" { #expect(listed.contains(String(type)), "\(type) is not reachable") }
    }
}
