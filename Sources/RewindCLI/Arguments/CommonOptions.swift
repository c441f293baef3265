import ArgumentParser
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

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

/// The option for places of states that are not compared.
struct IgnoreOption: ParsableArguments {
    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp(
            "Don't compare this place of the state, such as .cart.total or /items/*/seen, with * for any index or key; may be given several "
                + "times.",
            valueName: "path"),
        transform: Self.pattern)
    var places: [PointerPattern] = []

    private static func pattern(_ text: String) throws -> PointerPattern {
        let pattern: PointerPattern
        do { pattern = try PointerPattern(argument: text) } catch { throw ValidationError("\(error)") }
        if pattern.tokens.isEmpty { throw ValidationError("'\(text)' is the whole state: name a place in it, as .cart.total") }
        return pattern
    }
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
