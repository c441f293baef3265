import Dispatch
import RewindSystem

/// Shows on a terminal's standard error what is being done if it takes longer than a second, and for how long.
///
/// The library does not report progress, so this shows a clock and not a progress bar.
enum Activity {
    /// Runs work under a name such as `sealing`.
    static func during<Result, Failure: Error>(_ name: String, _ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard StandardStream.error.isTerminal else { return try work() }
        let start = ContinuousClock.now
        let queue = DispatchQueue(label: "rewind.activity")
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler {
            if StandardOutput.hasPager || Diagnostics.isHeld { return }
            let text = "\rrewind: \(name), \((ContinuousClock.now - start).components.seconds) s\u{1B}[K"
            _ = StandardStream.error.write(text.utf8)
        }
        timer.resume()
        defer {
            timer.cancel()
            queue.sync {}  // a tick that has begun comes before the line is cleared
            if ContinuousClock.now - start >= .seconds(1), !StandardOutput.hasPager, !Diagnostics.isHeld {
                _ = StandardStream.error.write("\r\u{1B}[K".utf8)
            }
        }
        return try work()
    }

    /// Runs work that tells how far it is.
    static func telling<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        defer { if StandardStream.error.isTerminal { _ = StandardStream.error.write("\r\u{1B}[K".utf8) } }
        return try work()
    }

    /// Shows on a terminal how far work is, in place of what was told before.
    static func tell(_ words: String) {
        if StandardStream.error.isTerminal { _ = StandardStream.error.write("\rrewind: \(words)\u{1B}[K".utf8) }
    }
}
