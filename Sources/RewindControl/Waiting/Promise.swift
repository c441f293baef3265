import Synchronization

/// A value that comes later, from another task; the first call that resolves it wins.
package final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case resolved(Result<Value, any Error>)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// Resolves the promise, unless it is resolved already.
    package func resolve(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .open:
                state = .resolved(result)
                return nil
            case .awaited(let continuation):
                state = .resolved(result)
                return continuation
            case .resolved: return nil
            }
        }
        waiting?.resume(with: result)
    }

    /// Waits for the value; only one task may wait.
    ///
    /// - Throws: the failure that it was resolved with, or `CancellationError`.
    package var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let result = state.withLock { state -> Result<Value, any Error>? in
                        if case .resolved(let result) = state { return result }
                        state = .awaited(continuation)
                        return nil
                    }
                    if let result { continuation.resume(with: result) }
                }
            } onCancel: {
                resolve(.failure(CancellationError()))
            }
        }
    }
}

/// Resolves a promise for all code that shares it; if none resolves it, the promise fails when the last reference is released.
package final class Reply<Value: Sendable>: Sendable {
    private let promise: Promise<Value>
    private let unanswered: any Error

    /// - Parameter error: what the promise fails with then.
    package init(_ promise: Promise<Value>, unanswered error: any Error) { (self.promise, unanswered) = (promise, error) }

    deinit { promise.resolve(.failure(unanswered)) }

    package func resolve(_ result: Result<Value, any Error>) { promise.resolve(result) }
}
