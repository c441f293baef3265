import RewindSystem

#if canImport(FlyingSocks)
    import FlyingSocks
#else
    #error("RewindLive needs FlyingFox: name the trait \"Live\" where your package depends on rewind")
#endif

/// A socket of this machine that others connect to.
struct Listener: Sendable {
    /// The port; the system chose it if 0 was wanted.
    let port: UInt16
    private let socket: Socket
    private let loop: SocketLoop

    /// Listens on an address.
    ///
    /// - Parameter who: the subject of the error's sentence.
    /// - Throws: ``LiveError`` if the address is taken or not one of this machine.
    init(address: String, port: UInt16, who: String) async throws {
        do {
            loop = try await SocketLoop.shared
            socket =
                address.contains(":")
                ? try Self.listen(on: .inet6(ip6: address, port: port)) : try Self.listen(on: .inet(ip4: address, port: port))
            self.port = try Self.port(of: socket)
        } catch {
            let words = if case SocketError.failed(_, _, let message) = error { message } else { "\(error)" }
            throw LiveError(
                .cannotListen, "\(who) can't listen on \(address), port \(port): \(words)", advice: "Choose another port, or 0 for any")
        }
    }

    private static func listen(on address: some SocketAddress) throws -> Socket {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        do {
            SocketOptions.prepare(socket.file.rawValue)
            try socket.setValue(true, for: .localAddressReuse)
            try socket.setFlags(.nonBlocking)
            try socket.bind(to: address)
        } catch {
            try? socket.close()
            throw error
        }
        try socket.listen()  // closes it itself where it fails
        return socket
    }

    private static func port(of socket: Socket) throws -> UInt16 {
        switch try socket.sockname() {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: throw SocketError.unsupportedAddress
        }
    }

    /// Accepts connections until the task is cancelled, despite errors; then closes the socket.
    ///
    /// - Parameters:
    ///   - exhausted: called when the system has no resources left for a connection.
    ///   - serve: takes a connection over.
    func accept(exhausted: () -> Void = {}, _ serve: (Connection) async throws -> Void) async {
        defer { try? socket.close() }
        while !Task.isCancelled {
            do {
                let connection = Socket(file: try socket.accept().file)
                let wire: Connection
                do {
                    wire = try Connection(connection, pool: loop.pool)
                } catch {
                    try? connection.close()
                    continue
                }
                try await serve(wire)
            } catch SocketError.blocked {
                do {
                    try await loop.pool.suspendSocket(socket, untilReadyFor: .connection)
                } catch {
                    try? await Task.sleep(for: .milliseconds(100))  // what wakes it has failed: at least it looks now and then
                }
            } catch SocketError.failed(_, let error, _) where SocketOptions.isPassing(error) {
                continue
            } catch is CancellationError {
                return
            } catch {
                // Mostly for lack of file descriptors, which the process will release.
                exhausted()
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}
