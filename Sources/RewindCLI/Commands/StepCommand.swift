import ArgumentParser
import RewindRendering
import RewindReplay
import RewindSystem

/// `rewind step`: a prompt over a recording.
struct StepCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "step",
        abstract: "Step through a recording, forwards and backwards, at a prompt.",
        discussion: """
            COMMANDS
            \(Debugger.Command.allCases.map(StepCommand.row).joined(separator: "\n"))

            \(Debugger.Command.places)

            A command may be shortened to any unambiguous beginning, a step alone goes there, and an empty line repeats the last \
            command. From a pipe, each line of the input is a command. On a terminal, the arrow keys, C-a, C-e, C-k, C-u and C-w edit \
            the line, Up and C-p bring back earlier ones, C-l clears the screen, and C-d ends.

            EXAMPLES
              rewind step Fixtures/crash.rewind --at end
              rewind step Fixtures/crash.rewind --at end --command where
              printf 'end-1\\ndiff\\n' | rewind step Fixtures/crash.rewind
            """)

    /// A command and what it does, in rows of 80 columns; the later ones begin where the words of the first do.
    private static func row(_ command: Debugger.Command) -> String {
        let margin = "  " + DisplayWidth.padded("", to: 18) + "  "
        var rows = ["  " + DisplayWidth.padded(command.usage, to: 18) + "  "]
        var isEmpty = true
        for word in command.summary.split(separator: " ") {
            if !isEmpty, DisplayWidth.of(rows[rows.count - 1]) + 1 + DisplayWidth.of(String(word)) > 79 {
                rows.append(margin)
                isEmpty = true
            }
            rows[rows.count - 1] += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return rows.joined(separator: "\n")
    }

    @OptionGroup var bundle: BundleArgument

    @Option(help: "The step to start at.", transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "A command to run instead of prompting; may be given several times.")
    var command: [String] = []

    @Option(
        name: .customShort("x"),
        help: ArgumentHelp("A file of commands, one per line, to run before those of --command.", valueName: "file"))
    var script: String?

    @OptionGroup var colour: ColourOption

    func run() throws {
        var commands =
            try (script.map { try TextInput.read($0) } ?? "").split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
            + command
        let isScript = script != nil || !command.isEmpty
        let timeline = try bundle.timeline()
        let start = try at.map { try $0.resolve(in: timeline) } ?? timeline.steps.lowerBound
        var debugger = Debugger(timeline, at: start, predicate: { try Question.predicate(parsing: $0) })
        let console = colour.console
        let isPrompting = !isScript && StandardStream.input.isTerminal
        var prompt = Prompt()
        let drawing = DebuggerLines(timeline: timeline, sizes: FileSizes(of: timeline.recording))
        var hadProblem = false
        var answer = debugger.here()
        while true {
            if case .quit = answer { break }
            if case .problem = answer { hadProblem = true }
            // A person goes elsewhere; a script ends as every command does that can't read its recording.
            if case .unreadable(let error) = answer, !isPrompting { throw error }
            console.print(drawing.lines(answer))
            console.flush()
            if isScript {
                if commands.isEmpty { break }
                answer = debugger.execute(commands.removeFirst())
            } else {
                guard let line = prompt.line(after: drawing.prompt(at: debugger.position)) else { break }
                answer = debugger.execute(line)
            }
        }
        // A script that went wrong somewhere should not look as if it had gone well.
        if !isPrompting, hadProblem { throw ExitStatus.no }
    }
}
