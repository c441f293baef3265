import CRewindCrash
import RewindSystem
import Synchronization

/// A value that one thread at a time can use: a `Mutex` that a test's scheduler can hand on.
///
/// Threads of a recorder meet only at such a lock or a `WaitSignal`, so a scheduler that decides at each which thread goes on can run every
/// order.
struct Lock<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    init(_ value: consuming sending Value) { mutex = Mutex(value) }

    @inline(__always)
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        if rewind_is_scheduled(), let scheduler = Scheduling.current { return try withLock(under: scheduler, body) }
        return try mutex.withLock(body)
    }

    private borrowing func withLock<Result: ~Copyable, Failure: Error>(
        under scheduler: any Scheduler, _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        scheduler.reachSwitchPoint()
        while true {
            if let result = try mutex.withLockIfAvailable(body) { return result }
            scheduler.wait(until: nil)
        }
    }
}
