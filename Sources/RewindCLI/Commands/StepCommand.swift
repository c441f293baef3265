import ArgumentParser
import RewindReplay

/// `rewind step`: a prompt over a recording.
struct StepCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "step",
        abstract: "Go through a recording step by step, forwards and backwards, at a prompt.",
        discussion: """
            COMMANDS
            \(Debugger.Command.allCases.map { "  " + DisplayWidth.padded($0.usage, to: 14) + $0.summary }.joined(separator: "\n"))

            Any beginning of a command will do, a step alone goes there, and an empty line does the last command again. From a pipe, each line \
            of the input is a command.

            EXAMPLES
              rewind step Fixtures/crash.rewind --at end
              printf 'end-1\\ndiff\\n' | rewind step Fixtures/crash.rewind
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: "The step to begin at.", transform: StepReference.argument)
    var at: StepReference?

    @OptionGroup var colour: ColourOption

    func run() throws {
        let timeline = try bundle.timeline()
        var debugger = try at.map { Debugger(timeline, at: try $0.resolve(in: timeline)) } ?? Debugger(timeline)
        let console = colour.console
        let isPrompting = StandardStream.input.isTerminal
        let drawing = DebuggerLines(timeline: timeline)
        var hadProblem = false
        var answer = debugger.here()
        while true {
            if case .quit = answer { break }
            if case .problem = answer { hadProblem = true }
            // A person goes elsewhere; a script ends as every command does that can't read its recording.
            if case .unreadable(let error) = answer, !isPrompting { throw error }
            console.print(drawing.lines(answer))
            console.flush()
            if isPrompting { StandardOutput.show(drawing.prompt(at: debugger.position)) }
            guard let line = readLine() else {
                if isPrompting { StandardOutput.show("\n") }
                break
            }
            answer = debugger.execute(line)
        }
        // A script that went wrong somewhere should not look as if it had gone well.
        if !isPrompting, hadProblem { throw ExitStatus.no }
    }
}
