import ArgumentParser
import RewindReplay
import RewindValue

/// `rewind play`: the steps at their original pace.
struct PlayCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Print the steps at the pace they were recorded at, with what each changed.",
        discussion: """
            EXAMPLES
              rewind play Fixtures/ordinary.rewind --speed 4 --idle-time-limit 2
              rewind play Fixtures/crash.rewind --from end-10
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: "How many times as fast to play, such as 2 or 0.5.")
    var speed = 1.0

    @Option(help: ArgumentHelp("Shorten pauses to this many seconds of recorded time.", valueName: "seconds"))
    var idleTimeLimit: Double?

    @Option(help: "The first step to play.", transform: StepReference.argument)
    var from: StepReference?

    @Option(help: "The last step to play.", transform: StepReference.argument)
    var to: StepReference?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard speed >= 0.001, speed <= 1_000_000 else { throw ValidationError("--speed takes a number from 0.001 to 1000000") }
        if let idleTimeLimit, !(0...1_000_000_000).contains(idleTimeLimit) {
            throw ValidationError("--idle-time-limit takes a number of seconds")
        }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let range = try StepRange(first: from, last: to).resolve(in: timeline)
        let schedule = PlaySchedule(speed: speed, idleLimit: idleTimeLimit.map { .seconds($0) })
        let player = Player(timeline: timeline, console: output.console, asJSON: output.json)
        try runToEnd { try await player.play(range, schedule: schedule, clock: ContinuousClock()) }
    }
}
