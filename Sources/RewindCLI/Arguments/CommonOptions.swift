import ArgumentParser
import RewindFormat
import RewindReplay
import RewindSystem

/// The option for the last part of a recording.
struct LastOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only the last part: a time before the end (30s, 1:30) or a number of steps (200).", valueName: "part"),
        transform: { try LastPart(parsing: $0) })
    var last: LastPart?
}

/// The option for the store that a question is about.
struct StoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "Only this store, in a recording of several; needed if a question about one store can mean more than one.")
    var name: String?
}

/// The option to wait for an app that is not running.
struct WaitOption: ParsableArguments {
    @Flag(
        help: """
            Wait for an app that does not run yet, and for one that has ended until it is started again; on a terminal, that is so without it.
            """)
    var wait = false

    var isGiven: Bool { wait || StandardStream.input.isTerminal && StandardStream.error.isTerminal }
}
