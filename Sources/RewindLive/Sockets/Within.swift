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
