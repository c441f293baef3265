import ArgumentParser
import RewindSystem

/// Whether an app is waited for that does not run.
struct WaitOption: ParsableArguments {
    @Flag(
        help: """
            Wait for an app that does not run yet, and for one that has ended until it is started again; on a terminal, that is so without it.
            """)
    var wait = false

    /// Whether it is.
    var isGiven: Bool { wait || StandardStream.input.isTerminal && StandardStream.error.isTerminal }
}
