import ArgumentParser
import RewindFormat
import RewindReplay

/// The option for the last part of a recording.
struct LastOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only the last part: a time before the end (30s, 1:30) or a number of steps (200).", valueName: "part"),
        transform: { try LastPart(parsing: $0) })
    var last: LastPart?
}
