import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind blame`: who last changed a value.
struct BlameCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Show which step last changed a part of the state; of an object or array, for each child.",
        discussion: """
            An element of an array is followed through insertions, removals and moves, so only steps that changed the element itself \
            are blamed. Where the recorder merged several steps into one patch, the row names the range of steps.

            EXAMPLES
              rewind blame Fixtures/crash.rewind .comments
              rewind blame Fixtures/ordinary.rewind .search.query 12
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The part of the state: /cart/items/0 or .cart.items[0]; '.' is the whole.", transform: JSONPointer.asArgument)
    var path: JSONPointer

    @Argument(help: "The step to look back from; by default the last whose state is known.", transform: StepReference.argument)
    var step: StepReference?

    @OptionGroup var store: OneStoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.indexedTimeline()
        let store = try store.one(toAsk: [PlaceValue(path)], in: timeline)
        let number = try step?.resolve(in: timeline) ?? timeline.lastKnownStep(of: store)
        let blame = try Activity.during("reading back") { try timeline.blame(path, at: number, store: store) }
        let end = timeline.steps.upperBound
        if step == nil, number < end {
            timeline.report(try timeline.forEachChange(of: [], store: store, in: number...end) { _ in true })
        }
        let console = output.console
        if output.json {
            for line in blame.lines {
                var object: JSONObject = ["path": .string(line.place.description)]
                for (key, value) in try PlaceRow(line.steps, in: timeline, store: store).json { object[key] = value }
                object["value"] = line.value
                console.print(json: .object(object))
            }
        } else {
            for line in blame.lines { console.printRow(try line.row(in: timeline)) }
        }
    }
}
