import ArgumentParser
import RewindFormat
import RewindReplay

/// `rewind log`: the steps as a list.
struct LogCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "The steps, one a line: when, which action, how much it changed, what caused it.",
        discussion: """
            CHANGES counts the operations of the step's patch. CAUSE names the step whose effect sent the action, and the store if it is not \
            the main one. The step that the process ended in is marked with an x. An action that never reached the reducer has no number; \
            @@EXTERNAL is a change that no action made. Actions whose type is not Codable are marked "dumped": they can be looked at, but \
            not replayed. A mark that the app set has no number either; its step is named by :NAME, here and wherever a step is wanted.

            EXAMPLES
              rewind log Fixtures/crash.rewind
              rewind log Fixtures/ordinary.rewind 10..20 --json | jq -r .type
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The steps to list, as 10..20, 10.. or @1:00..end; all without it.", transform: StepRange.argument)
    var range: StepRange?

    @Option(help: "Only the steps of this store, in a recording of several.")
    var store: String?

    @Flag(help: "Show what the app logged between the steps, too.")
    var logs = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try bundle.timeline()
        let range = try (range ?? StepRange()).resolve(in: timeline)
        let console = output.console
        let ending = timeline.recording.manifest.ending
        let hasBeginning = range.lowerBound == 0
        if output.json {
            if hasBeginning { console.print(json: StepRow.initialJSON) }
            try forEachItem(of: timeline, in: range) { console.print(json: StepRow.json($0, ending: ending)) }
        } else {
            console.printRow(StepRow.header)
            if hasBeginning { console.printRow(StepRow.initial()) }
            try forEachItem(of: timeline, in: range) { console.printRow(StepRow.line($0, ending: ending)) }
        }
    }

    /// What is to be listed: everything, or what is of one store or may be.
    private func forEachItem(of timeline: Timeline, in range: ClosedRange<Int>, _ body: (Timeline.Item) -> Void) throws {
        let store = try StoreOption.checked(store, in: timeline)
        try timeline.forEach(in: range, withLogs: logs) { item in
            switch item {
            case .step(let step) where store != nil && step.store != store: break
            case .swallowed(let action) where store != nil && action.store != store: break
            default: body(item)
            }
        }
    }
}
