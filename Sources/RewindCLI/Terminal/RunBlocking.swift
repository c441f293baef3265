import Dispatch
import RewindSystem
import Synchronization

/// Runs asynchronous work to completion, for a synchronous command.
///
/// Commands are synchronous because `record` must set up the process's signals before any other thread exists, which an asynchronous `main`
/// does not allow. Nothing of it may run in a test's own process, where all threads that run tasks may be waiting for such work.
@discardableResult
func runBlocking<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    precondition(ProcessStandIn.current == nil, "this command needs a process of its own")
    let outcome = Outcome<Result>()
    Task.detached { await outcome.set(work) }
    return try outcome.wait()
}

/// The same for work that an interruption cancels, so that it can clean up; the process then ends as an interrupted one does.
func runUntilInterrupted<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) throws -> Result {
    precondition(ProcessStandIn.current == nil, "this command needs a process of its own")
    let outcome = Outcome<Result>()
    let task = Task.detached { await outcome.set(work) }
    return try Interruption.postponed(notifying: { task.cancel() }) { try outcome.wait() }
}

/// A result that one thread sets and another waits for.
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
