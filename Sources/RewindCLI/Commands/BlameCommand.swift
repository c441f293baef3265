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

    @OptionGroup var store: OneStoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.indexedTimeline()
        let store = try store.one(toAsk: [Predicate(path)], in: timeline)
        timeline.warnOfHiddenNumbers(at: [path])
        let number = try step?.resolve(in: timeline) ?? timeline.lastKnownStep(of: store)
        let blame = try Activity.during("reading back") { try timeline.blame(path, at: number, store: store) }
        timeline.report(try timeline.unknownSteps(behind: blame, upTo: step == nil ? timeline.steps.upperBound : number))
        let console = output.console
        if output.json {
            for line in blame.lines {
                var object: JSONObject = ["path": .string(line.place.description)]
                for (key, value) in try PlaceRow(line.steps, in: timeline, store: blame.store).json { object[key] = value }
                object["value"] = line.value
                if !line.unknown.isEmpty { object["unknown"] = .array(line.unknown.reversed().map(\.json)) }
                console.print(json: .object(object))
            }
            if let remover = blame.remover {
                var object: JSONObject = ["path": .string(blame.place.description)]
                for (key, value) in try PlaceRow(remover.number...remover.number, in: timeline, store: blame.store).json {
                    object[key] = value
                }
                object["removed"] = true
                console.print(json: .object(object))
            }
        } else {
            for row in try blame.rows(in: timeline) { console.printRow(row) }
        }
    }
}
