import Synchronization

/// A started effect, kept while its task runs or one of its actions waits.
@usableFromInline final class RunningEffect: Sendable {
    private let ids: [CancelID]
    private let isStopped = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ ids: [CancelID]) { self.ids = ids }

    /// Whether the effect was cancelled, so that its actions are dropped.
    @usableFromInline var isCancelled: Bool { isStopped.load(ordering: .acquiring) }

    func isKnown(as id: CancelID?) -> Bool { id.map(ids.contains) ?? true }

    /// Stores the effect's task, and cancels it if the effect has been cancelled meanwhile.
    func attach(_ task: Task<Void, Never>) {
        self.task.withLock { $0 = task }
        if isCancelled { task.cancel() }
    }

    /// Cancels the effect's task and drops its actions.
    func cancel() {
        isStopped.store(true, ordering: .releasing)
        task.withLock(\.self)?.cancel()
    }
}
