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

    @Option(help: ArgumentHelp(Minimization.until.help, valueName: "crash|expr"))
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
        if condition == nil, try recorded.stepThatCrashed() == nil { throw HostReducer.nothingCrashed(recorded) }
        let output = new.path(for: editor.recording.path, suffix: "minimized")
        try editor.check(output)
        try Hosts.running {
            let found: Minimization
            do {
                found = try HostReducer(command).minimized(recorded, until: condition, store: store.name, progress: Activity.report)
            } catch let error as Minimization.AsksForNothing {
                Diagnostics.say([error.remark])
                throw ExitStatus.usage
            }
            let recording = try new.writing("writing") { () throws(RecordingError) in
                try editor.writeRecomputed(found.session, edits: found.edits, output: output)
            }
            try report(found, recording)
        }
    }

    private func report(_ found: Minimization, _ recording: Recording) throws {
        let steps = found.steps
        if let crash = found.crash { Diagnostics.say("these still crash: \(crash.words)") }
        try NewRecording.announce("\(steps.count) of \(found.of) steps, found in \(found.runs) runs", recording)
        let console = Console(isColoured: false)
        if json {
            func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
            let kept = steps.map { ["step": number($0.line.step), "type": .string($0.line.type)] as JSONValue }
            console.print(
                json: [
                    "steps": number(steps.count), "of": number(found.of), "runs": number(found.runs), "kept": .array(kept),
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
