import FlyingSocks
import Synchronization

/// What wakes the tasks that wait for their sockets: one thread for all of a process, which sleeps in the system.
final class SocketLoop: Sendable {
    let pool: any AsyncSocketPool
    private let isOver = Atomic(false)

    private static let current = Mutex<Task<SocketLoop, any Error>?>(nil)

    /// The loop of this process, which begins with the first use; a new one if the last has failed.
    ///
    /// - Throws: `SocketError` if the system has no resources left for it.
    static var shared: SocketLoop {
        get async throws {
            let making = current.withLock { current in
                if let current { return current }
                let making = Task { try await SocketLoop() }
                current = making
                return making
            }
            do {
                let loop = try await making.value
                if !loop.isOver.load(ordering: .relaxed) { return loop }
            } catch {
                forget(making)
                throw error
            }
            forget(making)
            return try await Self.shared
        }
    }

    private static func forget(_ task: Task<SocketLoop, any Error>) {
        current.withLock { if $0 == task { $0 = nil } }
    }

    private init() async throws {
        let pool = SocketPool.make()
        try await pool.prepare()
        self.pool = pool
        Task { [self] in
            try? await pool.run()
            isOver.store(true, ordering: .relaxed)
        }
    }
}
