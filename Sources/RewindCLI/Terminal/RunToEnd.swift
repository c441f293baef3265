import Dispatch
import RewindSystem
import Synchronization

/// Runs asynchronous work to its end, for a command that is synchronous.
///
/// The commands are synchronous because `record` has to own the process's signals before any other thread exists, which an asynchronous
/// `main` does not allow.
@discardableResult
func runToEnd<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    Task.detached { await outcome.set(work) }
    return try outcome.wait()
}

/// The same for work that an interruption cancels, so that it can put things in order; then the process ends as an interrupted one does.
func runUntilInterrupted<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    let outcome = Outcome<Result>()
    let task = Task.detached { await outcome.set(work) }
    return try Interruption.postponed(notifying: { task.cancel() }) { try outcome.wait() }
}

/// A result that one thread waits for and another sets.
private final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>>(.failure(CancellationError()))
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ work: @Sendable () async throws -> Value) async {
        let value: Result<Value, any Error>
        do {
            value = .success(try await work())
        } catch {
            value = .failure(error)
        }
        result.withLock { $0 = value }
        isSet.signal()
    }

    func wait() throws -> Value {
        isSet.wait()
        return try result.withLock { $0 }.get()
    }
}
