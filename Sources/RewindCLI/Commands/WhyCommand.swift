import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind why`: from a value to its origin, by reading, or with the app's reducer.
struct WhyCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: WhyQuestion.declaration.name,
        abstract: "Show where a value comes from, down to what a user did or the world outside answered.",
        usage: "rewind why [<options>] <bundle> \(WhyQuestion.declaration.words)",
        discussion: """
            \(WhyQuestion.declaration.details ?? "")

            With a host, it says "because": each part of the step's action and of the state before is changed, many at once and then by \
            halves, the step is reduced again, and what the value follows when that alone is changed is named, with what it becomes. The \
            last link says what it does not depend on. At most --budget times a step is reduced for one value; what was not judged then \
            is said.

            \(HostOption.help)

            OPTIONS OF THIS COMMAND
              --path PATH   The same as PATH.
              --step STEP   The same as STEP.
              --store NAME  \(Parameter.store.help)

            EXAMPLES
              rewind why Fixtures/edits.rewind '.comments.comments[2].text'
              rewind why Fixtures/crash.rewind .comments.selection 66 --host '.build/debug/Episodes --host'
              rewind why bug.rewind .cart.total end-3 --json
            """)

    @Argument(
        parsing: .allUnrecognized,
        help:
            "The recording: a file, a directory that an app records into, 'latest', or '-' for standard input. \(Parameter.path.help) \(Parameter.step.help)",
        completion: Completed.word)
    var words: [String] = []

    @Option(help: "How often a step may be reduced for one value, from 10; by default 400.")
    var budget: Int?

    @OptionGroup var host: HostOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try GivenWords.given(words, for: WhyQuestion.declaration)
        if let budget, budget < 10 { throw ValidationError("--budget \(budget): give a number from 10") }
    }

    func run() throws {
        let given = try GivenWords.given(words, for: WhyQuestion.declaration)
        let recorded = try given.timeline()
        guard host.isNamed else {
            let question = try given.question(WhyQuestion.self, of: recorded)
            try recorded.index()
            return try AnswerOutput(options: output).print(answerTo: question, in: recorded, during: "looking")
        }
        let command = try host.command()
        try Hosts.running {
            var reducer = try HostReducer(command)
            let timeline = try reducer.reading(recorded)
            let question = try given.question(WhyQuestion.self, of: timeline)
            try timeline.index()
            var origins = ProvenOrigins(in: timeline, by: reducer, budget: InterventionBudget(runs: budget ?? 400)) { reducer, store in
                reducer.find(store, of: timeline)
            }
            let answer: AnsweredWhy
            do throws(QuestionError) {
                answer = try Activity.during("trying") { () throws(QuestionError) in try question.answered(in: timeline, by: &origins) }
            } catch {
                throw error.asCommandError
            }
            if let failure = origins.failure { throw failure }
            try AnswerOutput(options: output).print(answerTo: answer, in: timeline)
        }
    }
}
