import ArgumentParser
import RewindSystem

/// The option to wait for an app that is not running.
struct WaitOption: ParsableArguments {
    @Flag(
        help: """
            Wait for an app that does not run yet, and for one that has ended until it is started again; on a terminal, that is so without it.
            """)
    var wait = false

    var isGiven: Bool { wait || StandardStream.input.isTerminal && StandardStream.error.isTerminal }
}
