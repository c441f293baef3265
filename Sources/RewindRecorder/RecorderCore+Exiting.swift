import Dispatch
import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// The process exits: by `exit`, whoever calls it, or because `main` has returned.
///
/// Other threads may go on dispatching until the process is gone, and so does the recording: actions are written ahead, a trap is seen, the lock is
/// held, the writer writes. What is done here is to say that the process exits by itself, and to wait until the states are there that were handed over by now.
extension RecorderCore {
    /// Says that the process exits, and has the writer bring the recording into the order in which it may end at any moment.
    ///
    /// - Returns: what tells that this is done; `nil` where there is nothing to wait for.
    func processWillExit() -> DispatchSemaphore? {
        guard !isForked else { return nil }
        guard let settled = requestFlush(isExiting: true) else { return isDone ? nil : done }
        status.setExited()
        return settled
    }

    private var isDone: Bool { registry.withLock { $0.isDone } }

    /// Waits, as long as the writer gets on: `exit` may have been called on the thread that would do the work.
    func wait(for settled: DispatchSemaphore, until end: DispatchTime) {
        var (lines, moved) = (progress.load(ordering: .relaxed), DispatchTime.now())
        while DispatchTime.now() < end, DispatchTime.now() < moved + .seconds(1) {
            if settled.wait(timeout: .now() + .milliseconds(20)) == .success {
                settled.signal()
                return
            }
            let present = progress.load(ordering: .relaxed)
            if present != lines { (lines, moved) = (present, .now()) }
        }
    }

    /// The writer's part: what was left out makes its step, idle stores have their keyframes, and the manifest says what only the recorder knows.
    func settle(_ writer: StateWriter) {
        for channel in registry.withLock({ $0.channels }) { channel.settleOmission { append($0) } }
        _ = drain(into: writer)
        let lastStep = journal.withLock { $0.lastStep }  // of stores that are idle from here on, every step up to this one is written
        for channel in registry.withLock({ $0.channels }) where !channel.isUnderWay(before: lastStep + 1) {
            channel.checkLastSegment(of: writer)
            channel.completeSegments(upTo: writer.newestSegment ?? 0, into: writer, isLast: true)
        }
        writer.flush()
        status.set(lastState: writer.lastStep)
    }

    /// What the manifest says once the process exits, beside what it said before.
    func exitFacts() -> ExitFacts {
        ExitFacts(redaction: redactor.counts, outage: journal.withLock { $0.outage?.gap })
    }
}

/// What the recording says of itself at the end, and only the recorder knows.
struct ExitFacts: Equatable {
    var redaction: [String: Int]
    /// Actions that could not be written, and of which not even a gap tells.
    var outage: GapLine?

    /// Writes the facts into a manifest.
    func complete(_ manifest: inout Manifest) {
        manifest.redaction = redaction
        guard let outage else { return }
        let (first, last) = (outage.steps.lowerBound, outage.steps.upperBound)
        manifest.counts.dropped += outage.steps.count
        manifest.losses.append("\(first == last ? "step \(first)" : "steps \(first) to \(last)") could not be written: \(outage.reason)")
    }
}
