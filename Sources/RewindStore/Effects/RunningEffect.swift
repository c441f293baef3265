import Synchronization

/// An effect that was started, for as long as its task runs or an action of it waits.
@usableFromInline final class RunningEffect: Sendable {
    private let ids: [CancelID]
    private let isStopped = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ ids: [CancelID]) { self.ids = ids }

    /// Whether its actions don't count any more.
    @usableFromInline var isCancelled: Bool { isStopped.load(ordering: .acquiring) }

    func isKnown(as id: CancelID?) -> Bool { id.map(ids.contains) ?? true }

    /// Notes its task, which is cancelled if the effect was meanwhile.
    func attach(_ task: Task<Void, Never>) {
        self.task.withLock { $0 = task }
        if isCancelled { task.cancel() }
    }

    /// Lets none of its actions count any more, and cancels its task.
    func cancel() {
        isStopped.store(true, ordering: .releasing)
        task.withLock(\.self)?.cancel()
    }
}
