import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind fire`: reduces one recorded action again.
struct FireCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "fire",
        abstract: "Reduce one recorded action again, in the state of that moment, and show what it changes.",
        discussion: """
            \(HostOption.help)

            What changes is shown as by 'rewind diff', and then whether it is what was recorded; if not, the places that differ, and why, as \
            'rewind verify' says it.

            The exit status is 0 if the step does what was recorded, a crash included, and 1 if it does not or the recording does not know.

            EXAMPLES
              rewind fire Fixtures/crash.rewind 66 --host '.build/debug/Episodes --host'
              rewind fire bug.rewind end --json
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The step whose action is reduced.", transform: StepReference.argument)
    var step: StepReference

    @OptionGroup var host: HostOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let command = try host.command()
        let timeline = try bundle.timeline()
        let number = try step.resolve(in: timeline)
        guard let step = try timeline.step(at: number), step.isReducible else {
            throw NegativeAnswer(
                description: "step \(number) can't be reduced again: the recording does not have an action there, or not in full")
        }
        try Hosts.running {
            var reducer = try HostReducer(command)
            let store = step.store
            try reducer.recordedStores(of: timeline, named: store)
            let before: JSONValue
            switch try timeline.state(at: number - 1, store: store) {
            case .known(let state): before = state
            case .unknown(let unknown):
                throw NegativeAnswer(
                    description: "step \(number) can't be reduced again, since the state before it is unknown: \(unknown.reason); "
                        + "'rewind fill' computes such states")
            }
            let diff = try Self.change(step, from: before, in: &reducer)
            let verification = try VerificationError.unpacked { () throws(VerificationError<HostError>) in
                try timeline.verify(store: store, steps: number...number, by: &reducer, continues: true)
            }
            try AnswerOutput(options: output).print(answerTo: FireQuestion(number, diff: diff, verification), in: timeline)
        }
    }

    /// What a step changes; `nil` if it can't be reduced, or crashes.
    private static func change(_ step: Step, from before: JSONValue, in reducer: inout HostReducer) throws(HostError) -> TreeDiff? {
        guard case .taken(let own) = try reducer.take(before, of: step.store, after: step.number - 1) else { return nil }
        switch try reducer.reduce([step], of: step.store).first {
        case .patch(let patch)?:
            var after = own
            return (try? patch.apply(to: &after)) == nil ? nil : TreeDiff(from: own, to: after)
        case .state(let after)?: return TreeDiff(from: own, to: after)
        default: return nil
        }
    }
}
