import ArgumentParser
import RewindFormat
import RewindReplay
import RewindValue

/// The options that select the steps of a list.
struct LogFilters: ParsableArguments {
    @Option(help: "Only actions of this type; * matches anything, a leading ! excludes. May be given several times.")
    var type: [String] = []

    @Option(help: "Only steps with this text in their type, action or changes.")
    var grep: [String] = []

    @Option(help: "Only steps that changed something at or below this part of the state.", transform: JSONPointer.asArgument)
    var path: [JSONPointer] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only steps for which this jq expression is true, of the state ('.') or of \(StepWord.list).", valueName: "expr"),
        transform: WrittenCondition.argument)
    var condition: WrittenCondition?

    // Named as in git; help and articles show a range of times, @1:00..@1:30.
    @Option(help: ArgumentHelp("Only actions from this time on, such as 90s or 1:02.5.", visibility: .hidden), transform: LogFilters.time)
    var since: Int?

    @Option(help: ArgumentHelp("Only actions up to this time.", visibility: .hidden), transform: LogFilters.time)
    var until: Int?

    @Flag(help: "Leave out steps that changed nothing.")
    var hideNoop = false

    @Flag(help: "Only steps where something went wrong: a reducer that threw, a state that was lost, the end of the process.")
    var errorsOnly = false

    /// The filter that the options describe.
    func filter(store: String?) -> StepFilter {
        var filter = StepFilter()
        filter.types = type.map { TypeGlob($0) }
        filter.texts = grep
        filter.places = path
        filter.condition = condition?.predicate
        if since != nil || until != nil { filter.times = (since ?? Int.min)...max(since ?? Int.min, until ?? Int.max) }
        filter.hidesUnchanged = hideNoop
        filter.isOnlyErrors = errorsOnly
        filter.store = store
        return filter
    }

    /// Whether no filter is given.
    var isEmpty: Bool { filter(store: nil).asksForNothing }

    private static func time(_ text: String) throws -> Int {
        let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
        guard let time = TimeText.nanoseconds(digits) else {
            throw ValidationError("'\(text)' is not a time: write 90s, 1500ms or 1:02.5")
        }
        return time
    }
}
