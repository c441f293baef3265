import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind find`: finds where a condition became true.
struct FindCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find the first step after which an expression is true; or the last, or every one.",
        usage: "rewind find [<options>] <bundle> ... <expr>",
        discussion: """
            The expression is a jq program. \(StepWord.help)

            An expression about the state made of paths, literals, comparisons, 'and', 'or', and \
            '|' to 'length', 'not', 'type', 'has("key")', 'startswith("x")', 'endswith("x")' or 'contains("x")' is evaluated only \
            where what it reads changed, so a path that few steps change is found fast in a long recording; any other is evaluated \
            after every change, or after every step if it uses a word other than $state. The exit status is 1 if the expression is never true.

            In a recording of several stores, every store is asked that can have what the expression reads, and each row names its store.

            Of several recordings, or a folder of them and the folders and zips in it, each is searched, and each row names its recording. The exit status is 0 if the \
            expression is true in one of them, and 2 if one could not be read, which does not end the search.

            EXAMPLES
              rewind find Fixtures/crash.rewind '.comments.selection > 0'
              rewind find Fixtures/ordinary.rewind '.search.loading | has("loading")' --all
              rewind find bug.rewind '[.cart.items[].price] | add > 100'
              rewind find Fixtures/crash.rewind Fixtures/ordinary.rewind '.comments.selection > 0'
              rewind find bug.rewind '$type == "cart/add" and .cart == $before.cart'
            """)

    @Argument(
        help: ArgumentHelp(
            "Recordings, or folders of them, and behind them the expression; 'latest' and '-' name recordings too.",
            valueName: "bundle> ... <expr"),
        completion: .file())
    var words: [String]

    @Flag(help: "Show every step where the expression becomes true, and how long it stays so.")
    var all = false

    @Flag(help: "Show the last step where the expression becomes true.")
    var last = false

    @Option(help: "Search only these steps, as 10..20, 10.. or @1:00..end.", transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if all, last { throw ValidationError("--all and --last can't be used together") }
        if words.count < 2 { throw ValidationError("Missing expected argument '<expr>'") }
    }

    private func expression() throws -> WrittenCondition {
        let last = words[words.count - 1]
        do { return try WrittenCondition(parsing: last) } catch {
            throw ValidationError("The value '\(last)' is invalid for '<expr>': \(error)")
        }
    }

    func run() throws {
        let expression = try expression()
        let outcome = try AskedRecordings(words.dropLast()).ask(output) { try find(expression, in: $0, $1) }
        try outcome?.end(no: "never true", because: "'\(expression)' is never true")
    }

    private func find(_ expression: WrittenCondition, in timeline: Timeline, _ output: AnswerOutput) throws {
        let question = FindQuestion(
            expression.predicate, written: expression.description, scope: all ? .all : last ? .last : .first,
            in: try steps?.resolve(in: timeline), store: store.name)
        try output.print(answerTo: question, in: timeline, during: "searching")
    }
}
