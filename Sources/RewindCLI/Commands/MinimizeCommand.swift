import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind minimize`: finds the few actions that show a bug.
struct MinimizeCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "minimize",
        abstract: "Find the few actions that still crash the reducer, or still lead to a state, and write them as a recording.",
        discussion: """
            \(HostOption.help)

            Groups of actions are left out, larger ones first, together with what they caused, and the rest is reduced again from the \
            recording's first state. In the end no action can be left out by itself. Then the texts and arrays in the actions that are \
            left are shortened.

            --until crash, the default, means the recorded crash, by its signal and reason. An expression means a state after any step of \
            which it is true.

            The new recording has these actions, numbered anew, with the states that today's reducer gives them; 'rewind info' says what \
            was left out. They may be a session that no user could have had: what led to them is left out, too. The exit status is 1 if not even all actions show it, and 64 if an expression asks for something that no state has.

            EXAMPLES
              rewind minimize Fixtures/crash.rewind --host '.build/debug/Episodes --host'
              rewind minimize bug.rewind --until '.cart.total < 0' -o small.rewind
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: ArgumentHelp("What is to be shown: crash, or an expression on the state.", valueName: "crash|expr"))
    var until = "crash"

    @OptionGroup var host: HostOption
    @OptionGroup var store: StoreOption
    @OptionGroup var new: NewRecording

    @Flag(help: "Write the result as JSON: one object.")
    var json = false

    func run() throws {
        let command = try host.command()
        let condition = until == "crash" ? nil : try WrittenCondition(parsing: until)
        let editor = try new.editor(bundle.path)
        let recorded = try Timeline.ofProject(editor.recording)
        let crash = condition == nil ? try recorded.stepThatCrashed() : nil
        if condition == nil, crash == nil {
            throw NegativeAnswer(
                description:
                    "there is no crash to minimize: the app did not end in a reducer, it \(EndingText(of: recorded.recording).verb)")
        }
        let output = new.path(for: editor.recording.path, suffix: "minimized")
        try editor.check(output)
        try Hosts.running {
            var reducer = try HostReducer(command)
            let timeline = try reducer.reading(recorded)
            let asked = condition.map { [$0.predicate] } ?? []
            let store = if let crash { crash.store } else { try timeline.oneStore(toAsk: asked, named: self.store.name) }
            try reducer.recordedStores(of: timeline, named: store)
            let whole = try Candidate(timeline, store: store, upTo: crash?.number ?? timeline.steps.upperBound)
            var trial = HostTrial(
                reducer, store: store, goal: condition.map { .state($0.predicate) } ?? .crash)
            var minimizer = Minimizer(whole) { (candidate) throws(HostError) in
                try trial.shows(candidate)
            } progress: { minimizer in
                Activity.report(
                    "minimizing, \(minimizer.shortest.steps.count) of \(whole.steps.count) steps left, \(minimizer.attempts) runs")
            }
            guard try minimizer.run() else {
                if let refusal = trial.refusal {
                    throw RecordingError(.unsupported, "the host can't reduce it: \(refusal)", path: bundle.path)
                }
                if let condition,
                    let unmatchedReference = try timeline.unmatchedReference(of: condition.predicate, in: SearchedStores(names: [store]))
                {
                    Diagnostics.say([.absent(unmatchedReference, from: condition.description)])
                    throw ExitStatus.usage
                }
                let what = condition.map { "'\($0)' is true after none of the steps" } ?? "the reducer does not crash"
                throw NegativeAnswer(
                    description: "there is nothing to minimize: \(what), when all \(whole.steps.count) are reduced in the host")
            }
            let recomputed = try trial.recompute(minimizer.shortest)
            let steps = recomputed.lines
            func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
            var edit = RecordingEdit(
                .minimize, [("kept", .array(steps.map { number($0.line.step) })), ("of", number(timeline.steps.upperBound))])
            edit.until = until
            var session = RecomputedSession(
                store, from: recomputed.initial, try trial.updated(steps), crash: trial.crash)
            session.version = trial.reducer.version(of: store, in: timeline)
            let recording = try new.writing("writing") { () throws(RecordingError) in
                try editor.writeRecomputed(session, edits: [edit] + minimizer.changes, output: output)
            }
            try report(steps, of: whole, minimizer.attempts, trial.crash, recording)
        }
    }

    private func report(
        _ steps: [RecomputedStep], of whole: Candidate, _ runs: Int, _ crash: ReducerCrash?, _ recording: Recording
    ) throws {
        if let crash { Diagnostics.say("these still crash: \(crash.words)") }
        try NewRecording.announce("\(steps.count) of \(whole.steps.count) steps, found in \(runs) runs", recording)
        let console = Console(isColoured: false)
        if json {
            func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
            let kept = steps.map { ["step": number($0.line.step), "type": .string($0.line.type)] as JSONValue }
            console.print(
                json: [
                    "steps": number(steps.count), "of": number(whole.steps.count), "runs": number(runs), "kept": .array(kept),
                    "output": .string(recording.path),
                ])
        } else {
            for step in steps {
                console.print([Line(DisplayWidth.aligned("\(step.line.step)", to: 7) + "  " + TerminalText.escaped(step.line.type))])
            }
        }
        Bundles.remember(recording.path, madeOf: bundle.path)
    }
}
