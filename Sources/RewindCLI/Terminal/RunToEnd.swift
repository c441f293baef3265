import Dispatch
import Synchronization

/// Runs asynchronous work to its end, for a command that is synchronous.
///
/// The commands are synchronous because `record` has to own the process's signals before any other thread exists, which an asynchronous
/// `main` does not allow.
func runToEnd(_ work: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Outcome()
    Task.detached {
        do {
            try await work()
            outcome.set(.success(()))
        } catch {
            outcome.set(.failure(error))
        }
    }
    try outcome.wait().get()
}

/// A result that one thread waits for and another sets.
private final class Outcome: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ value: Result<Void, any Error>) {
        result.withLock { $0 = value }
        isSet.signal()
    }

    func wait() -> Result<Void, any Error> {
        isSet.wait()
        return result.withLock { $0 } ?? .success(())
    }
}
