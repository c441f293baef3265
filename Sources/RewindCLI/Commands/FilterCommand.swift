import ArgumentParser
import RewindEditing
import RewindFormat
import RewindReplay

/// `rewind filter`: writes a new recording with some steps left out.
struct FilterCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Write a new recording of the steps that match.",
        discussion: """
            The options are those of 'rewind log': the steps that it would list are kept, with their numbers, changes and states. \
            Consecutive steps that are left out become one step @@EXTERNAL, which counts them by type and carries what they changed. \
            The values in those changes are kept: to remove secrets, use 'rewind redact'.

            EXAMPLES
              rewind filter Fixtures/crash.rewind --type '!*/setDraft' -o short.rewind
              rewind filter bug.rewind 10..200 --type 'cart/*' --hide-noop
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var steps: StepsArgument

    @OptionGroup(title: "Which steps") var filters: LogFilters

    @Option(help: "Only the steps of this store.")
    var store: String?

    @OptionGroup var new: NewRecording

    func validate() throws {
        if filters.isEmpty, store == nil, !steps.isGiven {
            throw ValidationError("no filter given: say which steps to keep, such as --type 'cart/*'")
        }
    }

    func run() throws {
        let editor = try new.editor(bundle.path)
        let filter = filters.filter(store: try editor.timeline.checked(store: store))
        let range = try steps.resolve(in: editor.timeline)
        let question = LogQuestion(filter, in: range)
        let output = new.path(for: editor.recording.path, suffix: "filtered")
        let result = try new.writing("filtering") { try editor.filter(filter, in: range, describedAs: description(range), output: output) }
        guard let result else {
            try AnswerOutput.end(with: question.answer(in: editor.timeline).conclusion)
            throw NegativeAnswer(description: "there is no step to keep: 0 is the state before the first")
        }
        Diagnostics.say(try question.conclusion(of: result.report, isEmpty: false, in: editor.timeline).remarks)
        if result.keptWithLostAction > 0 {
            let words =
                result.keptWithLostAction == 1
                ? "a step whose action is lost is" : "\(result.keptWithLostAction) steps whose actions are lost are"
            Diagnostics.say("\(words) in it as before, whatever the filter says")
        }
        let all = result.kept + result.dropped + result.keptWithLostAction
        try NewRecording.announce("\(result.kept + result.keptWithLostAction) of \(all) steps", result.recording)
    }

    /// The filters as given, in quotes, since a masked recording hides what is quoted.
    private func description(_ range: ClosedRange<Int>) -> String {
        var words = steps.isGiven ? ["\(range.lowerBound)..\(range.upperBound)"] : []
        words += filters.type.map { "--type '\($0)'" } + filters.grep.map { "--grep '\($0)'" } + filters.path.map { "--path '\($0)'" }
        if let condition = filters.condition { words.append("--where '\(condition)'") }
        if filters.hideNoop { words.append("--hide-noop") }
        if filters.errorsOnly { words.append("--errors-only") }
        if let store { words.append("--store '\(store)'") }
        return words.joined(separator: " ")
    }
}
