import FlyingSocks
import Synchronization

/// A WebSocket that is open, on either side.
///
/// Any task may send: messages go out whole, one after the other. One task receives.
final class WebSocket: Sendable {
    enum Side: Sendable { case app, client }

    private let connection: Connection
    private let side: Side
    private let sendLock = AsyncLock()
    private let state: Mutex<State>

    private struct State {
        var reader: MessageReader
        /// Whether a frame went out in part, so that nothing may follow.
        var isBroken = false
    }

    /// - Parameters:
    ///   - side: which side this is.
    ///   - limit: the longest message that the other side may send.
    ///   - receivedAhead: bytes already received after the handshake.
    init(_ connection: Connection, side: Side, limit: Int, receivedAhead: [UInt8] = []) {
        (self.connection, self.side) = (connection, side)
        var reader = MessageReader(ofClient: side == .app, limit: limit)
        reader.add(receivedAhead)
        state = Mutex(State(reader: reader))
    }

    /// How often the other side has shown that it is there.
    var activityCount: Int { connection.activityCount.load(ordering: .relaxed) }

    /// Sends a text message in UTF-8; returns when the system has taken it all, which bounds the waiting bytes.
    func send(_ text: [UInt8]) async throws { try await send(Frame(opcode: .text, payload: text)) }

    func send(_ frame: Frame) async throws {
        let mask = side == .client ? UInt32.random(in: .min ... .max) : nil
        let bytes = frame.bytes(mask: mask)
        try await sendLock.withLock {
            if state.withLock({ $0.isBroken }) { throw SocketError.disconnected }
            do {
                try await connection.write(bytes)
            } catch {
                state.withLock { $0.isBroken = true }
                throw error
            }
        }
    }

    /// The next incoming frame.
    ///
    /// - Throws: ``WebSocketError`` if it is not allowed, `SocketError.disconnected` at the end.
    func receive() async throws -> Incoming {
        while true {
            if let incoming = try state.withLock({ state throws(WebSocketError) in try state.reader.next() }) { return incoming }
            let bytes = try await connection.read(atMost: Self.chunk)
            state.withLock { $0.reader.add(bytes) }
        }
    }

    private static let chunk = 64 << 10

    /// Sends the other side the reason for the end, as far as that goes out at once, and closes; no task may use the socket any more.
    func close(_ error: WebSocketError) async {
        let frame = Frame(opcode: .close, payload: error.payload)
        try? await within(.seconds(1)) { try await self.send(frame) }
        connection.close()
    }
}
