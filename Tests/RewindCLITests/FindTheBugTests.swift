import Foundation
import RewindRendering
import TestSupport
import Testing

/// What the article "Find the bug" shows is what the built program says.
@Suite("The article 'Find the bug'", .timeLimit(.minutes(5)))
struct FindTheBugTests {
    /// A command of the article, and the lines that stand below it; a line of "…" stands for any lines.
    struct Example: Sendable, CustomTestStringConvertible {
        var command: String
        var output: [String] = []

        var testDescription: String { command }
    }

    static let examples: [Example] = {
        let article = Repository.path("Sources/RewindReplay/RewindReplay.docc/FindTheBug.md")
        var examples: [Example] = []
        var isConsole = false
        for line in ((try? String(contentsOfFile: article, encoding: .utf8)) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if isConsole, line.hasPrefix("$ ") {
                examples.append(Example(command: String(line.dropFirst(2))))
            } else if isConsole, !examples.isEmpty {
                examples[examples.count - 1].output.append(String(line))
            }
        }
        return examples
    }()

    @Test func hasTheWholeStory() { #expect(Self.examples.count == 8) }

    @Test(arguments: examples)
    func showsWhatTheProgramSays(example: Example) throws {
        let run = try Self.run(example.command)
        var said = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        if said.last == "" { said.removeLast() }
        var isCut = false
        for line in example.output {
            if line == "…" {
                isCut = true
                continue
            }
            let place = isCut ? said.firstIndex(of: line) : said.indices.first
            let found = try #require(place, "the article has '\(line)'; the program says no more")
            #expect(said[found] == line)
            said = said[(found + 1)...]
            isCut = false
        }
        #expect(isCut || said.isEmpty, "the program says more: \(said.joined(separator: "\n"))")
        #expect(run.errors.isEmpty)
    }

    private static func run(_ command: String) throws -> Program.Run {
        let words = try TypedWord.all(in: command)
        if words[0] == "rewind", !words.contains("|") { return try BesideFixtures.rewind(Array(words.dropFirst())) }
        let folder = TemporaryFolder()
        let program = try Program.rewind
        try FileManager.default.createSymbolicLink(atPath: folder.path("rewind"), withDestinationPath: program.url.path)
        let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        return try Program.installed("sh").run(["-c", command], in: Repository.root, environment: ["NO_COLOR": "1", "PATH": path])
    }
}
