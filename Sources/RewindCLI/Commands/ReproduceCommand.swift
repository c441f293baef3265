import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// `rewind reproduce`: makes a recorded crash happen again.
struct ReproduceCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "reproduce",
        abstract: "Make the recorded crash happen again, in the app's reducer or in a debugger.",
        discussion: """
            \(HostOption.help)

            The action in whose reducer the app ended is reduced again, from the state before it; if the reducer gets through, all actions \
            are, from the beginning of the recording, as an earlier one may have left something behind that is in no state.

            With --debugger, the host is stopped before that step, and the debugger has it: set breakpoints, and go on with 'continue'.

            The exit status is 0 if it crashed again at the recorded step, and 1 if it did not.

            EXAMPLES
              rewind reproduce Fixtures/crash.rewind --host '.build/debug/Episodes --host'
              rewind reproduce bug.rewind --debugger gdb
            """)

    @OptionGroup var bundle: BundleArgument
    @OptionGroup var host: HostOption

    @Flag(help: "Reduce all actions, from the beginning of the recording.")
    var all = false

    @Option(
        help: ArgumentHelp("Run a debugger on the host, such as lldb or gdb; it gets -p and the number of the process.", valueName: "cmd"))
    var debugger: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let command = try host.command()
        let recorded = try bundle.timeline()
        guard let step = try recorded.stepThatCrashed() else {
            let end = EndingText(of: recorded.recording).verb
            throw NegativeAnswer(description: "there is no step to reproduce: the app did not end in a reducer, it \(end)")
        }
        try Hosts.running {
            var reducer = try HostReducer(command)
            let timeline = try reducer.reading(recorded)
            try reducer.recordedStores(of: timeline, named: step.store)
            if let debugger { return try debug(step, of: timeline, in: &reducer, debugger) }
            let reproduction = try Activity.during("reproducing") {
                try VerificationError.unpacked { () throws(VerificationError<HostError>) in
                    let near = all ? nil : try timeline.reproduce(step, by: &reducer, isWhole: false)
                    if let near, near.result == .crashedAgain || near.steps.lowerBound <= timeline.steps.lowerBound + 1 { return near }
                    reducer.end()
                    return try timeline.reproduce(step, by: &reducer, isWhole: true)
                }
            }
            try AnswerOutput(options: output).print(answerTo: ReproduceQuestion(reproduction), in: timeline)
        }
    }

    /// Stops the host before the step, and runs the debugger.
    private func debug(_ step: Step, of timeline: Timeline, in reducer: inout HostReducer, _ debugger: String) throws {
        guard let known = try timeline.lastKnownState(at: step.number - 1, store: step.store)?.step else {
            throw NegativeAnswer(description: "step \(step.number) can't be reduced again: no state before it is known")
        }
        if known + 1 < step.number {
            _ = try VerificationError.unpacked { () throws(VerificationError<HostError>) in
                try timeline.verify(store: step.store, steps: known + 1...step.number - 1, by: &reducer, VerifyOptions(goesOn: .recorded))
            }
        } else {
            guard case .loaded = try reducer.load(timeline.state(at: known, store: step.store).get(), of: step.store, after: known) else {
                throw NegativeAnswer(description: "step \(step.number) can't be reduced again: the state before it does not decode")
            }
        }
        let process = try reducer.expectingDebugger(before: step)
        Diagnostics.say("the debugger stops the host before step \(step.number), \(step.type): set breakpoints, and go on with 'continue'")
        let exit = try ShellRun.inForeground("\(debugger) -p \(process)")
        if exit.shellStatus == 127 { throw ValidationError("--debugger \(debugger): there is no such program") }
    }
}
