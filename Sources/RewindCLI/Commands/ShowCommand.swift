import ArgumentParser
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind show`: shows everything that is known about a step.
struct ShowCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one step: its action, what it changed, and the state after it; or one part of that state.",
        discussion: """
            A long state is folded, except for what the step touched. With a path, only what the state holds there is printed, as JSON \
            and in full. \(StepWord.help)

            EXAMPLES
              rewind show Fixtures/crash.rewind end
              rewind show Fixtures/ordinary.rewind @1.5s .home.episodes[0]
              rewind show Fixtures/ordinary.rewind end --jq '.home.episodes[].title'
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The step: 17, start, end-3, @1:02.5.", transform: StepReference.argument)
    var step: StepReference

    @Argument(help: "The part of the state: /cart/items/0 or .cart.items[0].", transform: JSONPointer.asArgument)
    var path: JSONPointer?

    @Flag(help: "Show the whole state, with nothing folded.")
    var full = false

    @Option(
        help: ArgumentHelp(
            "Apply this jq expression to the state, or to the part of it that <path> names, and print each result.", valueName: "expr"),
        transform: { try JqProgram($0) })
    var jq: JqProgram?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.timeline()
        let number = try step.resolve(in: timeline)
        let store = try timeline.checked(store: store.name)
        if let jq {
            Diagnostics.say(timeline.hidden(from: [jq.predicate]))
            return try show(jq, at: number, store: store, of: timeline)
        }
        if let path { return try show(path, at: number, store: store, of: timeline) }
        let question = ShowQuestion(number, store: store)
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, as: ShowQuestion.table(showsAll: full))
    }

    private func show(_ path: JSONPointer, at number: Int, store: String?, of timeline: Timeline) throws {
        let state = try timeline.knownState(at: number, store: store)
        guard let value = state[path] else {
            throw timeline.nothing(at: path, in: state, step: number, store: try store ?? timeline.ownStore(at: number))
        }
        if output.json {
            output.console.print(json: ["step": .number(JSONNumber(number)), "path": .string(path.description), "value": value])
        } else {
            output.console.print(ValueLines(value).lines)
        }
    }

    private func show(_ program: JqProgram, at number: Int, store: String?, of timeline: Timeline) throws {
        if let path {
            let state = try timeline.knownState(at: number, store: store)
            if state[path] == nil {
                throw timeline.nothing(at: path, in: state, step: number, store: try store ?? timeline.ownStore(at: number))
            }
        }
        let results: [JSONValue]
        switch try timeline.verdict(of: program.predicate.noting, at: number, store: store, below: path ?? .root) {
        case .results(let values): results = values
        case .failed(let failure): throw NegativeAnswer(description: "'\(program)' has no value after step \(number): \(failure)")
        case .unknown(let unknown): throw unknown
        }
        for result in results {
            if output.json { output.console.print(json: result) } else { output.console.print(ValueLines(result).lines) }
        }
        // An empty result may be caused by the expression itself.
        guard results.allSatisfy({ $0 == .null || $0 == .array([]) || $0 == .object([:]) }) else { return }
        let predicate = try WrittenCondition.predicate(parsing: program.description)
        let asked = AskedStores(names: [try store ?? timeline.ownStore(at: number)])
        if let absence = try timeline.absence(of: predicate, in: asked, at: number, below: path ?? .root) {
            Diagnostics.say([.absent(absence, from: program.description)])
        }
    }
}
