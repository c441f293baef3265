import FlyingSocks
import RewindValue
import TestSupport
import Testing

@testable import RewindLive

/// A client that can do everything wrong.
final class RawClient: Sendable {
    private let loop: SocketLoop
    let wire: Connection

    init(_ port: UInt16) async throws {
        loop = try await SocketLoop.shared
        wire = try await Connection.connected(to: LiveAddress(port: port, token: "none"), pool: loop.pool)
    }

    /// One that has shaken hands.
    static func open(_ address: LiveAddress) async throws -> (client: RawClient, socket: WebSocket) {
        let client = try await RawClient(address.port)
        try await client.send(Handshake.request(host: address.authority, token: address.token, key: Handshake.key()))
        let head = try await client.head()
        try #require(head.contains("101 Switching"))
        return (client, WebSocket(client.wire, side: .client, limit: 1 << 30))
    }

    func send(_ bytes: [UInt8]) async throws { try await wire.write(bytes) }
    func send(_ text: String) async throws { try await wire.write(Array(text.utf8)) }

    /// What comes up to an empty line, byte by byte, so that nothing behind it is lost.
    func head() async throws -> String {
        var bytes: [UInt8] = []
        while HTTPHead.end(in: bytes) == nil { bytes += try await wire.read(atMost: 1) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the other side closes the connection within some seconds, whatever it sends before.
    func isClosed() async throws -> Bool {
        try await within(patience) { [wire] in
            while true { do { _ = try await wire.read(atMost: 1 << 16) } catch is SocketError { return true } }
        }
    }
}

extension WebSocket {
    /// Sends a request as text, and returns the answer.
    func answer(_ text: String) async throws -> JSONValue {
        try await send(Array(text.utf8))
        return try await nextMessage()
    }

    func nextMessage() async throws -> JSONValue {
        try await within(patience) {
            while true { if case .message(let text) = try await self.receive() { return try JSONValue(parsing: text) } }
        }
    }

    /// The code with which the other side closes.
    func closeCode() async throws -> UInt16 {
        try await within(patience) {
            while true { if case .close(let code, _) = try await self.receive() { return code.rawValue } }
        }
    }
}
