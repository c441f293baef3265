import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind check`: what should hold after every step.
struct CheckCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a file of invariants against every state, and name the first step that breaks each.",
        discussion: """
            The file has a name, a colon and an expression a line; empty lines and lines that begin with # are passed over. '-' reads standard \
            input. If one is broken, the status is 1. A step at which the expression has no value breaks it. Behind one that holds stands how \
            many states are not known and could not be looked at; where no state is known, the answer is "unknown" and the status 1. In JSON \
            "holds" is true, false or null, and "notLookedAt" is that number. A rule that asks for a path which no state has and no recorded type \
            tells of is a slip of the pen: it is named, and the status is 64.

            EXAMPLES
              rewind check bug.rewind invariants.txt
              echo 'few: .home.episodes | length < 9' | rewind check bug.rewind -
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The file of invariants.", completion: .file())
    var file: String

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let invariants: [Invariant]
        do {
            invariants = try Invariant.list(parsing: try TextInput.read(file), predicate: Question.predicate)
        } catch let error as InvariantError {
            throw ValidationError("\(file), \(error)")
        }
        if invariants.isEmpty { throw ValidationError("\(file) has no invariant in it: a line is a name, a colon and an expression") }
        let timeline = try bundle.timeline()
        let store = try store.checked(in: timeline)
        let (results, unknown) = try Activity.during("checking") { () throws(RecordingError) in
            try timeline.check(invariants, store: store)
        }
        for result in results {
            let report = CheckReport(result, unknown: unknown, timeline: timeline)
            if output.json {
                output.console.print(json: try report.json())
            } else {
                output.console.printRow(try report.line())
            }
        }
        timeline.report(unknown)
        for invariant in invariants { invariant.condition.warnOfRounding() }
        for result in results {
            if let absence = result.absence { Diagnostics.say("'\(result.invariant.name)' asks for what was never there: \(absence)") }
        }
        if results.contains(where: { $0.absence != nil }) { throw ExitStatus.usage }
        if results.contains(where: { $0.verdict != .holds }) { throw ExitStatus.no }
    }
}
