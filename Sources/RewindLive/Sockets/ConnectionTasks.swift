import Synchronization

/// The tasks of an endpoint's connections; each ends by itself or is cancelled.
final class ConnectionTasks: Sendable {
    private let state = Mutex((last: 0, running: [Int: Task<Void, Never>]()))

    deinit { cancelAll() }

    func start(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.last += 1
            let number = state.last
            state.running[number] = Task { [weak self] in
                await body()
                self?.state.withLock { _ = $0.running.removeValue(forKey: number) }
            }
        }
    }

    func cancelAll() { for task in state.withLock({ Array($0.running.values) }) { task.cancel() } }

    /// Waits until all that run now have ended, and cancels those that have not within a time.
    func end(within time: Duration) async {
        let deadline = Task { [weak self] in
            try? await Task.sleep(for: time)
            if !Task.isCancelled { self?.cancelAll() }
        }
        for task in state.withLock({ Array($0.running.values) }) { await task.value }
        deadline.cancel()
    }
}

/// A task that did not end in its time.
struct TimedOut: Error {}

/// Does something within a time, or cancels it.
///
/// - Throws: ``TimedOut`` if the time is over, else what it throws.
func within<Result: Sendable>(_ time: Duration, _ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: time)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
