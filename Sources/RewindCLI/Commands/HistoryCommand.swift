import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind history`: lists all values of a part of the state.
struct HistoryCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show every value that a part of the state had: since which step, when, and by which action.",
        discussion: """
            A path is a place, not a thing: inserting an element into an array moves those after it to other paths. Behind an object or an \
            array that is too long for its row stands what the step changed in it. Of --steps, the \
            first row is called "before N" ("before": true in JSON) where step N found the value as it is. For an expression, \
            such as a count, use 'rewind watch'. The exit status is 1 if no state \
            has anything at the path.

            EXAMPLES
              rewind history Fixtures/ordinary.rewind .search.query
              rewind history Fixtures/crash.rewind .comments.selection --json
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The part of the state: /cart/items/0 or .cart.items[0].", transform: JSONPointer.asArgument)
    var path: JSONPointer

    @Option(help: "Only these steps, as 10..20, 10.. or @1:00..end.", transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.timeline()
        let store = try timeline.oneStore(toAsk: [Predicate(path)], named: store.name)
        let question = HistoryQuestion(of: path, in: try steps?.resolve(in: timeline), store: store)
        try timeline.prepare(toListChangesOf: [path], store: store, in: question.steps)
        try AnswerOutput(options: output).print(answerTo: question, in: timeline)
    }
}
