public import RewindValue

/// Why an edit of a running store was refused; the store's state is what it was.
public struct StoreEditError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of refusal it is.
    public var reason: Reason
    /// The place, as it was shown.
    public var path: JSONPointer
    /// What is wrong there, as a sentence without a subject and a full stop.
    public var message: String

    /// The kinds of refusal.
    public enum Reason: Sendable, Equatable {
        /// There is nothing at that path, or no longer.
        case notThere
        /// The value has a placeholder or pseudonym in it that the recording shows for something else.
        case placeholder
        /// The path leads through a key that the recording shows another in place of.
        case hiddenKey
        /// The edited state does not decode as the app's state.
        case undecodable
        /// A `test` of the patch failed, or an operation makes no sense there.
        case refused
        /// The app's state can't be encoded.
        case unencodable
    }

    /// A refusal at a path.
    public init(_ reason: Reason, at path: JSONPointer, _ message: String) {
        (self.reason, self.path, self.message) = (reason, path, message)
    }

    /// The path, and what is wrong there.
    public var description: String { "\(path.tokens.isEmpty ? "the state" : path.description): \(message)" }
}

extension StoreEditError {
    /// What a decoder says, with the place where it stood.
    init(decoding error: any Error) {
        let context: DecodingError.Context? =
            switch error {
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
                context
            default: nil
            }
        var path = JSONPointer(tokens: (context?.codingPath ?? []).map { $0.intValue.map(String.init) ?? $0.stringValue })
        if case DecodingError.keyNotFound(let key, _) = error { path = path.appending(key.stringValue) }
        var words = context?.debugDescription ?? "\(error)"
        if words.hasSuffix(".") { words.removeLast() }
        self.init(.undecodable, at: path, "does not decode: \(words)")
    }
}
