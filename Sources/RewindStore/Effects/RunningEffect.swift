import Synchronization

/// An effect that was started, for as long as its task runs or an action of it waits.
@usableFromInline final class RunningEffect: Sendable {
    private struct Progress {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    private let ids: [CancelID]
    private let progress = Mutex(Progress())

    init(_ ids: [CancelID]) { self.ids = ids }

    /// Whether its actions don't count any more.
    @usableFromInline var isCancelled: Bool { progress.withLock(\.isCancelled) }

    func isKnown(as id: CancelID?) -> Bool { id.map(ids.contains) ?? true }

    /// Notes its task, which is cancelled if the effect was meanwhile.
    func attach(_ task: Task<Void, Never>) {
        let isCancelled = progress.withLock { progress in
            progress.task = task
            return progress.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Lets none of its actions count any more, and cancels its task.
    func cancel() {
        let task = progress.withLock { progress in
            progress.isCancelled = true
            return progress.task
        }
        task?.cancel()
    }
}
