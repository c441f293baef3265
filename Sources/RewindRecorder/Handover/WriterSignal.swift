import RewindSystem
import Synchronization

/// How a dispatching thread makes the writer's thread look for work.
///
/// A signal to a sleeping thread costs the dispatching thread two microseconds or more. So while work keeps coming, the writer's thread
/// polls, with rests in between; it sleeps until woken only after a while without work.
final class WriterSignal: Sendable {
    private let signal = WaitSignal()
    private let isAsleep = Atomic<Bool>(false)

    /// Makes the thread look for work soon: wakes it if it sleeps, and does not interrupt its rest.
    ///
    /// One atomic operation, except for the first call after a pause.
    func wake() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { signal.signal() }
    }

    /// Sees to it that the thread looks for work now.
    func wakeAtOnce() {
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        signal.signal()
    }

    /// Rests between two looks for work; only ``wakeAtOnce()`` ends the rest early.
    func rest(microseconds: Int) {
        if microseconds > 0 { _ = signal.wait(nanoseconds: microseconds * 1_000) }
        drainSignals()
    }

    /// Takes the pending signals: the next look finds the work of all of them.
    private func drainSignals() { while signal.wait(nanoseconds: 0) {} }

    /// Sleeps until woken, or for half a second, or for fewer nanoseconds.
    ///
    /// Before this, call ``willSleep()`` and look for work once more. It may also return early because of an earlier wake.
    func sleep(atMost nanoseconds: Int? = nil) {
        _ = signal.wait(nanoseconds: min(nanoseconds ?? .max, 500_000_000))
        drainSignals()
        isAsleep.store(false, ordering: .sequentiallyConsistent)
    }

    /// Announces sleep: a wake from now on signals.
    func willSleep() { isAsleep.store(true, ordering: .sequentiallyConsistent) }

    /// Takes the announcement back, since there is work.
    func willNotSleep() { isAsleep.store(false, ordering: .sequentiallyConsistent) }
}
