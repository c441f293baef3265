import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension Timeline {
    /// Reports once which states a query had to skip.
    func report(_ unknown: UnknownSteps) {
        if unknown.count > 0 { Diagnostics.say([.unknown(unknown)]) }
    }

    /// The error if no store's states ever have a value at a path, which was probably mistyped; `nil` if one has.
    func explainPathNotFound(of place: JSONPointer) throws -> NegativeAnswer? {
        var unknown: UnknownSteps?
        for store in storeNames {
            var isThere = false
            unknown = try forEachChange(of: [place], store: store) { row in
                isThere = row.values != [nil]
                return !isThere
            }
            if isThere { return nil }
        }
        return try unknown.map { NegativeAnswer(description: try nowhere(place, store: mainStore, unknown: $0).sentence) }
    }
}

extension QuestionError {
    /// The error that ends a command.
    var asCommandError: any Error {
        switch self {
        case .recording(let error): error
        case .nothing(let error): error
        case .unknown(let error): error
        case .noSuchStore(let name, let stores, let path):
            NegativeAnswer(description: "there is no store '\(name)' in \(path), only \(stores.joined(separator: ", "))")
        case .severalStores(let stores, let path):
            ValidationError(
                "\(path) has several stores that can have what is asked for: \(stores.joined(separator: ", ")); say which one is meant, "
                    + "as in --store \(stores[0].shellQuoted)")
        case .noStore(let stores):
            ValidationError(
                "no store has all that is asked for: ask for the parts of each on their own (the stores are \(stores.joined(separator: ", ")))"
            )
        }
    }
}
