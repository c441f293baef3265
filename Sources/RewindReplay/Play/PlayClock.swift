/// Releases the steps of a recording when they are due, on any clock.
///
/// Each step waits for its moment after the start, not for a pause after the step before. So the time that printing takes is compensated,
/// and playing never drifts.
package struct PlayClock<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    private let start: C.Instant
    private var schedule: PlaySchedule

    /// A clock that starts now.
    package init(_ clock: C, schedule: PlaySchedule) {
        self.clock = clock
        self.schedule = schedule
        start = clock.now
    }

    /// Waits until the step with a recorded time is due; returns at once if the step is late.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    package mutating func waitForStep(at nanoseconds: Int) async throws {
        let due = start.advanced(by: schedule.offset(ofStepAt: nanoseconds))
        if clock.now < due {
            try await clock.sleep(until: due, tolerance: .milliseconds(1))
        } else {
            try Task.checkCancellation()
        }
    }
}
