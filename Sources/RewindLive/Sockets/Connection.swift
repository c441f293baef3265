import FlyingSocks
import RewindSystem
import SmallFoundation
import Synchronization

/// A connection as a stream of bytes.
///
/// One task reads at a time, and one writes. The owner closes it once no task uses it any more: the system gives its number to the next
/// connection.
final class Connection: Sendable {
    private let socket: Socket
    private let pool: any AsyncSocketPool
    private let isOpen = Mutex(true)
    /// How many signs of life the other side has given: bytes received, or room for more to go out.
    let activityCount = Atomic<Int>(0)

    init(_ socket: Socket, pool: any AsyncSocketPool) throws {
        (self.socket, self.pool) = (socket, pool)
        SocketOptions.prepare(socket.file.rawValue)
        try socket.setFlags(.nonBlocking)
    }

    deinit { close() }

    static func connected(to address: LiveAddress, pool: any AsyncSocketPool) async throws -> Connection {
        if address.host.contains(":") { return try await connected(to: .inet6(ip6: address.host, port: address.port), pool) }
        return try await connected(to: .inet(ip4: address.host, port: address.port), pool)
    }

    private static func connected(to target: some SocketAddress, _ pool: any AsyncSocketPool) async throws -> Connection {
        let wire = try Connection(Socket(domain: Int32(type(of: target).family), type: .stream), pool: pool)
        try await wire.whenReady(for: .write) { try $0.connect(to: target) }
        return wire
    }

    /// Reads the available bytes, waiting for at least one.
    ///
    /// - Throws: `SocketError.disconnected` at the end.
    func read(atMost count: Int) async throws -> [UInt8] {
        let bytes = try await whenReady(for: .read) { try $0.read(atMost: count) }
        activityCount.add(1, ordering: .relaxed)
        return bytes
    }

    /// Writes all bytes, waiting for room.
    func write(_ bytes: [UInt8]) async throws {
        let data = Data(bytes)
        var sent = data.startIndex
        while sent < data.endIndex {
            let place = sent
            sent = try await whenReady(for: .write) { try $0.write(data, from: place) }
        }
    }

    /// Does something that may have to wait, once it need not.
    private func whenReady<Result>(for events: Socket.Events, _ body: (Socket) throws -> Result) async throws -> Result {
        var failures = 0
        while true {
            try Task.checkCancellation()
            do {
                return try body(socket)
            } catch SocketError.blocked {
                do {
                    try await pool.suspendSocket(socket, untilReadyFor: events)
                    if events == .write { activityCount.add(1, ordering: .relaxed) }
                    failures = 0
                } catch SocketError.disconnected where failures < 3 {
                    // It may be the news of an earlier connection of the same number: the socket itself knows.
                    failures += 1
                }
            } catch SocketError.failed(_, let error, _) where SocketOptions.isPassing(error) {
                continue
            }
        }
    }

    /// Whether the other side has ended the connection already, and left nothing to read.
    var hasEnded: Bool { SocketOptions.hasEnded(socket.file.rawValue) }

    /// Makes the reader and the writer find the end of the connection, and leaves closing it to them.
    func shutDown() { isOpen.withLock { if $0 { SocketOptions.shutDown(socket.file.rawValue) } } }

    /// Ends the connection; a second call does nothing.
    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { try? socket.close() }
    }
}

extension Connection {
    /// Reads the head of a request or an answer, and what came after it.
    ///
    /// - Throws: `Handshake.Refusal` if it is too long or no HTTP, and the errors of the connection.
    func head() async throws -> (head: HTTPHead, rest: [UInt8]) {
        var bytes: [UInt8] = []
        var end: Int?
        while end == nil {
            guard bytes.count <= HTTPHead.limit else { throw Handshake.Refusal.tooLarge }
            bytes += try await read(atMost: HTTPHead.limit)
            end = HTTPHead.end(in: bytes)
        }
        guard let end, end <= HTTPHead.limit else { throw Handshake.Refusal.tooLarge }
        guard let head = HTTPHead(parsing: bytes[..<end]) else { throw Handshake.Refusal.notHTTP }
        return (head, Array(bytes[end...]))
    }
}
