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

    /// The kinds of failure.
    package enum Code: Sendable {
        /// The text is not the URL of an app.
        case badAddress
        /// No app answers at the address.
        case unreachable
        /// The app refused the client: wrong token, origin, too many clients.
        case refused
        /// The connection ended.
        case disconnected
        /// A message does not follow the protocol.
        case malformed
        /// The app does not record, or its recording differs from the client's.
        case otherRecording
        /// An endpoint can't listen there.
        case cannotListen
        /// Another store has taken the name at the endpoint.
        case replaced
        /// The client or the endpoint was closed.
        case closed
    }
}
