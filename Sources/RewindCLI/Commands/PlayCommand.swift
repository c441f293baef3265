import ArgumentParser
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindValue
import Synchronization

/// `rewind play`: plays the steps at their original pace.
struct PlayCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Print the steps at the pace they were recorded at, with what each changed.",
        discussion: """
            On a terminal, equal actions with one cause that follow each other are one row, once the last of them is due.

            With --into, a running app shows the session: it begins in the recorded state, its own reducer reduces the recorded actions \
            again, and nothing that they started then is started again. What its user does meanwhile is refused and counted. C-c ends the \
            replay. In the end, the app has the state back that it had before; --keep leaves it in the one that was reached, with \
            the app's own values where the recording hides some; where the app has none, nothing is replayed. If the reducer \
            crashes at a step, the app crashes at that step: it is said whether it did so in the recording, where the exit status is 0, or not, \
            where it is 2.

            EXAMPLES
              rewind play Fixtures/ordinary.rewind --speed 4 --idle-time-limit 2
              rewind play Fixtures/crash.rewind end-10..
              rewind play Fixtures/ordinary.rewind --into Episodes --speed 2
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var steps: StepsArgument

    @Option(help: "How many times as fast to play, such as 2 or 0.5.")
    var speed = 1.0

    @Option(help: ArgumentHelp("Shorten pauses to this many seconds of recorded time.", valueName: "seconds"))
    var idleTimeLimit: Double?

    @Option(help: ArgumentHelp("Replay the steps in a running app, by its URL, its name or its process.", valueName: "app"))
    var into: String?

    @Option(help: "With --into, the store whose steps to replay; by default the first.")
    var store: String?

    @Flag(help: "With --into, leave the app in the state that the replay reached.")
    var keep = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard speed >= 0.001, speed <= 1_000_000 else { throw ValidationError("--speed takes a number from 0.001 to 1000000") }
        if let idleTimeLimit, !(0...1_000_000_000).contains(idleTimeLimit) {
            throw ValidationError("--idle-time-limit takes a number of seconds")
        }
        if into == nil, keep || store != nil { throw ValidationError("\(keep ? "--keep" : "--store") is a matter of --into") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let range = try steps.resolve(in: timeline)
        let schedule = PlaySchedule(speed: speed, idleLimit: idleTimeLimit.map { .seconds($0) })
        if let into { return try replay(timeline, range, schedule, into: into) }
        let player = Player(timeline: timeline, console: output.console, asJSON: output.json)
        try runToEnd { try await player.play(range, schedule: schedule, clock: ContinuousClock()) }
    }

    private func replay(_ timeline: Timeline, _ range: ClosedRange<Int>, _ schedule: PlaySchedule, into app: String) throws {
        let address = try AppChoice.address(app, store: store)
        let replay = ReplayIntoApp(timeline: timeline, store: try timeline.checked(store: store), keeps: keep)
        let (console, ending, isJSON) = (output.console, timeline.recording.manifest.ending, output.json)
        let report = try runUntilInterrupted {
            let texts = Mutex(RecentTexts())
            var options = LiveClient.Options()
            options.reconnects = false  // if the connection is lost, the app returns to its user
            let client = LiveClient(address, options: options)
            try await client.connect()
            let report = try await replay.run(range, schedule: schedule, in: client) { step in
                if isJSON {
                    console.print(json: .object(step.json(ending: ending)))
                } else {
                    console.printRow(StepRow(step, ending: ending).played(columns: console.columns, after: texts.withLock { $0.known }))
                }
                texts.withLock { $0.take(step) }
                console.flush()
            }
            await client.close()
            if report.wasCancelled { Diagnostics.say(Self.words(report, keep: false)) }
            return report
        }
        guard let end = report.end else { return Diagnostics.say(Self.words(report, keep: keep)) }
        let crashed = timeline.lastStepUnderWay == end.number
        Diagnostics.say(
            "the app ended at step \(end.number), \(end.type), "
                + (crashed ? "as it did when this was recorded" : "where it went on when this was recorded"))
        if !crashed { throw ExitStatus.failed }
    }

    private static func words(_ report: ReplayIntoApp.Report, keep: Bool) -> String {
        func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
        var parts = ["the app reduced \(count(report.reduced, "action")) again"]
        if report.shown > 0 {
            parts.append("\(count(report.shown, "step")) only shown" + (report.reason.map { " (\($0))" } ?? ""))
        }
        parts.append("\(count(report.refused, "action")) of its own refused meanwhile")
        return parts.joined(separator: ", ") + "; it goes on " + (keep ? "in the state that was reached" : "as before")
    }
}
