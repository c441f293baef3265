import RewindStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClocks {
    @Test func sleepersWakeWhenTheirTimeHasComeAndNotBefore() async throws {
        let clock = ManualClock()
        let early = Task { try await clock.sleep(for: .seconds(1)) }
        let late = Task { try await clock.sleep(for: .seconds(2)) }
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        try await early.value
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        try await late.value
        #expect(clock.now.offset == .seconds(2))
    }

    @Test func aCancelledSleeperWakesWithAnError() async {
        let clock = ManualClock()
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
    }

    @Test func aDeadlineInThePastNeedsNoSleep() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: .init(offset: .seconds(5)))
    }
}
