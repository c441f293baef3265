/// When each step of a recording is due while it plays: the original intervals, scaled, with long pauses cut.
///
/// A pure computation. Offsets count from the start of playing, so no error accumulates, however many steps there are.
public struct PlaySchedule: Sendable, Equatable {
    /// The playing speed relative to the recorded one, from a thousandth to a million.
    package let speed: Double
    /// The longest pause between two steps, in recorded time; `nil` keeps all of them.
    package let idleLimit: Duration?

    private var last: Int?
    private var elapsed = Duration.zero

    /// A schedule with a speed, clamped to its bounds, and a limit for pauses.
    public init(speed: Double = 1, idleLimit: Duration? = nil) {
        self.speed = min(max(speed, 0.001), 1_000_000)
        self.idleLimit = idleLimit
    }

    /// When the step with a recorded time, the next one in order, is due after the start of playing.
    ///
    /// The first step is due at once. A step whose time lies before that of the previous step is due together with it.
    package mutating func offset(ofStepAt nanoseconds: Int) -> Duration {
        if let last, nanoseconds > last {
            var pause = Duration.nanoseconds(nanoseconds.subtractingReportingOverflow(last).partialValue)
            if pause < .zero { pause = .nanoseconds(Int.max) }  // more than an `Int` of nanoseconds, which only a forged recording has
            elapsed += min(pause, idleLimit ?? pause)
        }
        last = max(nanoseconds, last ?? nanoseconds)
        return speed == 1 ? elapsed : elapsed / speed
    }
}
