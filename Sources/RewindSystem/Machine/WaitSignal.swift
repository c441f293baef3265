import CLibrary

#if canImport(Darwin)
    import Dispatch
#endif

/// A count of signals that threads wait for, timed by the monotonic clock, so that a change of the wall clock does not affect a wait.
///
/// On Apple's systems, Dispatch's semaphore does this; on Linux, that is timed by the wall clock. Thread-safe; a signal without a waiter
/// costs a lock.
package final class WaitSignal: Sendable {
    #if canImport(Darwin)
        private let semaphore = DispatchSemaphore(value: 0)
    #else
        nonisolated(unsafe) private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        nonisolated(unsafe) private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        nonisolated(unsafe) private var count = 0  // guarded by the lock
    #endif

    /// A count of zero.
    package init() {
        #if !canImport(Darwin)
            pthread_mutex_init(lock, nil)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_cond_destroy(condition)
            pthread_mutex_destroy(lock)
            condition.deallocate()
            lock.deallocate()
        #endif
    }

    /// Adds one to the count, which lets one waiting thread go on.
    package func signal() {
        #if canImport(Darwin)
            semaphore.signal()
        #else
            pthread_mutex_lock(lock)
            count += 1
            pthread_cond_signal(condition)
            pthread_mutex_unlock(lock)
        #endif
    }

    /// Takes one from the count, and waits for it as long as that takes.
    package func wait() { _ = wait(until: nil) }

    /// Takes one signal from the count, waiting at most this many nanoseconds for it; `false` if none came.
    package func wait(nanoseconds: Int) -> Bool {
        wait(until: SystemFacts.monotonicNanoseconds() + min(max(0, nanoseconds), Self.longest))
    }

    /// A year: far from where the sum of two times would be no number.
    private static let longest = 365 * 86_400 * 1_000_000_000

    private func wait(until deadline: Int?) -> Bool {
        guard let scheduler = Scheduling.current else { return waitOnSystem(until: deadline) }
        scheduler.reachSwitchPoint()
        while !waitOnSystem(until: 0) {
            if let deadline, scheduler.now >= deadline { return false }
            scheduler.wait(until: deadline)
        }
        return true
    }

    private func waitOnSystem(until deadline: Int?) -> Bool {
        #if canImport(Darwin)
            guard let deadline else {
                semaphore.wait()
                return true
            }
            return semaphore.wait(timeout: .init(uptimeNanoseconds: UInt64(max(1, deadline)))) == .success
        #else
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            while count == 0 {
                guard let deadline else {
                    pthread_cond_wait(condition, lock)
                    continue
                }
                var time = timespec(tv_sec: deadline / 1_000_000_000, tv_nsec: deadline % 1_000_000_000)
                if pthread_cond_timedwait(condition, lock, &time) == ETIMEDOUT { break }
            }
            if count == 0 { return false }
            count -= 1
            return true
        #endif
    }
}
