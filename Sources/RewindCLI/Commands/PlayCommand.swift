import ArgumentParser
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue
import Synchronization

/// `rewind play`: plays the steps at their original pace.
struct PlayCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Print the steps at the pace they were recorded at, with what each changed.",
        discussion: """
            On a terminal, equal actions with one cause that follow each other are one row, once the last of them is due, and these keys \
            guide the player; a bar at the bottom shows where it is.

            KEYS
            \(PlayKey.text)

            With --into, a running app shows the session: it begins in the recorded state, its own reducer reduces the recorded actions \
            again, and nothing that they started then is started again. What its user does meanwhile is refused and counted. C-c ends the \
            replay. In the end, the app has the state back that it had before; --keep leaves it in the one that was reached, with \
            the app's own values where the recording hides some; where the app has none, nothing is replayed. If the reducer \
            crashes at a step, the app crashes at that step: it is said whether it did so in the recording, where the exit status is 0, or not, \
            where it is 2.

            With --host, a host reduces the actions again, at the same pace, each in the state that it has reached, and what is shown are the \
            changes that it makes. The first step after which the state is not the recorded one is named; then, and if the reducer crashes \
            where the recorded one did not, the exit status is 1.

            EXAMPLES
              rewind play Fixtures/ordinary.rewind --speed 4 --idle-time-limit 2
              rewind play Fixtures/crash.rewind end-10..
              rewind play Fixtures/ordinary.rewind --goto @1s --loop
              rewind play Fixtures/ordinary.rewind --into Episodes --speed 2
              rewind play Fixtures/crash.rewind --host '.build/debug/Episodes --host' --speed 8
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var steps: StepsArgument

    @Option(help: "How many times as fast to play, such as 2 or 0.5.")
    var speed = 1.0

    @Option(help: ArgumentHelp("Shorten pauses to this many seconds of recorded time.", valueName: "seconds"))
    var idleTimeLimit: Double?

    @Option(help: ArgumentHelp("Begin at this step; keys go back before it.", valueName: "step"), transform: StepReference.argument)
    var goto: StepReference?

    @Flag(help: "Begin again after the last step, until you leave.")
    var loop = false

    @Flag(help: "On a terminal, pause at each mark.")
    var pauseOnMarkers = false

    @Option(help: ArgumentHelp("Replay the steps in a running app, by its URL, its name or its process.", valueName: "app"))
    var into: String?

    @OptionGroup var host: HostOption

    @Option(help: "With --into or --host, the store whose steps to replay; by default the first, or all that the host has.")
    var store: String?

    @Flag(help: "With --into, leave the app in the state that the replay reached.")
    var keep = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard speed >= 0.001, speed <= 1_000_000 else { throw ValidationError("--speed takes a number from 0.001 to 1000000") }
        if let idleTimeLimit, !(0...1_000_000_000).contains(idleTimeLimit) {
            throw ValidationError("--idle-time-limit takes a number of seconds")
        }
        if into != nil, host.line != nil { throw ValidationError("--into and --host can't be used together") }
        if into != nil || host.line != nil, loop || pauseOnMarkers {
            let other = into == nil ? "--host" : "--into"
            throw ValidationError("\(other) can't be used with \(loop ? "--loop" : "--pause-on-markers")")
        }
        if into == nil, keep { throw ValidationError("--keep needs --into") }
        if into == nil, host.line == nil, store != nil { throw ValidationError("--store needs --into or --host") }
        if host.line == nil, host.timeout != nil { throw ValidationError("--timeout needs --host") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let asked = try steps.resolve(in: timeline)
        let start = try goto?.resolve(in: timeline) ?? asked.lowerBound
        guard asked.contains(start) else {
            throw ValidationError("step \(start) of --goto is not one of those that are played, \(asked.lowerBound) to \(asked.upperBound)")
        }
        // The state before the first action is not played.
        let steps = max(asked.lowerBound, min(timeline.steps.lowerBound + 1, asked.upperBound))...asked.upperBound
        let first = max(steps.lowerBound, start)
        let range = first...steps.upperBound
        let idleLimit = idleTimeLimit.map { Duration.seconds($0) }
        let schedule = PlaySchedule(speed: speed, idleLimit: idleLimit)
        if let into { return try replay(timeline, range, schedule, into: into) }
        if host.line != nil { return try replay(timeline, range, schedule, in: try host.command()) }
        if !output.json, FullScreen.isPossible {
            var player = try KeyedPlayer(
                timeline, steps, from: first, speed: speed, idleLimit: idleLimit, loops: loop, pausesOnMarks: pauseOnMarkers,
                console: { output.console })
            if try player.run() == .interrupted { Interruption.endByInterrupt() }
            return
        }
        let player = Player(timeline: timeline, console: output.console, asJSON: output.json)
        try runBlocking { [loop] in
            var next = first
            repeat {
                try await player.play(next...steps.upperBound, schedule: schedule, clock: ContinuousClock())
                next = steps.lowerBound
            } while loop
        }
    }

    private func replay(_ timeline: Timeline, _ range: ClosedRange<Int>, _ schedule: PlaySchedule, into app: String) throws {
        let address = try AppChoice.address(app, store: store)
        let replay = ReplayIntoApp(timeline: timeline, store: try timeline.checked(store: store), keeps: keep)
        let player = Player(timeline: timeline, console: output.console, asJSON: output.json)
        let report = try runUntilInterrupted {
            let texts = Mutex(RecentTexts())
            var options = LiveClient.Options()
            options.reconnects = false  // if the connection is lost, the app returns to its user
            let client = LiveClient(address, options: options)
            try await client.connect()
            let report = try await replay.run(range, schedule: schedule, in: client) { step in
                try texts.withLock { try player.show(.item(.step(step)), after: &$0) }
                player.console.flush()
            }
            await client.close()
            if report.wasCancelled { Diagnostics.say(Self.sentence(report, keep: false)) }
            return report
        }
        guard let end = report.end else { return Diagnostics.say(Self.sentence(report, keep: keep)) }
        let crashed = timeline.lastStepUnderWay == end.number
        Diagnostics.say(
            "the app ended at step \(end.number), \(end.type), "
                + (crashed ? "as it did when this was recorded" : "where it went on when this was recorded"))
        if !crashed { throw ExitStatus.failed }
    }

    private func replay(_ recorded: Timeline, _ range: ClosedRange<Int>, _ schedule: PlaySchedule, in command: HostCommand) throws {
        let (player, store) = (Player(timeline: recorded, console: output.console, asJSON: output.json), store)
        let isRight = try Hosts.running {
            try runBlocking {
                var reducer = try HostReducer(command)
                let timeline = try reducer.reading(recorded)
                var replay = ReplayInHost(timeline, stores: try reducer.recordedStores(of: timeline, named: store))
                var texts = RecentTexts()
                let report = try await replay.run(range, schedule: schedule, clock: ContinuousClock(), in: &reducer) { step, isAsRecorded in
                    if player.asJSON {
                        var object = step.json(ending: timeline.recording.manifest.ending)
                        object["asRecorded"] = isAsRecorded.map(JSONValue.bool) ?? .null
                        player.console.print(json: .object(object))
                    } else {
                        try player.show(.item(.step(step)), after: &texts)
                    }
                    player.console.flush()
                }
                for sentence in Self.sentences(report, crashed: timeline.lastStepUnderWay) { Diagnostics.say(sentence) }
                return report.difference == nil && report.crash.map { timeline.lastStepUnderWay == $0.step.number } ?? true
            }
        }
        if !isRight { throw ExitStatus.no }
    }

    /// The result of a replay in a host.
    ///
    /// - Parameter crashed: the step in which the recorded process ended.
    private static func sentences(_ report: ReplayInHost.Report, crashed: Int?) -> [String] {
        var sentence = sentence("the host", report.reduced, shown: report.shown, report.reason)
        if report.difference == nil { sentence += report.reduced > 0 ? "; the states are as recorded" : "" }
        var sentences = [sentence]
        if let (step, place) = report.difference {
            func text(_ value: JSONValue?) -> String { value.map { ValueText.line($0, limit: 60).text } ?? "nothing" }
            sentences.append(
                "the states differ from step \(step.number), \(step.type), on: \(place.pointer) was recorded as \(text(place.recorded)), and is \(text(place.reached)) now"
            )
        }
        if let (step, crash) = report.crash {
            let how = crashed == step.number ? "as it did when this was recorded" : "where it went on when this was recorded"
            sentences.append("the reducer crashed at step \(step.number), \(step.type), \(how): \(crash.words)")
        }
        return sentences
    }

    private static func sentence(_ report: ReplayIntoApp.Report, keep: Bool) -> String {
        sentence("the app", report.reduced, shown: report.shown, report.reason)
            + ", \(report.refused) action\(report.refused == 1 ? "" : "s") of its own refused meanwhile; it goes on "
            + (keep ? "in the state that was reached" : "as before")
    }

    /// How many actions were reduced again, and how many steps were only shown, with the reason for the first.
    private static func sentence(_ subject: String, _ reduced: Int, shown: Int, _ reason: String?) -> String {
        let rest = shown == 0 ? "" : ", \(shown) step\(shown == 1 ? "" : "s") only shown" + (reason.map { " (\($0))" } ?? "")
        return "\(subject) reduced \(reduced) action\(reduced == 1 ? "" : "s") again\(rest)"
    }
}
