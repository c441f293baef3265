import ArgumentParser
import RewindReplay
import RewindValue

/// `rewind play`: the steps at their original pace.
struct PlayCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Print the steps at the intervals they were recorded at, with what each changed.",
        discussion: """
            EXAMPLES
              rewind play Fixtures/ordinary.rewind --speed 4 --idle-time-limit 2
              rewind play Fixtures/crash.rewind --from end-10
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: "How many times as fast as recorded, such as 2 or 0.5.")
    var speed = 1.0

    @Option(help: ArgumentHelp("Cut pauses to so many seconds of recorded time.", valueName: "seconds"))
    var idleTimeLimit: Double?

    @Option(help: "The step to begin with.", transform: StepReference.argument)
    var from: StepReference?

    @Option(help: "The step to end with.", transform: StepReference.argument)
    var to: StepReference?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard speed >= 0.001, speed <= 1_000_000 else { throw ValidationError("the speed is a number from 0.001 to 1000000") }
        if let idleTimeLimit, !(0...1_000_000_000).contains(idleTimeLimit) {
            throw ValidationError("the idle time limit is a number of seconds")
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
