public import Dispatch

/// A dispatch queue on which subscriptions call functions that belong to no actor.
public final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// An executor on a queue.
    public init(_ queue: DispatchQueue) { self.queue = queue }

    /// Runs a job on the queue; Swift calls it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
