import ArgumentParser
import RewindReplay

/// Whose state is meant where a step is named, in a recording of several stores.
struct StoreOption: ParsableArguments {
    @Option(name: .customLong("store"), help: "The store, in a recording of several; by default that of the step.")
    var name: String?
}

/// Which stores a question goes to that may go to several.
struct AskedStoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "Ask only this store, in a recording of several; by default every one that can have what the expression reads.")
    var name: String?
}

/// Which store a question is about that is about one.
struct OneStoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "The store, in a recording of several; needed if more than one can have what is asked for.")
    var name: String?
}
