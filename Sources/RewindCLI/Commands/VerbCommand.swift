import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay

/// The command of a verb that has no other: behind the recording, its words and options are those that a prompt takes, and each word that
/// the shell passed stays one.
struct VerbCommand<Asked: Verb>: PagedCommand {
    static var configuration: CommandConfiguration {
        let verb = Asked.declaration
        let options = verb.parameters.filter { !$0.isWord }.map { "  \(DisplayWidth.padded($0.usage, to: 12))  \($0.help)" }
        let examples = verb.examples.map { "  rewind \(verb.name) \($0)" }
        let sections = [verb.details, Self.section("OPTIONS OF THIS COMMAND", options), Self.section("EXAMPLES", examples)]
        return CommandConfiguration(
            commandName: verb.name, abstract: "\(verb.summaryElsewhere.sentenceCased).",
            usage: "rewind \(verb.name) [<options>] <bundle> \(verb.words)",
            discussion: sections.compactMap(\.self).joined(separator: "\n\n"))
    }

    private static func section(_ title: String, _ lines: [String]) -> String? {
        lines.isEmpty ? nil : ([title] + lines).joined(separator: "\n")
    }

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(([bundleHelp] + Asked.declaration.parameters.filter(\.isWord).map(\.help)).joined(separator: " ")),
        completion: Completed.word)
    var words: [String] = []

    @OptionGroup var output: OutputOptions

    private static var bundleHelp: String {
        "The recording: a file, a directory that an app records into, 'latest', or '-' for standard input."
    }

    func validate() throws { _ = try GivenWords.given(words, for: Asked.declaration) }

    func run() throws {
        let given = try GivenWords.given(words, for: Asked.declaration)
        let timeline = try given.timeline()
        let question = try given.question(Asked.self, of: timeline)
        if try question.needsIndex(in: timeline) { try timeline.index() }
        let table = question.table(Drawing(of: timeline, columns: output.console.columns, showsAll: given.has("all")))
        // A list with a header shows each row as it is found.
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, as: table, during: table.header.isEmpty ? "looking" : nil)
    }
}

extension GivenWords {
    /// What the words of a verb's command are, the recording among them.
    static func given(_ words: [String], for verb: VerbDeclaration) throws -> GivenWords {
        do { return try GivenWords(ofCommand: words, for: verb.ofRecording) } catch { throw ValidationError(error.message) }
    }

    /// The recording that they name.
    func timeline() throws -> Timeline { try Bundles.timeline(self[VerbDeclaration.recordingName] ?? RecordingLibrary.latestName) }

    /// The question that they ask.
    func question<Asked: Verb>(_ verb: Asked.Type, of timeline: Timeline) throws -> Asked {
        do {
            var arguments = VerbArguments(self, at: AskedPlace(timeline, predicate: WrittenCondition.atPrompt))
            return try Asked(&arguments)
        } catch {
            throw error.error ?? ValidationError(error.message)
        }
    }
}

/// The commands of the verbs whose declaration has examples for one.
struct VerbCommands: VerbVisitor {
    private(set) var all: [any ParsableCommand.Type] = []

    init() { Verbs.visit(&self) }

    mutating func visit<Asked: Verb>(_ verb: Asked.Type) {
        if !Asked.declaration.examples.isEmpty { all.append(VerbCommand<Asked>.self) }
    }
}
