import Synchronization

/// A bar on standard error for what takes longer than a second; nothing where that is no terminal.
final class Progress: Sendable {
    private let what: String
    private let state: Mutex<State>

    private struct State {
        let start = ContinuousClock.now
        var lastDrawn: ContinuousClock.Instant?
    }

    /// A bar that says what is being done.
    init(_ what: String) {
        self.what = what
        state = Mutex(State())
    }

    /// Draws the bar, at most ten times a second, once a second has passed.
    func update(_ done: Int, of total: Int) {
        guard StandardStream.error.isTerminal, total > 0 else { return }
        let isDue = state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.start > .seconds(1), state.lastDrawn.map({ now - $0 > .milliseconds(100) }) ?? true else { return false }
            state.lastDrawn = now
            return true
        }
        if isDue { _ = StandardStream.error.write(("\r" + Self.text(what, done: done, of: total) + "\u{1B}[K").utf8) }
    }

    /// Takes the bar away.
    func finish() {
        if state.withLock({ $0.lastDrawn != nil }) { _ = StandardStream.error.write("\r\u{1B}[K".utf8) }
    }

    /// The bar as text: `reading [#####.....] 50 %`.
    static func text(_ what: String, done: Int, of total: Int) -> String {
        let share = min(max(Double(done) / Double(max(1, total)), 0), 1)
        let filled = Int(share * 30)
        return "\(what) [\(String(repeating: "#", count: filled))\(String(repeating: ".", count: 30 - filled))] \(Int(share * 100)) %"
    }
}
