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
    var asCommandError: any Error {
        switch self {
        case .recording(let error): error
        case .nothing, .unknown, .noSuchStore, .noValue: NegativeAnswer(description: description)
        case .severalStores, .noStore: ValidationError(description)
        }
    }
}
