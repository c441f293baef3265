import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind why`: from a value to its origin, by reading, or with the app's reducer.
struct WhyCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: WhyQuestion.declaration.name,
        abstract: "Show where a value comes from, down to what a user did or the world outside answered.",
        usage: """
            rewind why [<options>] <bundle> \(WhyQuestion.declaration.words)
            rewind why [<options>] <bundle> --not EXPR [STEP]
            """,
        discussion: """
            \(WhyQuestion.declaration.details ?? "")

            With a host, it says "because": each part of the step's action and of the state before is changed, many at once and then by \
            halves, the step is reduced again, and what the value follows when that alone is changed is named, with what it becomes. The \
            last link says what it does not depend on. At most --budget times a step is reduced for one value; what was not judged then \
            is said.

            With --not, it is about a condition that did not become true: which steps up to STEP could have made it, as steps of their type \
            did or changed what it reads, and how they differ from those; with a host, which part of the action or of the state before held \
            them back.

            \(HostOption.help)

            OPTIONS OF THIS COMMAND
              --path PATH   The same as PATH.
              --step STEP   The same as STEP.
              --store NAME  \(Parameter.store.help)

            EXAMPLES
              rewind why Fixtures/edits.rewind '.comments.comments[2].text'
              rewind why Fixtures/crash.rewind .comments.selection 66 --host '.build/debug/Episodes --host'
              rewind why bug.rewind .cart.total end-3 --json
              rewind why bug.rewind --not '.cart.isPaid' 40 --host .build/debug/ShopHost
            """)

    @Argument(
        parsing: .allUnrecognized,
        help:
            "The recording: a file, a directory that an app records into, 'latest', or '-' for standard input. \(Parameter.path.help) \(Parameter.step.help)",
        completion: Completed.word)
    var words: [String] = []

    @Option(
        help: ArgumentHelp("Why this condition is not true after the step.", valueName: "expr"), transform: WrittenCondition.argument)
    var not: WrittenCondition?

    @Option(help: "How often a step may be reduced for one value, or steps for a condition, from 10; by default 400.")
    var budget: Int?

    @OptionGroup var host: HostOption
    @OptionGroup var output: OutputOptions

    /// What the words are: those of the verb, or with --not a recording and a step.
    private func given() throws -> GivenWords {
        let verb = WhyQuestion.declaration
        return try GivenWords.given(
            words, for: not == nil ? verb : VerbDeclaration(verb.name, verb.summary, verb.parameters.filter { $0.kind != .path }))
    }

    func validate() throws {
        _ = try given()
        if let budget, budget < 10 { throw ValidationError("--budget \(budget): give a number from 10") }
    }

    func run() throws {
        let given = try given()
        let recorded = try given.timeline()
        guard host.isNamed else { return try answer(given, in: recorded) }
        let command = try host.command()
        try Hosts.running {
            var reducer = try HostReducer(command)
            let timeline = try reducer.reading(recorded)
            if let not {
                try prove(question(not, given, of: timeline), in: timeline, by: &reducer)
            } else {
                try prove(given, in: timeline, by: reducer)
            }
        }
    }

    /// Answers by reading alone.
    private func answer(_ given: GivenWords, in timeline: Timeline) throws {
        let output = AnswerOutput(options: output)
        if let not { return try output.print(answerTo: question(not, given, of: timeline), in: timeline, during: "searching") }
        let question = try given.question(WhyQuestion.self, of: timeline)
        try timeline.index()
        try output.print(answerTo: question, in: timeline, during: "looking")
    }

    /// Answers with the app's reducer where a value comes from.
    private func prove(_ given: GivenWords, in timeline: Timeline, by reducer: HostReducer) throws {
        let question = try given.question(WhyQuestion.self, of: timeline)
        try timeline.index()
        var origins = ProvenOrigins(in: timeline, by: reducer, budget: limit) { reducer, store in reducer.find(store, of: timeline) }
        let answer: AnsweredWhy
        do throws(QuestionError) {
            answer = try Activity.during("trying") { () throws(QuestionError) in try question.answered(in: timeline, by: &origins) }
        } catch {
            throw error.asCommandError
        }
        if let failure = origins.failure { throw failure }
        try AnswerOutput(options: output).print(answerTo: answer, in: timeline)
    }

    /// Answers with the app's reducer what held a condition back.
    private func prove(_ question: WhyNotQuestion, in timeline: Timeline, by reducer: inout HostReducer) throws {
        var question = question
        let missed: MissedChanges
        do throws(QuestionError) { missed = try question.missed(in: timeline) } catch { throw error.asCommandError }
        try reducer.recordedStores(of: timeline, named: missed.store)
        var interventions = Interventions(in: timeline, of: missed.store, budget: limit)
        question.found = (try Activity.during("trying") { try interventions.heldBack(missed, by: &reducer) }, missed)
        try AnswerOutput(options: output).print(answerTo: question, in: timeline)
    }

    private var limit: InterventionBudget { InterventionBudget(runs: budget ?? 400) }

    private func question(_ condition: WrittenCondition, _ given: GivenWords, of timeline: Timeline) throws -> WhyNotQuestion {
        let arguments = VerbArguments(given, at: AskedPlace(timeline, predicate: WrittenCondition.atPrompt))
        let step: Int?
        do { step = try arguments.step() } catch { throw error.error ?? ValidationError(error.message) }
        return WhyNotQuestion(condition.predicate, written: condition.description, at: step, store: arguments.store)
    }
}
