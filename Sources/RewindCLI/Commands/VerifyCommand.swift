import ArgumentParser
import RewindControl
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// `rewind verify`: runs the app's reducer again, and compares.
struct VerifyCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Run the app's reducer on the recorded actions again, and name the first step where it differs.",
        usage: "rewind verify [<options>] [<bundle> ...] [--host <cmd>]",
        discussion: """
            \(HostOption.help)

            Each action is reduced from the state that the reducer has reached, and the result is compared with the recorded state. The \
            first step that differs ends it; --continue adopts the recorded state and lists every step, or run of steps, that differs. --own goes \
            on from the state that the reducer reached, as the app itself would: then a step is listed if a place differs after it that did \
            not before. The answer says which of the two it did.

            A member that the recorded type did not have, as the recording's types tell, is no difference; that is said once. --ignore \
            leaves out other places.

            Before the code is blamed, the step is reduced again: in the same process, in another one, and in one with another locale, time \
            zone and environment. If that gives another state, the reducer is not deterministic. Other classes are: the same elements in \
            another order; a crash that the recording does not have; and an action or a state that today's types do not decode. Not \
            held against the reducer are a crash at the step that crashed when it was recorded, what may come from a value that the \
            recording hides, and steps that are lost or were not recorded in full.

            Of several recordings, or a folder of them, each is verified, as many at once as there are processors. A line for each that \
            diverges, and one for all, are printed; with --all and in JSON every row, behind the name of its recording. One that can't be \
            read is named, which makes the exit status 2 and does not end the run.

            For CI, --junit and --markdown write the findings to files as well, and --baseline names what is known: it is shown, and not \
            counted. It is known of a recording at the same path, or at the same place in the folder that was asked. The article 'Hosts' shows an action for pull requests.

            The exit status is 1 if a recording diverges, or if no step could be compared. In JSON, each divergence is an object with \
            "class", "step", "places" and "reason"; the last object of a recording has "holds": true, false or null.

            EXAMPLES
              rewind verify bug.rewind --host .build/debug/ShopHost
              rewind verify Fixtures/crash.rewind --host '.build/debug/Episodes --host'
              rewind verify bug.rewind --own --ignore .cart.total --host .build/debug/ShopHost
              rewind verify recordings/ --continue --json > known.ndjson
              rewind verify recordings/ --baseline known.ndjson --markdown findings.md
            """)

    @OptionGroup var bundles: BundlesArgument

    @OptionGroup var host: HostOption

    @Flag(name: .customLong("continue"), help: "Go on after a step that differs, from the recorded state.")
    var continues = false

    @Flag(help: "Go on after a step that differs, from the state that the reducer reached.")
    var own = false

    @OptionGroup var ignore: IgnoreOption

    @Option(
        help: ArgumentHelp("The steps to verify, such as 10..20; all by default.", valueName: "range"), transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup var report: ReportOptions
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if own, continues { throw ValidationError("--own and --continue can't be used together: they go on from different states") }
    }

    func run() throws {
        let command = try host.command()
        let known = try report.known()
        let asked = AskedRecordings(bundles.paths)
        // A baseline has the findings of the whole recording.
        let goesOn: VerifyOptions.Continuation? = own ? .own : continues || known != nil ? .recorded : nil
        let options = VerifyOptions(goesOn: goesOn, ignoring: ignore.places)
        try Hosts.running {
            let results = SideBySide(
                asked.paths, workers: min(Processors.count, asked.paths.count), making: { try HostReducer(command) }
            ) { [store = store.name, steps, areSeveral = asked.paths.count > 1] reducer, path in
                try Diagnostics.$subject.withValue(areSeveral ? path : nil) {
                    let timeline = try reducer.reading(Bundles.timeline(path, keeps: false))
                    let range = try steps?.resolve(in: timeline) ?? timeline.steps
                    return (timeline, try reducer.verify(timeline, store: store, steps: range, options))
                }
            }
            try asked.judge(for: "rewind verify", output, report) { place, output, problems in
                var (timeline, verification) = try Activity.during("verifying") { try results.nextResult() }
                if let known { verification = known.marking(verification, of: place) }
                problems = verification.divergences.compactMap(JudgedRecordings.Problem.init)
                if verification.holds == nil { problems.append(.nothingVerified) }
                try output.print(answerTo: VerifyQuestion(verification), in: timeline)
            }
        }
    }
}

extension JudgedRecordings.Problem {
    /// No step could be compared.
    fileprivate static var nothingVerified: Self {
        var problem = Self(kind: "unknown", group: "", sentence: "no step could be compared")
        problem.blame = .nothing
        return problem
    }
}
