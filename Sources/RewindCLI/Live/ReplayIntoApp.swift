import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindValue

/// Replays a recording in a running app at its original pace, and then returns the app to its user.
struct ReplayIntoApp: Sendable {
    let timeline: Timeline
    /// The store of the recording, and of the app.
    let store: String?
    /// Whether the app continues from the state that the replay reached.
    let keeps: Bool

    struct Report: Sendable {
        /// The number of steps whose actions the app has reduced again.
        var reduced = 0
        /// The number of steps of which only the state was shown, because their actions can't be decoded, and the reason for the first.
        var shown = 0
        var reason: String?
        /// The number of actions that the app refused meanwhile.
        var refused = 0
        var wasCancelled = false
        /// The step at which the app ended, if it did.
        var end: Step?
    }

    /// Replays steps at their recorded times.
    ///
    /// If the task is cancelled, the app gets its previous state back. If the app ends at a step, the report says so.
    ///
    /// - Parameter show: called with each step before the app gets it.
    /// - Throws: `ControlError` if the app refuses the replay, `LiveError` if the app can't be reached; its state is then unchanged.
    func run(
        _ range: ClosedRange<Int>, schedule: PlaySchedule, in client: LiveClient, show: @Sendable (Step) throws -> Void
    ) async throws -> Report {
        var report = Report()
        let name = store ?? timeline.mainStore
        _ = try await client.call(BeginReplay(store: store))
        do {
            do {
                let first = range.lowerBound - (range.lowerBound > timeline.steps.lowerBound ? 1 : 0)
                try await self.show(first, of: name, in: client)
            } catch let error as ControlError where error.code == .placeholder {
                throw ControlError(.placeholder, "the app can't be left in what is replayed (--keep): \(error.message)", data: error.data)
            }
            var play = PlayClock(ContinuousClock(), schedule: schedule)
            var rest: ClosedRange<Int>? = range
            while let next = rest, let step = try timeline.firstStep(in: next) {
                let number = step.number
                rest = number < range.upperBound ? (number + 1)...range.upperBound : nil
                guard step.store == name, let line = step.line else { continue }
                try await play.waitForStep(at: line.time)
                try show(step)
                do {
                    if line.type != ActionLine.external, line.action != nil, !line.isDumped {
                        try await reduce(line, in: client)
                        report.reduced += 1
                        continue
                    }
                } catch let error as LiveError where error.code == .disconnected || error.code == .closed {
                    report.end = step
                    return report
                } catch let error as ControlError where error.code == .undecodable || error.code == .invalidParameters {
                    report.reason = report.reason ?? error.message
                }
                try await self.show(number, of: name, in: client)
                report.shown += 1
            }
        } catch is CancellationError {
            report.wasCancelled = true
        }
        let keep = keeps && !report.wasCancelled
        // A separate task, because it must run even if this one was cancelled.
        let end = Task { [store] in try await client.call(EndReplay(store: store, keep: keep)) }
        report.refused = try await end.value.refused
        return report
    }

    private func show(_ step: Int, of store: String, in client: LiveClient) async throws {
        let state = try timeline.state(at: step, store: store).get()
        _ = try await client.call(ShowState(store: self.store, state: state, keep: keeps ? true : nil))
    }

    private func reduce(_ line: ActionLine, in client: LiveClient) async throws {
        var bytes: [UInt8] = []
        ActionLine.writeHead(step: line.step, time: line.time, into: &bytes)
        line.writeMembers(into: &bytes)
        _ = try await client.call(ReduceAction(store: store, line: try JSONValue(parsing: bytes)))
    }
}
