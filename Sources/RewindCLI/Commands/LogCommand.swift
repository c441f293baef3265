import ArgumentParser
import RewindFormat
import RewindReplay

/// `rewind log`: the steps as a list.
struct LogCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "The steps, one a line: when, which action, how much it changed, what caused it.",
        discussion: """
            CHANGES counts the operations of the step's patch. CAUSE names the step whose effect sent the action. The step that the process \
            ended in is marked with an x. Actions whose type is not Codable are marked "dumped": they can be looked at, but not replayed.

            EXAMPLES
              rewind log Fixtures/crash.rewind
              rewind log Fixtures/ordinary.rewind 10..20 --json | jq -r .type
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The steps to list, as 10..20, 10.. or @1:00..end; all without it.", transform: StepRange.argument)
    var range: StepRange?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.timeline()
        let range = try (range ?? StepRange()).resolve(in: timeline)
        let console = output.console
        let ending = timeline.recording.manifest.ending
        let hasBeginning = range.lowerBound == 0
        if output.json {
            if hasBeginning { console.print(json: StepRow.initialJSON) }
            try timeline.forEach(in: range) { item in
                switch item {
                case .step(let step): console.print(json: StepRow(step, ending: ending).json)
                case .gap(let steps): console.print(json: StepRow.gapJSON(steps))
                }
            }
        } else {
            console.printRow(StepRow.header)
            if hasBeginning { console.printRow(StepRow.initial()) }
            try timeline.forEach(in: range) { item in
                switch item {
                case .step(let step): console.printRow(StepRow(step, ending: ending).line)
                case .gap(let steps): console.printRow(StepRow.gap(steps))
                }
            }
        }
    }
}
