import ArgumentParser
import RewindReplay

/// The option for the store whose state a step refers to, in a recording of several stores.
struct StoreOption: ParsableArguments {
    @Option(name: .customLong("store"), help: "The store, in a recording of several; by default that of the step.")
    var name: String?
}

/// The option for the stores that are asked, in a question that can be about several.
struct AskedStoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "Ask only this store, in a recording of several; by default every one that can have what the expression reads.")
    var name: String?
}

/// The option for the store of a question that is about one store.
struct OneStoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "The store, in a recording of several; needed if more than one can have what is asked for.")
    var name: String?
}
