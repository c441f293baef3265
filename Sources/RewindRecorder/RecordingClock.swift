import RewindFormat
import RewindSystem

/// The source of a recorder's time; replaceable, so that tests are exact.
package struct RecordingClock: Sendable {
    /// Monotonic nanoseconds since some fixed moment.
    package var monotonic: @Sendable () -> Int
    /// Nanoseconds since 1970 by the wall clock.
    package var wall: @Sendable () -> Int

    package init(monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int) {
        self.monotonic = monotonic
        self.wall = wall
    }

    package static let system = RecordingClock(monotonic: SystemFacts.monotonicNanoseconds, wall: SystemFacts.wallNanoseconds)
}
