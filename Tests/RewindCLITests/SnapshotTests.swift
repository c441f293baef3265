import ArgumentParser
import Foundation
import RewindRendering
import TestSupport
import Testing

@testable import RewindCLI

/// What each command says about the fixtures, in a file of `Snapshots` that has its name.
///
/// A file has lines of a shell, and below each what it says: the output, the errors, and the status if that is not 0. Run with
/// `REWIND_SNAPSHOTS=write`, the tests write what is said into the files, and whoever changed a text reads what changed.
@Suite("The text of each command", .timeLimit(.minutes(5)))
struct SnapshotTests {
    private static let folder = Repository.path("Tests/RewindCLITests/Snapshots")
    private static let isWriting = ProcessInfo.processInfo.environment["REWIND_SNAPSHOTS"] == "write"
    private static let subcommands: [any ParsableCommand.Type] =
        Rewind.configuration.ungroupedSubcommands + Rewind.configuration.groupedSubcommands.flatMap(\.subcommands)
    private static let names = ["rewind"] + subcommands.compactMap { $0.configuration.commandName }

    @Test func isInAFileOfItsOwn() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(files.sorted() == Self.names.map { $0 + ".txt" }.sorted())
    }

    @Test(arguments: names)
    func isWhatTheFileHas(name: String) throws {
        let file = "\(Self.folder)/\(name).txt"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("$ rewind") }.map(String.init)
        #expect(name == "rewind" || lines.contains { $0.hasPrefix("$ rewind \(name)") || $0 == "$ rewind help \(name)" })
        let desk = Desk()
        let said = try lines.map { try Self.said($0, at: desk) }.joined()
        if Self.isWriting { return try Data(said.utf8).write(to: URL(fileURLWithPath: file)) }
        #expect(said == text, "REWIND_SNAPSHOTS=write swift test --filter SnapshotTests writes what is said now into the file")
    }

    /// A line of a file, and what belongs below it.
    private static func said(_ line: String, at desk: Desk) throws -> String {
        let run = try desk.run(Array(TypedWord.all(in: line).dropFirst(2)))
        let words = (run.output + run.errors).replacing("\r\n", with: "\n").replacing(desk.folder.path + "/", with: "OUT/")
        return "\(line)\n\(words)" + (run.status == 0 ? "" : "status \(run.status)\n") + "\n"
    }
}
