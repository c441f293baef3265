/// What arrives over a WebSocket, frame by frame.
enum Incoming: Sendable, Equatable {
    /// A whole text message, in UTF-8.
    case message([UInt8])
    /// A part of a message; more parts follow.
    case part
    /// To be answered by a pong with the same bytes.
    case ping([UInt8])
    /// The answer to a ping.
    case pong
    /// The other side is done.
    case close(WebSocketError.Code, String)
}

/// Puts messages together from frames, and refuses what RFC 6455 does not allow.
struct MessageReader: Sendable {
    private var frames: FrameReader
    /// The parts of a message received so far; `nil` between messages.
    private var parts: [UInt8]?

    /// - Parameters:
    ///   - isClient: whether the other side is a client.
    ///   - limit: the longest message.
    init(ofClient isClient: Bool, limit: Int) { frames = FrameReader(ofClient: isClient, limit: limit) }

    mutating func add(_ bytes: [UInt8]) { frames.add(bytes) }

    /// The content of the next frame; `nil` until more bytes arrive.
    mutating func next() throws(WebSocketError) -> Incoming? {
        guard let frame = try frames.next() else { return nil }
        switch frame.opcode {
        case .ping: return .ping(frame.payload)
        case .pong: return .pong
        case .close: return try Self.close(frame.payload)
        case .binary: throw WebSocketError(.notText, "a binary message: the protocol's messages are texts")
        case .text:
            guard parts == nil else { throw WebSocketError(.protocolError, "a message inside another") }
            if frame.isFinal { return try Self.message(frame.payload) }
            parts = frame.payload
            return .part
        case .continuation:
            guard var message = parts.take() else { throw WebSocketError(.protocolError, "the continuation of no message") }
            guard frame.payload.count <= frames.limit - message.count else {
                throw WebSocketError(.tooLarge, "a message of more than \(frames.limit) bytes")
            }
            message += frame.payload
            if frame.isFinal { return try Self.message(message) }
            parts = message
            return .part
        }
    }

    private static func message(_ bytes: [UInt8]) throws(WebSocketError) -> Incoming {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw WebSocketError(.notUTF8, "a text that is not UTF-8") }
        return .message(bytes)
    }

    private static func close(_ payload: [UInt8]) throws(WebSocketError) -> Incoming {
        if payload.isEmpty { return .close(.normal, "") }
        guard payload.count >= 2 else { throw WebSocketError(.protocolError, "a close frame of one byte") }
        let code = WebSocketError.Code(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isAllowedInFrames else { throw WebSocketError(.protocolError, "a close frame with a code that none may have") }
        guard let reason = String(validating: payload[2...], as: UTF8.self) else {
            throw WebSocketError(.notUTF8, "a close frame whose reason is not UTF-8")
        }
        return .close(code, reason)
    }
}
