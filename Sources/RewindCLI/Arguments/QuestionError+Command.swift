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
        case .noValue(let text, let step, let failure): NegativeAnswer(description: "'\(text)' has no value after step \(step): \(failure)")
        case .noStore(let stores):
            ValidationError(
                "no store has all that is asked for: ask for the parts of each on their own (the stores are \(stores.joined(separator: ", ")))"
            )
        }
    }
}
