import FlyingSocks
import Synchronization
import TestSupport

@testable import RewindLive

/// A stretch of network between a client and an app, which can break and stall.
final class Relay: Sendable {
    let port: UInt16
    private let app: LiveAddress
    private let loop: SocketLoop
    private let listener: Socket
    private let state = Mutex(State())

    private struct State {
        var tasks: [Task<Void, Never>] = []
        /// Whether connections are taken.
        var isUp = true
        /// Where what the app sends is held up, while it is.
        var hold: Gate?
    }

    init(to app: LiveAddress) async throws {
        self.app = app
        loop = try await SocketLoop.shared
        listener = try Self.listen(on: .inet(ip4: "127.0.0.1", port: 0))
        guard case .ip4(_, let port) = try listener.sockname() else { throw SocketError.unsupportedAddress }
        self.port = port
        let task = Task { [weak self, loop, listener] in
            while !Task.isCancelled {
                do {
                    let socket = Socket(file: try listener.accept().file)
                    self?.take(socket)
                } catch {
                    if (try? await loop.pool.suspendSocket(listener, untilReadyFor: .connection)) == nil { await Task.yield() }
                }
            }
            try? listener.close()
        }
        state.withLock { $0.tasks = [task] }
    }

    deinit { for task in state.withLock({ $0.tasks }) { task.cancel() } }

    private static func listen(on address: some SocketAddress) throws -> Socket {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        try socket.setFlags(.nonBlocking)
        try socket.setValue(Int32(65_536), for: .receiveBufferSize)
        try socket.bind(to: address)
        try socket.listen()
        return socket
    }

    private func take(_ socket: Socket) {
        guard state.withLock({ $0.isUp }), let client = try? Connection(socket, pool: loop.pool) else {
            try? socket.close()
            return
        }
        let task = Task { [weak self, app, loop] in
            guard let server = try? await Connection.connected(to: app, pool: loop.pool) else { return client.close() }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { while let bytes = try? await client.read(atMost: 1 << 16), (try? await server.write(bytes)) != nil {} }
                group.addTask {
                    while !Task.isCancelled {
                        await self?.state.withLock { $0.hold }?.pass()
                        guard let bytes = try? await server.read(atMost: 1 << 16), (try? await client.write(bytes)) != nil else { return }
                    }
                }
                await group.next()
                group.cancelAll()
            }
            client.close()
            server.close()
        }
        state.withLock { $0.tasks.append(task) }
    }

    /// Breaks all connections; new ones are refused until it is up again.
    func goDown() async {
        let tasks = state.withLock { state in
            state.isUp = false
            defer { state.tasks.removeSubrange(1...) }
            return state.tasks[1...]
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    func goUp() { state.withLock { $0.isUp = true } }

    func stall(_ isStalled: Bool) {
        state.withLock { state in
            state.hold?.open()
            state.hold = isStalled ? Gate() : nil
        }
    }
}
