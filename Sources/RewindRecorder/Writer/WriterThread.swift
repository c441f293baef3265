import CRewindCrash
import Dispatch
import RewindSystem
import Synchronization

/// A thread with a large stack of its own, since an app's `encode(to:)` may recurse deeply on it.
///
/// A signal to a sleeping thread costs whoever dispatches two microseconds and more. So as long as work comes, the thread looks for it by itself,
/// between naps; only when none has come for a while does it sleep until it is woken.
final class WriterThread: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let isAsleep = Atomic<Bool>(false)

    private static let stackBytes = 16 << 20

    /// Runs `body` on a new thread.
    ///
    /// - Throws: the system's error number, if it can't make the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        try SystemThread.start(stackBytes: stackBytes) {
            rewind_crash_mark_writer_thread()
            rewind_crash_prepare_thread()
            SystemThread.letOthersGoFirst()
            body()
        }
    }

    /// Sees to it that the thread looks for work soon: wakes it if it sleeps, and leaves it its nap.
    ///
    /// One atomic operation, but for the first time after a pause.
    func wake() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { semaphore.signal() }
    }

    /// Sees to it that the thread looks for work now.
    func wakeAtOnce() {
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        semaphore.signal()
    }

    /// Rests between two looks for work; only ``wakeAtOnce()`` ends that early.
    func nap(_ nap: Nap) { self.nap(microseconds: nap.isSkipped ? 0 : Nap.microseconds) }

    /// Rests for so long, or until ``wakeAtOnce()``.
    func nap(microseconds: Int) {
        if microseconds > 0 { _ = semaphore.wait(timeout: .now() + .microseconds(microseconds)) }
        takeSignals()
    }

    /// Takes what was signalled meanwhile: the next look finds what all of it was for.
    private func takeSignals() { while semaphore.wait(timeout: .now()) == .success {} }

    /// Sleeps until woken, or for half a second.
    ///
    /// Call ``willSleep()`` and look for work once more before. It may also return early for a wake that came before.
    func sleep() {
        _ = semaphore.wait(timeout: .now() + .milliseconds(500))
        takeSignals()
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }

    /// Announces sleep: a wake from now on signals.
    func willSleep() { isAsleep.store(true, ordering: .sequentiallyConsistent) }

    /// Takes the announcement back, since there is work.
    func willNotSleep() { isAsleep.store(false, ordering: .sequentiallyConsistent) }
}

/// How long the writer rests between two looks for work: not at all while much comes.
///
/// A rest decides how late a state is on the disk, and so how many of the last ones a SIGKILL costs. Each look costs more than what it finds: a
/// timer, a change of threads, and caches that have gone cold, thirty microseconds of processor time together. So a look should find several
/// states; whoever has handed over many ends the rest early.
struct Nap {
    /// Whether the thread looks again at once.
    private(set) var isSkipped = false
    private var emptyLooks = 0

    static let microseconds = 8_000
    /// While the process exits: the last states should be there, and what it costs matters no more.
    static let lastMicroseconds = 500
    /// So much work at once, and there is more by now.
    private static let many = 64
    /// After so many looks for nothing, a quarter of a second, the thread sleeps.
    private static let patience = 32

    /// Whether no work has come for so long that the thread may sleep until it is woken.
    var isOver: Bool { emptyLooks >= Self.patience }

    /// Takes note of what the last look found.
    mutating func note(found: Int) {
        emptyLooks = found == 0 ? emptyLooks + 1 : 0
        isSkipped = found > Self.many
    }
}
