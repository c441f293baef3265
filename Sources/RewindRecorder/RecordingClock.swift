import RewindFormat
import RewindSystem

/// The source of a recorder's time; replaceable, so that tests are exact.
public struct RecordingClock: Sendable {
    /// Monotonic nanoseconds since some fixed moment.
    public var monotonic: @Sendable () -> Int
    /// Nanoseconds since 1970 by the wall clock.
    public var wall: @Sendable () -> Int

    /// A clock made of two readings.
    public init(monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The system's clocks.
    public static let system = RecordingClock(monotonic: SystemFacts.monotonicNanoseconds, wall: SystemFacts.wallNanoseconds)
}
