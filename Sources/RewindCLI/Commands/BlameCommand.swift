import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind blame`: shows the step that last changed a value.
struct BlameCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Show which step last changed a part of the state; of an object or array, for each child.",
        discussion: """
            An element of an array is followed through insertions, removals and moves, so only steps that changed the element itself \
            are blamed. Where the recorder merged several steps into one patch, the row names the range of steps. \
            Where the state is unknown for a while and the value was the same before and after, the row says behind the value which \
            steps may have set it as well ("unknown" in JSON).

            EXAMPLES
              rewind blame Fixtures/crash.rewind .comments
              rewind blame Fixtures/ordinary.rewind .search.query 12
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The part of the state: /cart/items/0 or .cart.items[0]; '.' is the whole.", transform: JSONPointer.asArgument)
    var path: JSONPointer

    @Argument(help: "The step to look back from; by default the last whose state is known.", transform: StepReference.argument)
    var step: StepReference?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.indexedTimeline()
        let question = BlameQuestion(path, at: try step?.resolve(in: timeline), store: store.name)
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, during: "reading back")
    }
}
