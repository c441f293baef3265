import ArgumentParser
import RewindFormat
import RewindReplay

/// Whose state is meant where a step is named, in a recording of several stores.
struct StoreOption: ParsableArguments {
    @Option(name: .customLong("store"), help: "The store, in a recording of several; by default that of the step.")
    var name: String?

    /// The store's name, if there is such a store.
    func checked(in timeline: Timeline) throws -> String? { try Self.checked(name, in: timeline) }

    /// A store's name, if there is such a store.
    static func checked(_ name: String?, in timeline: Timeline) throws -> String? {
        let stores = timeline.recording.manifest.stores.map(\.name)
        if let name, !stores.contains(name) {
            throw NegativeAnswer(
                description: "there is no store '\(name)' in \(timeline.recording.path), only \(stores.joined(separator: ", "))")
        }
        return name
    }
}

/// Which stores a question goes to that may go to several.
struct AskedStoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "Ask only this store, in a recording of several; by default every one that can have what the expression reads.")
    var name: String?

    /// The store's name, if there is such a store.
    func checked(in timeline: Timeline) throws -> String? { try StoreOption.checked(name, in: timeline) }
}

/// Which store a question is about that is about one.
struct OneStoreOption: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: "The store, in a recording of several; needed if more than one can have what is asked for.")
    var name: String?

    /// The one store that can have what some expressions read; the first one, if none has.
    ///
    /// - Throws: `ValidationError` if several can.
    func one(toAsk expressions: [Predicate], in timeline: Timeline) throws -> String {
        let asked = try timeline.storesAsked(by: expressions, named: StoreOption.checked(name, in: timeline))
        for expression in expressions { try timeline.refuseUnrecorded(in: expression, of: asked) }
        if asked.names.count == 1, !asked.isNowhere || expressions.count < 2 { return asked.names[0] }
        if asked.isNowhere {
            let each = try expressions.map { try timeline.storesAsked(by: [$0]) }
            // What is in no store at all is to be told of as such.
            if each.contains(where: \.isNowhere) { return asked.names[0] }
            throw ValidationError("no store has all that is asked for: ask for the parts of each on their own (\(timeline.storeList))")
        }
        throw ValidationError(
            "\(timeline.recording.path) has several stores that can have what is asked for: \(asked.names.joined(separator: ", ")); "
                + "say which one is meant, as in --store \(asked.names[0].shellQuoted)")
    }
}

extension Timeline {
    /// The names of the stores in a sentence.
    fileprivate var storeList: String { "the stores are " + storeNames.joined(separator: ", ") }
}
