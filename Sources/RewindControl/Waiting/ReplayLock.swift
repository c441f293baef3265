import Synchronization

/// The stores that are being replayed, or shown in the past: edits by others wait until a store is the app's own again.
///
/// Thread-safe. A store is known by its identity; a store that is not an object never counts as locked.
package enum ReplayLock {
    private struct Lock {
        var count = 0
        var waiting: [Promise<Void>] = []
    }

    private static let locks = Mutex<[ObjectIdentifier: Lock]>([:])

    /// Locks a store; it may be locked more than once.
    package static func lock(_ store: Any) {
        let store = identity(of: store)
        locks.withLock { $0[store, default: Lock()].count += 1 }
    }

    /// Unlocks a store as often as it was locked, and resumes the tasks that wait for it.
    package static func unlock(_ store: Any) {
        let store = identity(of: store)
        let waiting = locks.withLock { locks -> [Promise<Void>] in
            guard var lock = locks[store] else { return [] }
            lock.count -= 1
            locks[store] = lock.count == 0 ? nil : lock
            return lock.count == 0 ? lock.waiting : []
        }
        for promise in waiting { promise.resolve(.success(())) }
    }

    /// Waits until a store is not locked.
    ///
    /// - Parameter store: The result of ``identity(of:)``.
    /// - Throws: `CancellationError`.
    package static func untilUnlocked(_ store: ObjectIdentifier) async throws {
        let promise = locks.withLock { locks -> Promise<Void>? in
            guard locks[store] != nil else { return nil }
            let promise = Promise<Void>()
            locks[store]?.waiting.append(promise)
            return promise
        }
        try await promise?.value
    }

    package static func identity(of store: Any) -> ObjectIdentifier { ObjectIdentifier(store as AnyObject) }

    package static func isLocked(_ store: ObjectIdentifier) -> Bool { locks.withLock { $0[store] != nil } }
}
