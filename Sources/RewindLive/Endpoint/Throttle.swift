/// Computes how long the next message has to wait, so that the number of messages per second stays limited.
struct Throttle: Sendable {
    private let interval: Duration
    private let burst: Duration
    /// When the messages so far would be through at that rate.
    private var due: ContinuousClock.Instant?

    init(perSecond limit: Int) {
        interval = .seconds(1) / max(1, limit)
        burst = .seconds(1)
    }

    /// Counts one message; `nil` if it need not wait.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration? {
        let next = max(due ?? now, now) + interval
        due = next
        let ahead = next - now
        return ahead > burst ? ahead - burst : nil
    }
}
