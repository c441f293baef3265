/// An error of the other side that ends a WebSocket, as a close frame reports it.
struct WebSocketError: Error, Sendable, Equatable, CustomStringConvertible {
    var code: Code
    /// What was wrong, in a few words.
    var reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    var description: String { "\(reason) (\(code.rawValue))" }

    /// The codes of RFC 6455 that are used here.
    struct Code: RawRepresentable, Sendable, Hashable {
        var rawValue: UInt16

        static let normal = Code(rawValue: 1000)
        /// The app or the client ends.
        static let goingAway = Code(rawValue: 1001)
        /// Frames that the RFC does not allow.
        static let protocolError = Code(rawValue: 1002)
        /// A binary message: all messages of the protocol are text.
        static let notText = Code(rawValue: 1003)
        /// A text that is not UTF-8.
        static let notUTF8 = Code(rawValue: 1007)
        /// A message above the limit.
        static let tooLarge = Code(rawValue: 1009)

        /// Whether a close frame may have it.
        var isAllowedInFrames: Bool {
            switch rawValue {
            case 1000...1003, 1007...1014, 3000...4999: true
            default: false
            }
        }
    }

    /// The payload of the close frame that reports the error.
    var payload: [UInt8] {
        [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xff)] + reason.utf8.prefix(Frame.controlLimit - 2)
    }
}
