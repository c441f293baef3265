import ArgumentParser
import RewindRendering
import RewindReplay

/// `rewind du`: shows what takes up space.
struct DuCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "du",
        abstract: "Show what takes up space: bytes by type of action, by place in the state, and by segment.",
        discussion: """
            \(DuQuestion.declaration.details ?? "")

            EXAMPLES
              rewind du Fixtures/crash.rewind
              rewind du Fixtures/ordinary.rewind --depth 2
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: ArgumentHelp("How many keys deep to tell places apart.", valueName: "n"))
    var depth = 1

    @Flag(help: "List everything, not only the largest.")
    var all = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(0...100).contains(depth) { throw ValidationError("--depth takes a number from 0 to 100") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let question = DuQuestion(depth: depth)
        let table = question.table(Drawing(of: timeline, showsAll: all))
        try AnswerOutput(options: output).print(answerTo: question, in: timeline, as: table, during: "looking")
    }
}
