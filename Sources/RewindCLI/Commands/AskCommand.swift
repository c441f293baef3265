import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// The command that the row of a question makes: the words after its verb are those that a prompt takes, too.
struct AskCommand<Asked: WordedQuestion>: PagedCommand {
    static var configuration: CommandConfiguration {
        let verb = Asked.verb
        let examples = (verb.commandExamples ?? []).map { "  rewind \(verb.name) \($0)" }
        return CommandConfiguration(
            commandName: verb.name, abstract: "\(verb.summary.prefix(1).uppercased())\(verb.summary.dropFirst()).",
            usage: "rewind \(verb.name) [<options>] <bundle>\(verb.arguments.map { " " + $0 }.joined())",
            discussion: ([verb.details].compactMap(\.self) + [(["EXAMPLES"] + examples).joined(separator: "\n")])
                .joined(separator: "\n\n"))
    }

    @OptionGroup var bundle: BundleArgument

    @Argument(
        help: ArgumentHelp(
            """
            What the usage above says: a part of the state is /cart/items/0 or .cart.items[0], a step is 17, end-3 or @1:02.5, and A..B \
            are all steps from A to B.
            """, visibility: Asked.verb.arguments.isEmpty ? .hidden : .default))
    var words: [String] = []

    @Option(
        help: ArgumentHelp("Only these steps, as 10..20, 10.. or @1:00..end.", visibility: Asked.verb.takesRange ? .default : .hidden),
        transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup(visibility: Asked.verb.takesRange ? .default : .hidden) var part: LastOption

    @Option(
        name: .customLong(Asked.verb.number?.name ?? "number"),
        help: ArgumentHelp(
            Asked.verb.number?.help ?? "", valueName: "n", visibility: Asked.verb.number == nil ? .private : .default))
    var number: Int?

    @Flag(help: ArgumentHelp("List everything, not only the largest.", visibility: Asked.verb.hasAll ? .default : .private))
    var all = false

    @OptionGroup(visibility: Asked.verb.argument == .expression ? .default : .hidden) var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if steps != nil, part.last != nil { throw ValidationError("--steps and --last can't be used together") }
        if steps != nil || part.last != nil, !Asked.verb.takesRange {
            throw ValidationError("'\(Asked.verb.name)' takes no range of steps")
        }
        if Asked.verb.arguments.isEmpty, let word = words.first { throw ValidationError("Unexpected argument '\(word)'") }
        if all, !Asked.verb.hasAll { throw ValidationError("Unknown option '--all'") }
        guard let number else { return }
        guard let option = Asked.verb.number else { throw ValidationError("Unknown option '--number'") }
        if let refusal = option.refusal(of: number) { throw ValidationError(refusal) }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        var words = AskedWords(words, of: timeline, store: store.name, predicate: WrittenCondition.atPrompt)
        words.steps = try part.last?.resolve(in: timeline) ?? steps?.resolve(in: timeline)
        words.number = number
        let question: Asked
        do { question = try Asked(&words) } catch { throw error.error ?? ValidationError(error.message) }
        if try question.needsIndex(in: timeline) { try timeline.index() }
        let table = question.table(Drawing(of: timeline, columns: output.console.columns, showsAll: all))
        // A list with a header shows each row as it is found.
        let activity = table.header.isEmpty ? "looking" : nil
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, as: table, during: activity)
    }
}

struct AskCommands: QuestionVisitor {
    private(set) var all: [any ParsableCommand.Type] = []

    init() { WordedQuestions.visit(&self) }

    mutating func visit<Asked: WordedQuestion>(_ question: Asked.Type) {
        if Asked.verb.commandExamples != nil { all.append(AskCommand<Asked>.self) }
    }
}
