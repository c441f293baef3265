import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// The command of a verb that has no other: its words are those that a prompt takes, and each word that the shell passed stays one.
struct VerbCommand<Asked: Verb>: PagedCommand {
    static var configuration: CommandConfiguration {
        let verb = Asked.declaration
        let examples = verb.examples.map { "  rewind \(verb.name) \($0)" }
        return CommandConfiguration(
            commandName: verb.name, abstract: "\(verb.summary.prefix(1).uppercased())\(verb.summary.dropFirst()).",
            usage: "rewind \(verb.name) [<options>] <bundle> \(verb.words)",
            discussion: ([verb.details].compactMap(\.self) + [(["EXAMPLES"] + examples).joined(separator: "\n")])
                .joined(separator: "\n\n"))
    }

    @OptionGroup var bundle: BundleArgument

    @Argument(help: ArgumentHelp(Asked.declaration.parameters.filter(\.isWord).map(\.help).joined(separator: " ")))
    var words: [String] = []

    @OptionGroup(visibility: Self.takesSteps ? .default : .hidden) var part: StepsOptions
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    private static var takesSteps: Bool { Asked.declaration.parameters.contains { $0.kind == .steps } }

    func validate() throws {
        try part.validate(beside: nil)
        if !Self.takesSteps, part.steps != nil || part.last != nil {
            throw ValidationError("'\(Asked.declaration.name)' takes no range of steps")
        }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let question: Asked
        do {
            var arguments = try VerbArguments(words, of: Asked.declaration, in: timeline, predicate: WrittenCondition.atPrompt)
            arguments.give("steps", part.steps?.description)
            arguments.give("last", part.last?.description)
            arguments.give("store", store.name)
            question = try Asked(&arguments)
        } catch {
            throw error.error ?? ValidationError(error.message)
        }
        if try question.needsIndex(in: timeline) { try timeline.index() }
        let table = question.table(Drawing(of: timeline, columns: output.console.columns))
        // A list with a header shows each row as it is found.
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, as: table, during: table.header.isEmpty ? "looking" : nil)
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
