import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("Words of a shell and of a prompt", .timeLimit(.minutes(5)))
struct WordTests {
    private let folder = TemporaryFolder()
    /// Keys that look like something else: two words, a path, a step, a range, a verb, an option, quoted text.
    private static let keys = ["bob 3", "a.b", "7", "10..20", "diff", "--all", "it's", #"say "so""#, "back\\slash", "[x] y"]

    private static func recording(in folder: TemporaryFolder) throws -> String {
        let notes = JSONObject(keys.enumerated().map { ($1, .number(JSONNumber($0))) })
        let builder = try RecordingBuilder(in: folder, state: ["notes": .object(notes)])
        try builder.action(1, "note")
        try builder.patch(1, #"[{"op":"replace","path":"/notes/bob 3","value":99}]"#)
        return try builder.finish()
    }

    private func lines(_ verb: String, _ words: String...) throws -> String {
        try run([verb] + words).expect(0).output
    }

    private func run(_ arguments: [String]) throws -> Program.Run {
        try BesideFixtures.rewind(arguments, environment: ["REWIND_HOME": folder.path("home")])
    }

    @Test("A key with a blank is one word of the shell", arguments: ["blame", "history", "watch"])
    func aWordOfTheShellStaysOne(verb: String) throws {
        let bundle = try Self.recording(in: folder)
        for path in ["/notes/bob 3", #".notes["bob 3"]"#] {
            #expect(try lines(verb, bundle, path).contains("99"), "\(path)")
        }
        let nothing = try run([verb, bundle, "/notes/bob 1"])
        #expect(nothing.status == 1 && nothing.errors.contains("/notes/bob 1"), "\(nothing)")
    }

    @Test("A key is found by each verb of the prompt, however it is quoted", arguments: keys)
    func aQuotedWordOfThePromptStaysOne(key: String) throws {
        let timeline = try Timeline(Recording(directory: Self.recording(in: folder)))
        let pointer = JSONPointer(tokens: ["notes", key]).description
        let single = pointer.contains("'") ? nil : "'\(pointer)'"
        let double = "\"" + pointer.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        for word in [single, double].compactMap({ $0 }) {
            var debugger = Debugger(timeline, at: 1)
            for line in ["blame \(word)", "history \(word)", "blame \(word) 1", "history \(word) 0..1", "list --path \(word)"] {
                let answer = debugger.execute(line)
                #expect(line.hasPrefix("list") && key != "bob 3" || answer.json?.isEmpty == false, "\(line): \(answer)")
            }
        }
        guard let single else { return }
        var debugger = Debugger(timeline, at: 1)
        let value: JSONValue = key == "bob 3" ? 99 : .number(JSONNumber(Self.keys.firstIndex(of: key) ?? -1))
        #expect(debugger.execute("print \(single)").json == [["step": 1, "path": .string(pointer), "value": value]])
        for line in ["display \(single)", "break path \(single)", "watch \(single)", "break \(single)"] {
            #expect(!debugger.execute(line).isProblem, "\(line)")
        }
        #expect(debugger.breakpoints.map { "\($0)" }.allSatisfy { $0.contains(key.replacing("\\", with: "\\\\")) || $0.contains(key) })
    }

    @Test(
        "A line is taken apart as a shell does it, but for the brackets of a path",
        arguments: [
            (#"--type 'a b' "c\"d" e\ f '' g"#, ["--type", "a b", "c\"d", "e f", "", "g"]),
            (#".notes["bob 3"] 4"#, [#".notes["bob 3"]"#, "4"]), ("  ", []), (#"'it'"'"'s'"#, ["it's"]),
            (#".a["]"] b"#, [#".a["]"]"#, "b"]),
        ])
    func aLineIsTakenApart(line: String, words: [String]) throws { #expect(try TypedWord.all(in: line) == words) }

    @Test("Where an expression is meant, the rest of the line is one", arguments: [".a == \"b  c\"", "'.a == \"b  c\"'"])
    func theRestOfALineIsAnExpression(written: String) throws {
        let builder = try RecordingBuilder(in: folder, state: ["a": "b  c"])
        let timeline = try Timeline(Recording(directory: builder.finish()))
        var debugger = Debugger(timeline)
        #expect(debugger.execute("print \(written)").json == [true])
    }

    @Test("Each verb that reads is on the command line, at the prompt and on the page", arguments: Verbs.all.map(\.declaration.name))
    func aVerbIsEverywhere(name: String) throws {
        let verb = try #require(Verbs.all.first { $0.declaration.name == name })
        let commands = Set(Rewind.verbs.flatMap(\.names))
        // A ticket's wrong value is the first that info says.
        let own = ["list": "log", "print": "show", "wrong": "info"]
        #expect(commands.contains(own[name] ?? name))
        #expect(Debugger.verbs.contains { $0.name == name })
        let timeline = try Timeline(Recording(directory: Self.recording(in: folder)))
        let question: JSONValue = ["where": ".notes != null", "step": 1, "path": "/notes"]
        var arguments = VerbArguments(try GivenWords(of: question, for: verb.declaration), at: AskedPlace(timeline))
        _ = try verb.answer(&arguments, at: 1) { _ in }
        for parameter in verb.declaration.parameters { #expect(parameter.help.hasSuffix("."), "\(parameter.name)") }
    }
}
