import Dispatch
import RewindSystem
import Synchronization

/// Shows on a terminal's standard error what is being done if it takes longer than a second, and for how long.
///
/// The library does not report progress, so this shows a clock; of several recordings, a bar shows how many are done.
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

    /// Shows on a terminal how far work is, in place of what was told before, until something else is written.
    static func report(_ words: String) {
        guard StandardStream.error.isTerminal else { return }
        isCounting.withLock { $0 = true }
        _ = StandardStream.error.write("\rrewind: \(words)\u{1B}[K".utf8)
    }

    /// How many of several things are done, shown on a terminal once they take longer than a second, until something is printed.
    final class Count: Sendable {
        private let total: Int
        private let things: String
        private let start = ContinuousClock.now

        /// - Parameter things: what is counted, such as `recordings`.
        init(of total: Int, _ things: String) { (self.total, self.things) = (total, things) }

        func report(_ done: Int) {
            guard StandardStream.error.isTerminal, ContinuousClock.now - start >= .seconds(1), !StandardOutput.hasPager, !Diagnostics.isHeld
            else { return }
            Activity.report("\(Self.bar(done, of: total)) \(done) of \(total) \(things)")
        }

        /// Clears what is shown.
        func end() { Activity.clearCount() }

        private static func bar(_ done: Int, of total: Int) -> String {
            let width = 20
            let filled = done * width / max(1, total)
            return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "]"
        }
    }

    private static let isCounting = Mutex(false)

    /// Clears a count, before something else is written to the terminal.
    static func clearCount() {
        let isShown = isCounting.withLock { isCounting in
            defer { isCounting = false }
            return isCounting
        }
        if isShown { _ = StandardStream.error.write("\r\u{1B}[K".utf8) }
    }
}
