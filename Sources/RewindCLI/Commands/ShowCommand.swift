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

    @Argument(help: "The step: 17, start, end-3, @1:02.5.", completion: Completed.operand, transform: StepReference.argument)
    var step: StepReference

    @Argument(
        help: "The part of the state: /cart/items/0 or .cart.items[0].", completion: Completed.operand, transform: JSONPointer.asArgument)
    var path: JSONPointer?

    @Flag(help: "Show the whole state, with nothing folded.")
    var full = false

    @Flag(help: "Also show what each migration made of the recorded state; they are in \(ProjectFile.name), here or above.")
    var migrated = false

    @Option(
        help: ArgumentHelp(
            "Apply this jq expression to the state, or to the part of it that <path> names, and print each result.", valueName: "expr"),
        transform: WrittenCondition.predicate)
    var jq: Predicate?

    @OptionGroup var source: SourceOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if migrated, path != nil || jq != nil { throw ValidationError("--migrated is about the whole state: leave out the path and --jq") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let number = try step.resolve(in: timeline)
        if path != nil || jq != nil {
            let question = ValueQuestion(number, at: path ?? .root, jq, store: store.name)
            return try AnswerOutput(options: output).print(answerTo: question, in: timeline)
        }
        var question = ShowQuestion(number, store: store.name)
        question.withMigrations = migrated
        var drawing = Drawing(of: timeline, showsAll: full)
        drawing.source = source.finder(for: timeline.recording)
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, as: question.table(drawing))
    }
}
