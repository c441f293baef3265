import FlyingSocks

/// What wakes the tasks that wait for their sockets: one thread, which sleeps in the system.
final class SocketLoop: Sendable {
    let pool: any AsyncSocketPool
    private let running: Task<Void, Never>

    /// - Throws: `SocketError` if the system has no means for it left.
    init() async throws {
        let pool = SocketPool.make()
        try await pool.prepare()
        self.pool = pool
        running = Task { try? await pool.run() }
    }

    deinit { running.cancel() }
}
