/// Why a running app can't be reached, or an endpoint can't begin.
public struct LiveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    package var code: Code
    /// What failed and why, as a sentence without a full stop.
    package var message: String
    /// What the user can do next, as a sentence without a full stop.
    package var advice: String?

    package init(_ code: Code, _ message: String, advice: String? = nil) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The message, and the advice.
    public var description: String { message + (message.hasSuffix(".") ? "" : ".") + (advice.map { " \($0)." } ?? "") }

    /// A kind of failure; more may come with later versions.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in error output.
        package var rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not the URL of an app.
        package static let badAddress = Code(rawValue: "bad-address")
        /// No app answers at the address.
        package static let unreachable = Code(rawValue: "unreachable")
        /// The app refused the client: wrong token, origin, too many clients.
        package static let refused = Code(rawValue: "refused")
        /// The connection ended.
        package static let disconnected = Code(rawValue: "disconnected")
        /// A message does not follow the protocol.
        package static let malformed = Code(rawValue: "malformed")
        /// The app does not record, or its recording differs from the client's.
        package static let otherRecording = Code(rawValue: "other-recording")
        /// An endpoint can't listen there.
        package static let cannotListen = Code(rawValue: "cannot-listen")
        /// Another store has taken the name at the endpoint.
        package static let replaced = Code(rawValue: "replaced")
        /// The client or the endpoint was closed.
        package static let closed = Code(rawValue: "closed")
    }
}
