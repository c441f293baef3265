package import RewindFormat

/// Why a question can't be answered.
package enum QuestionError: Error, Sendable {
    /// The recording can't be read there, or has no such step or store.
    case recording(RecordingError)
    /// The state has nothing at the requested path.
    case nothing(PathNotFound)
    /// The requested state is unknown.
    case unknown(UnknownState)
    /// A recording has no store of that name, only these.
    case noSuchStore(String, [String], path: String)
    /// Several stores of a recording can have what is asked for, but the answer is about one.
    case severalStores([String], path: String)
    /// None of these stores has everything that is asked for.
    case noStore(of: [String])
    /// An expression has no value after a step.
    case noValue(of: String, step: Int, Expression.Failure)
}

extension QuestionError {
    /// Runs a closure that throws the error of a recording.
    package static func wrappingRecordingErrors<Result>(_ body: () throws(RecordingError) -> Result) throws(QuestionError) -> Result {
        do throws(RecordingError) { return try body() } catch { throw .recording(error) }
    }
}

extension QuestionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .recording(let error): error.description
        case .nothing(let error): error.description
        case .unknown(let error): error.description
        case .noSuchStore(let name, let stores, let path): "there is no store '\(name)' in \(path), only \(stores.joined(separator: ", "))"
        case .severalStores(let stores, let path):
            "\(path) has several stores that can have what is asked for: \(stores.joined(separator: ", ")); say which one is meant, "
                + "as in --store \(stores[0].shellQuoted)"
        case .noStore(let stores):
            "no store has all that is asked for: ask for the parts of each on their own (the stores are \(stores.joined(separator: ", ")))"
        case .noValue(let text, let step, let failure): "'\(text)' has no value after step \(step): \(failure)"
        }
    }
}
