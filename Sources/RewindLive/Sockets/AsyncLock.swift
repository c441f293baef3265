import Synchronization

/// Lets tasks do something one after the other, in the order of their arrival.
final class AsyncLock: Sendable {
    private struct State {
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Does something when it is this task's turn.
    func withLock<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isLocked {
                    state.waiting.append(continuation)
                    return false
                }
                state.isLocked = true
                return true
            }
            if isFree { continuation.resume() }
        }
        defer { pass() }
        return try await body()
    }

    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isLocked = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
