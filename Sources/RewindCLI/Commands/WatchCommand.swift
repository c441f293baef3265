import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind watch`: shows several parts of the state at each step that changed one of them.
struct WatchCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show parts of the state side by side, with a row for each step that changed one of them.",
        discussion: """
            On a terminal, values that the step did not change are faint. An expression is jq, as in '.cart.items | length'. \
            \(StepWord.help)

            The exit status is 1 if no state has anything at one of the paths.

            EXAMPLES
              rewind watch Fixtures/crash.rewind .comments.selection .comments.saving
              rewind watch Fixtures/ordinary.rewind .search.query '.search.results | length'
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(
        help: ArgumentHelp("The parts of the state (/cart/items/0 or .cart.items[0]), or expressions.", valueName: "path|expr"),
        transform: WatchQuestion.Watched.argument)
    var watched: [WatchQuestion.Watched]

    @Option(help: "Only these steps, as 10..20, 10.. or @1:00..end.", transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if watched.isEmpty { throw ValidationError("no path given, as in: rewind watch bug.rewind .cart.items") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let store = try timeline.oneStore(toAsk: watched.map(\.predicate), named: store.name)
        let question = WatchQuestion(watched, in: try steps?.resolve(in: timeline), store: store)
        let places = watched.compactMap(\.place)
        if places.count == watched.count, try timeline.changesFew(of: places, store: store, in: question.steps) { try timeline.index() }
        try AnswerOutput(options: output).print(answerTo: question, in: timeline)
    }
}
