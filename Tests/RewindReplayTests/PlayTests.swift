import RewindReplay
import Synchronization
import TestSupport
import Testing

@Suite("Playing at the original pace", .timeLimit(.minutes(5)))
struct PlayTests {
    private static let times = [500, 1_500, 1_500, 61_500, 61_600].map { $0 * 1_000_000 }

    @Test(arguments: [
        (PlaySchedule(), [0, 1_000, 1_000, 61_000, 61_100]),
        (PlaySchedule(speed: 2), [0, 500, 500, 30_500, 30_550]),
        (PlaySchedule(idleLimit: .seconds(2)), [0, 1_000, 1_000, 3_000, 3_100]),
        (PlaySchedule(speed: 0.5, idleLimit: .milliseconds(100)), [0, 200, 200, 400, 600]),
    ])
    func schedulesFromTheStartOfPlaying(schedule: PlaySchedule, offsets: [Int]) {
        var schedule = schedule
        #expect(Self.times.map { schedule.offset(ofStepAt: $0) } == offsets.map { .milliseconds($0) })
    }

    @Test
    func takesTimesThatGoBackwardsOrAreAbsurdInItsStride() {
        var schedule = PlaySchedule()
        #expect([1_000, 500, 1_001, .min].map { schedule.offset(ofStepAt: $0) } == [.zero, .zero, .nanoseconds(1), .nanoseconds(1)])
        var wide = PlaySchedule()
        #expect([Int.min, Int.max].map { wide.offset(ofStepAt: $0) } == [.zero, .nanoseconds(Int.max)])
        #expect(PlaySchedule(speed: 0).speed == 0.001)
    }

    @Test
    func makesUpForTheTimeThatShowingAStepTakes() async throws {
        let clock = ManualClock()
        var play = PlayClock(clock, schedule: PlaySchedule())
        var shown: [Duration] = []
        for time in [0, 100, 200, 1_000] {
            try await play.waitForStep(at: time * 1_000_000)
            shown.append(clock.elapsed)
            clock.advance(by: .milliseconds(150))  // drawing is slow
        }
        #expect(shown == [0, 150, 300, 1_000].map { .milliseconds($0) })
    }

    @Test
    func endsWhenItsTaskIsCancelled() async {
        let task = Task {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in continuation.resume() }
            withUnsafeCurrentTask { $0?.cancel() }
            var play = PlayClock(ManualClock(), schedule: PlaySchedule())
            try await play.waitForStep(at: 0)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// A clock whose sleepers wake at once, with the time they waited for.
private final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Duration.zero)
    var elapsed: Duration { time.withLock { $0 } }
    var now: Instant { Instant(offset: elapsed) }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline.offset) }
    }
}
