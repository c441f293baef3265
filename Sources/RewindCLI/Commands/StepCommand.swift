import ArgumentParser
import RewindDebugger
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// `rewind step`: a full screen, or a prompt, for a recording.
struct StepCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "step",
        abstract: "Step through a recording, forwards and backwards, on a full screen.",
        discussion: """
            On a terminal, a full screen shows the steps, the action and the state; a recording that ended in a crash is opened at its \
            crash, and a ticket about a wrong value at that. The bottom line names the keys that do something, ? lists all of them, and q leaves.

            KEYS
              .  ,  one step on, back   Tab  other pane   Enter  open, go there   /  search
              b  who changed it   o  its origin   h  history   w  watch   f  filter
              :  command   ?  keys

            COMMANDS, after ':' on the screen, or at the prompt
            \(CommandHelp.text(Debugger.verbs, columns: 79, indent: 2))

            \(VerbDeclaration.places)

            A command may be shortened to any unambiguous beginning, and most of gdb's names work: s, n, b, tb, c, rc, d, p, bt. A step \
            alone goes there. In a recording of several stores, --store NAME right behind a \
            command says which is meant. From a pipe, each line of the input is a command. On the screen, Tab completes commands, types of actions and paths.

            With --prompt, and on a terminal that can't show a full screen, one command after the other is asked for: \
            an empty line repeats the last one, C-c stops a command that takes long, and C-d ends.

            If a host is named, these commands, called as in Redux DevTools, change the session that all others are about:
            \(CommandHelp.text(SessionEditVerb.allCases.map(\.row), columns: 79, indent: 2))
            The host is started by the first of them, and reduces what is left anew; the recording stays as it is.

            EXAMPLES
              rewind step Fixtures/crash.rewind 66
              rewind step Fixtures/crash.rewind --at end --command where
              printf 'end-1\\ndiff\\n' | rewind step Fixtures/crash.rewind
              rewind step Fixtures/crash.rewind 66 --host '.build/debug/Episodes --host'
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(
        help: "The step to start at; by default the first or, at a terminal, the one that crashed or has the ticket's wrong value.",
        completion: Completed.operand,
        transform: StepReference.argument)
    var step: StepReference?

    @Option(help: "The step to start at, as an option.", completion: Completed.operand, transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "A command to run instead of prompting; may be given several times.")
    var command: [String] = []

    @Option(
        name: .customShort("x"),
        help: ArgumentHelp("A file of commands, one per line, to run before those of --command.", valueName: "file"))
    var script: String?

    @Option(help: "The store that commands without a --store of their own are about; steps are those of all stores.")
    var store: String?

    @Flag(name: .customLong("prompt"), help: "Ask for one command after the other at a prompt, instead of showing a full screen.")
    var asksAtPrompt = false

    @OptionGroup var source: SourceOption
    @OptionGroup var host: HostOption
    @OptionGroup var colour: ColourOption

    func validate() throws {
        if step != nil, at != nil { throw ValidationError("a step and --at can't be used together") }
    }

    func run() throws {
        let commands = try TextInput.commands(script) + command
        let isScript = script != nil || !command.isEmpty
        let timeline = try bundle.timeline()
        let isPrompting = !isScript && StandardStream.input.isTerminal
        let crash = isPrompting ? timeline.lastStepUnderWay : nil
        let given = try (step ?? at).map { try $0.resolve(in: timeline) }
        let wrong = isPrompting ? timeline.recording.manifest.wrong?.step : nil
        let start = given ?? wrong.flatMap { timeline.steps.contains($0) ? $0 : nil } ?? crash ?? timeline.steps.lowerBound
        var debugger = Debugger(timeline, at: start, predicate: WrittenCondition.atPrompt)
        debugger.store = try timeline.checked(store: store)
        debugger.sizes = { FileSizes(of: $0) }
        debugger.source = source.finder(for: timeline.recording)
        debugger.index = { timeline throws(RecordingError) in try timeline.index() }
        let first = given == nil && wrong == start ? "wrong" : crash == start ? "crash" : nil
        guard host.isNamed else { return try run(HostedDebugger(debugger), commands, isScript: isScript, first: first) }
        try Hosts.running {
            try TemporaryDirectory.with { directory in
                let hosted = HostedDebugger(debugger) {
                    try SessionEditor(
                        timeline.recording.path, store: store, in: try HostReducer(try host.command()), directory: directory)
                }
                try run(hosted, commands, isScript: isScript, first: first)
            }
        }
    }

    /// Executes the commands of a script, or those that are typed, on a full screen if there is one.
    ///
    /// - Parameter first: the command whose answer the screen begins with; `nil` for none.
    private func run(_ hosted: HostedDebugger, _ commands: [String], isScript: Bool, first: String?) throws {
        if !isScript, !asksAtPrompt, FullScreen.isPossible {
            var screen = StepScreen(hosted)
            if let first { screen.run(first) }
            if ScreenLoop.run(screen, wantsColour: colour.choice.isColoured) != nil { return }
        }
        var (debugger, commands) = (hosted, commands)
        let isPrompting = !isScript && StandardStream.input.isTerminal
        let console = colour.console
        if isPrompting {
            Diagnostics.say("'help' lists the commands; C-d ends")
            let level = debugger.debugger.timeline.recording.manifest.level
            if let words = PseudonymText.sentence(level) { Diagnostics.say(words) }
        }
        var hadProblem = false
        var answer = debugger.here()
        while true {
            if case .quit = answer { break }
            if answer.isProblem { hadProblem = true }
            // At the prompt, the user can go elsewhere; a script ends like every command that can't read its recording.
            if case .unreadable(let error) = answer, !isPrompting { throw error }
            // At the prompt, long output is paged, as with every command.
            if isPrompting { StandardOutput.usePager(isAtPrompt: true) }
            let here = debugger.debugger
            console.print(
                DebuggerLines(timeline: here.timeline, foldedWith: isPrompting ? "rewind show --full" : nil, source: here.source).lines(
                    answer))
            if isPrompting { StandardOutput.close() } else { console.flush() }
            if isScript {
                if commands.isEmpty { break }
                answer = try debugger.execute(commands.removeFirst())
            } else {
                let sign = "(\(here.position)/\(here.timeline.steps.upperBound)) "
                guard let line = Prompt.line(after: sign) else { break }
                // The first Ctrl-C stops the command, and the next one the session.
                answer = try Interruption.noticed(by: { if !StopRequest.make() { Interruption.end(by: $0) } }) {
                    do throws(HostError) { return try debugger.execute(line) } catch {
                        if !isPrompting { throw error }
                        return .problem("\(error)")
                    }
                }
                // After the terminal's own ^C.
                if StopRequest.withdraw(), isPrompting { StandardOutput.show("\n") }
            }
        }
        // A script in which a command failed must not end with success.
        if !isPrompting, hadProblem { throw ExitStatus.no }
    }
}
