import Synchronization

/// A clock that stops until a test advances it, for tests of debounces, delays and timers.
///
/// ```swift
/// store.dispatch(.search(.setQuery("office")))
/// await clock.sleepers(1)
/// clock.advance(by: .milliseconds(300))
/// await store.finish()
/// ```
package final class ManualClock: Clock, Sendable {
    /// A point in this clock's time: its distance from the beginning.
    package struct Instant: InstantProtocol {
        /// The time since the clock was made.
        package var offset: Duration

        /// The instant this long after the beginning.
        package init(offset: Duration) { self.offset = offset }

        /// The instant that is later by a duration.
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from here to another instant.
        package func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one instant comes before another.
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, alarm: AsyncStream<Never>.Continuation)] = [:]
        /// The tasks that wait for a number of sleepers.
        var watchers: [(count: Int, alarm: AsyncStream<Never>.Continuation)] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// A clock at zero.
    package init() {}

    /// The present, which only ``advance(by:)`` moves.
    package var now: Instant { state.withLock { $0.now } }

    /// Zero: a caller may ask for any duration, however short.
    package var minimumResolution: Duration { .zero }

    /// Sleeps until the clock has been advanced to the deadline; throws `CancellationError` when the task is cancelled.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let (time, alarm) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            guard deadline > state.now else { return alarm.finish() }
            state.lastNumber += 1
            let number = state.lastNumber
            state.sleepers[number] = (deadline, alarm)
            alarm.onTermination = { _ in self.state.withLock { $0.sleepers[number] = nil } }
            for watcher in state.watchers where watcher.count <= state.sleepers.count { watcher.alarm.finish() }
        }
        for await _ in time {}
        try Task.checkCancellation()
    }

    /// Moves the clock, and wakes the sleepers that are due, in the order of their deadlines.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            return state.sleepers.filter { $0.value.deadline <= state.now }
        }
        for (_, sleeper) in due.sorted(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }) { sleeper.alarm.finish() }
    }

    /// Waits until at least this many tasks sleep.
    package func sleepers(_ count: Int) async {
        let (time, alarm) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.sleepers.count >= count { alarm.finish() } else { state.watchers.append((count, alarm)) }
        }
        for await _ in time {}
    }
}
