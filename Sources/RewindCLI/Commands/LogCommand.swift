import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind log`: lists the steps.
struct LogCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the steps, one per line: when, which action, how much it changed, what caused it.",
        usage: "rewind log [<options>] <bundle> ... [<range>]",
        discussion: """
            CHANGES counts the operations of the step's patch; 'whole' is a state that was written whole. CAUSE names the step whose \
            effect sent the action, and the store if it is not the main one. The step in which the process ended is marked with an x. An action that never reached the reducer has \
            no number; @@EXTERNAL is a change that no action made. Actions whose type is not Codable are marked "dumped": they can be \
            looked at but not replayed. A mark that the app set has no number either; write :NAME for its step wherever a step is \
            expected.

            On a terminal, equal actions with one cause that follow each other are one row (setDraft ×9), unless --each is given; a pipe gets each.

            --where takes an expression. \(StepWord.help)

            \(BundlesArgument.help)

            The exit status is 1 if the options leave nothing to list.

            EXAMPLES
              rewind log Fixtures/crash.rewind
              rewind log Fixtures/ordinary.rewind 10..20 --json | jq -r .type
              rewind log Fixtures/crash.rewind --type 'comments/*' --type '!*/setDraft'
              rewind log Fixtures/crash.rewind --path .comments.saving
              rewind log Fixtures/crash.rewind --where '.search != before.search'
              rewind log Fixtures/crash.rewind @1.7s.. --group
              rewind log bug-1234.rewind --effects --where '$effects | length > 2'
              rewind log Fixtures/crash.rewind Fixtures/ordinary.rewind --type signIn/submit
            """)

    @OptionGroup var words: BundlesAndSteps

    @OptionGroup(title: "Which steps") var filters: LogFilters

    @Flag(help: "Show consecutive steps of one type as one row.")
    var group = false

    @Flag(help: "Show each step as a row, also on a terminal.")
    var each = false

    @Flag(help: "Show each step below the one whose effect sent it.")
    var tree = false

    @Option(help: "Only the steps of this store.")
    var store: String?

    @Flag(help: "Also show what the app logged between the steps.")
    var logs = false

    @Flag(help: "Also show where effects begin and end.")
    var effects = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if [group, tree, each].count(where: { $0 }) > 1 { throw ValidationError("--group, --tree and --each can't be used together") }
    }

    func run() throws {
        let outcome = try AskedRecordings(words.bundles).ask(output, list)
        try outcome?.end(no: "no step", because: "no step matches")
    }

    private func list(_ timeline: Timeline, _ output: AnswerOutput) throws {
        if !filters.path.isEmpty { try timeline.index() }
        let range = try words.resolve(in: timeline)
        let question = LogQuestion(
            filters.filter(store: store), in: range, as: group ? .runs : tree ? .tree : .each, withLogs: logs, withEffects: effects)
        let folds = !group && !tree && !each && !effects && output.options.console.columns != nil
        try output.print(answerTo: question, in: timeline, as: question.table(Drawing(of: timeline), folds: folds))
    }
}
