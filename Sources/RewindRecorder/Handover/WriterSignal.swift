import RewindSystem
import Synchronization

/// How whoever dispatches gets the writer's thread to look for work.
///
/// A signal to a sleeping thread costs whoever dispatches two microseconds and more. So as long as work comes, the thread looks for it by itself,
/// between rests; only when none has come for a while does it sleep until it is woken.
final class WriterSignal: Sendable {
    private let signal = WaitSignal()
    private let isAsleep = Atomic<Bool>(false)

    /// Sees to it that the thread looks for work soon: wakes it if it sleeps, and leaves it its rest.
    ///
    /// One atomic operation, but for the first time after a pause.
    func wake() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { signal.signal() }
    }

    /// Sees to it that the thread looks for work now.
    func wakeAtOnce() {
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        signal.signal()
    }

    /// Rests for so long between two looks for work; only ``wakeAtOnce()`` ends that early.
    func rest(microseconds: Int) {
        if microseconds > 0 { _ = signal.wait(nanoseconds: microseconds * 1_000) }
        takeSignals()
    }

    /// Takes what was signalled meanwhile: the next look finds what all of it was for.
    private func takeSignals() { while signal.wait(nanoseconds: 0) {} }

    /// Sleeps until woken, or for half a second.
    ///
    /// Call ``willSleep()`` and look for work once more before. It may also return early for a wake that came before.
    func sleep() {
        _ = signal.wait(nanoseconds: 500_000_000)
        takeSignals()
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }

    /// Announces sleep: a wake from now on signals.
    func willSleep() { isAsleep.store(true, ordering: .sequentiallyConsistent) }

    /// Takes the announcement back, since there is work.
    func willNotSleep() { isAsleep.store(false, ordering: .sequentiallyConsistent) }
}
