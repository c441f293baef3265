import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// The process exits: some code called `exit`, or `main` returned.
///
/// Other threads may go on dispatching until the process is gone, and recording goes on: actions are written ahead, a trap is seen, the
/// lock is held, the writer writes. This code only notes that the process exits by itself, and waits for the states that have been handed
/// over by now.
extension RecorderCore {
    /// Records that the process exits, and makes the writer bring the recording into a state in which it may end at any moment.
    ///
    /// - Returns: a signal for when this is done; `nil` if there is nothing to wait for.
    func processWillExit() -> WaitSignal? {
        guard !isForked else { return nil }
        guard let settled = requestFlush(isExiting: true) else { return isDone ? nil : done }
        status.setExited(at: now())
        return settled
    }

    private var isDone: Bool { registry.withLock { $0.isDone } }

    /// Waits, as long as the writer gets on: `exit` may have been called on the thread that would do the work.
    ///
    /// - Parameter end: monotonic nanoseconds.
    func wait(for settled: WaitSignal, until end: Int) {
        var (now, lines) = (SystemFacts.monotonicNanoseconds(), progress.load(ordering: .relaxed))
        var moved = now
        while now < end, now - moved < 1_000_000_000 {
            if settled.wait(nanoseconds: 20_000_000) {
                settled.signal()
                return
            }
            now = SystemFacts.monotonicNanoseconds()
            let present = progress.load(ordering: .relaxed)
            if present != lines { (lines, moved) = (present, now) }
        }
    }
}
