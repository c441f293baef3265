import ArgumentParser
import RewindRendering
import TestSupport
import Testing

@testable import RewindCLI

/// What stands under EXAMPLES in the help can be pasted.
@Suite("The examples in the help", .timeLimit(.minutes(5)))
struct ExamplesTests {
    private static let commands = Rewind.configuration.ungroupedSubcommands + Rewind.configuration.groupedSubcommands.flatMap(\.subcommands)

    /// The lines of all examples.
    private static var lines: [String] {
        commands.flatMap { command in
            command.configuration.discussion.split(separator: "\n").drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix("  ") }
                .map { $0.drop { $0 == " " }.description }
        }
    }

    /// The commands of a line that are ours: what stands before and behind a pipe, and before a file that it goes into.
    private static func ours(in line: String) throws -> [[String]] {
        var commands: [[String]] = [[]]
        for word in try TypedWord.all(in: line) {
            if ["|", "&&", ">", "&"].contains(word) { commands.append([]) } else { commands[commands.count - 1].append(word) }
        }
        return commands.filter { $0.first == "rewind" }.map { Array($0.dropFirst()) }
    }

    @Test func areMany() { #expect(Self.lines.count > 80) }

    /// Each on its own is the body of a function, which the shell reads and does not run.
    @Test func areLinesThatAShellReads() throws {
        let script = """
            status=0
            while IFS= read -r line; do
                (eval "example() {
                $line
                }") || { echo "$line"; status=1; }
            done
            exit $status
            """
        try Program.installed("sh").run(["-c", script], input: Self.lines.map { $0 + "\n" }.joined()).expect(0, output: .is(""))
    }

    @Test(arguments: lines)
    func areCommandsAsWeReadThem(line: String) throws {
        let commands = try Self.ours(in: line)
        #expect(!commands.isEmpty)
        for arguments in commands { #expect(throws: Never.self) { _ = try Rewind.parseAsRoot(arguments) } }
    }

    /// The commands that look at a recording and ask about it; `view` opens a browser, and `mcp` waits for an assistant.
    private static let readingCommands = Set(
        Rewind.verbs.filter { ["Look at it", "Ask", "Move through it"].contains($0.group) }.flatMap(\.names)
    ).subtracting(["view", "play", "mcp"])

    /// Those that only read a fixture.
    private static let reading = lines.filter { line in
        line.hasPrefix("rewind ") && line.contains("Fixtures") && ![" -o ", " --into ", "|"].contains(where: line.contains)
            && readingCommands.contains(String(line.split(separator: " ")[1]))
    }

    @Test(arguments: reading)
    func answerWhereTheyAreAboutFixtures(line: String) throws {
        let arguments = try #require(try Self.ours(in: line).first)
        let run = try Desk().run(arguments)
        #expect([0, 1].contains(run.status) && !run.output.isEmpty, "\(run)")
    }
}
