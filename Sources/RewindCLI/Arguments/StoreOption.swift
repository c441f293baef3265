import ArgumentParser

/// The option for the store that a question is about.
struct StoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "Only this store, in a recording of several; needed if a question about one store can mean more than one.")
    var name: String?
}
