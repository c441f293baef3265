import Synchronization

/// A clock that stands still until it is told to go on: for tests of debounces, delays and timers.
///
/// ```swift
/// store.dispatch(.search(.setQuery("office")))
/// await clock.sleepers(1)
/// clock.advance(by: .milliseconds(300))
/// await store.finish()
/// ```
public final class ManualClock: Clock, Sendable {
    /// A point in this clock's time: how far it is from the beginning.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// The instant so long after the beginning.
        public init(offset: Duration) { self.offset = offset }

        /// The instant later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How long it is from here to another instant.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one instant comes before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [Watcher] = []
        var lastNumber = 0

        /// Those who wait for as many sleepers as there are now.
        mutating func takeWatchers() -> [Watcher] {
            let due = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return due
        }
    }

    private let state = Mutex(State())

    /// A clock at zero.
    public init() {}

    /// The present, which moves by ``advance(by:)`` alone.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: there is no shorter time than a caller may ask for.
    public var minimumResolution: Duration { .zero }

    /// Sleeps until the clock has been advanced to the deadline; throws `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (answer, watchers): (Result<Void, any Error>?, [Watcher]) = state.withLock { state in
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    if deadline <= state.now { return (.success(()), []) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    return (nil, state.takeWatchers())
                }
                if let answer { continuation.resume(with: answer) }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock, and wakes whoever is due, in the order of the deadlines.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for (_, sleeper) in due { sleeper.continuation.resume() }
    }

    /// Waits until at least so many sleep.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
