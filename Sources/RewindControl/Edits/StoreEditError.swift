package import RewindValue

/// Why an edit of a running store was refused; the store's state is unchanged.
package struct StoreEditError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of refusal.
    package var reason: Reason
    /// The place, as it was shown.
    package var path: JSONPointer
    /// What is wrong there, as a sentence without a subject and a full stop.
    package var message: String

    /// The kinds of refusal.
    package enum Reason: Sendable, Equatable {
        /// Nothing is at that path, or no longer.
        case notThere
        /// The value contains what the recording shows for something else.
        case placeholder
        /// The path leads through a key for which the recording shows another.
        case hiddenKey
        /// The edited state does not decode as the app's state.
        case undecodable
        /// A `test` of the patch failed, or an operation makes no sense there.
        case refused
        /// The app's state can't be encoded.
        case unencodable
    }

    package init(_ reason: Reason, at path: JSONPointer, _ message: String) {
        (self.reason, self.path, self.message) = (reason, path, message)
    }

    /// The path, and what is wrong there.
    package var description: String { "\(path.tokens.isEmpty ? "the state" : path.description): \(message)" }
}

extension StoreEditError {
    /// A decoder's message, with the place where decoding failed.
    init(decoding error: any Error) {
        let problem = DecodingProblem(error)
        self.init(.undecodable, at: problem.path, "does not decode: \(problem.words)")
    }
}
