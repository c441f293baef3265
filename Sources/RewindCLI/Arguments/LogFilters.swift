import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The options that select the steps of a list.
struct LogFilters: ParsableArguments {
    @Option(
        help: "Only actions of this type; * matches anything, a leading ! excludes. May be given several times.", completion: Completed.type
    )
    var type: [String] = []

    @Option(help: "Only steps with this text in their type, action or changes.")
    var grep: [String] = []

    @Option(
        help: "Only steps that changed something at or below this part of the state.", completion: Completed.operand,
        transform: JSONPointer.asArgument)
    var path: [JSONPointer] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only steps for which this jq expression is true, of the state ('.') or of \(StepWord.list).", valueName: "expr"),
        transform: WrittenCondition.argument)
    var condition: WrittenCondition?

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
        filter.hidesUnchanged = hideNoop
        filter.isOnlyErrors = errorsOnly
        filter.store = store
        return filter
    }

    /// Whether no filter is given.
    var isEmpty: Bool { filter(store: nil).acceptsEveryStep }
}

extension LogFilters {
    /// The filters that a person typed: options, or words that a step must have.
    init(typed text: String) throws {
        let words = try TypedWord.all(in: text)
        let options = words.first?.hasPrefix("-") == true ? words : words.flatMap { ["--grep", $0] }
        self = try Self.parse(options)
    }
}
