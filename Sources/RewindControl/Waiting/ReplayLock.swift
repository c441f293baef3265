import Synchronization

/// Which stores are being replayed, or shown in the past: edits by others wait until a store is the app's own again.
///
/// Any thread. A store is known by its identity; one that is no object is never taken for locked.
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

    /// Unlocks a store as often as it was locked, and has those go on who wait for it.
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
    /// - Parameter store: What ``identity(of:)`` says.
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

    /// By what a store is known.
    package static func identity(of store: Any) -> ObjectIdentifier { ObjectIdentifier(store as AnyObject) }

    /// Whether a store is locked.
    package static func isLocked(_ store: ObjectIdentifier) -> Bool { locks.withLock { $0[store] != nil } }
}
