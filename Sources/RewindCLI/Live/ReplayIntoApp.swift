import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindValue

/// Replays a recording in a running app, at its pace, and gives the app back to its user afterwards.
struct ReplayIntoApp: Sendable {
    let timeline: Timeline
    /// The recorded store, which is also the app's.
    let store: String?
    /// Whether the app goes on in the state that the replay reached.
    let keeps: Bool

    /// What came of a replay.
    struct Report: Sendable {
        /// Steps whose actions the app has reduced again.
        var reduced = 0
        /// Steps whose states were shown, since their actions can't be made again, and why for the first of them.
        var shown = 0
        var reason: String?
        /// Actions that the app refused meanwhile.
        var refused = 0
        /// Whether it was ended early.
        var wasCancelled = false
        /// The step at which the app ended, if it did.
        var end: Step?
    }

    /// Replays steps, each when it is due.
    ///
    /// If the task is cancelled, the app is given back as it was.
    ///
    /// - Parameter show: is told each step before the app gets it.
    /// If the app ends at a step, the report says so.
    ///
    /// - Throws: `ControlError` if the app refuses the replay, `LiveError` if the app can't be reached; it then is as it was before.
    func run(
        _ range: ClosedRange<Int>, schedule: PlaySchedule, in client: LiveClient, show: @Sendable (Step) -> Void
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
                guard step.store == name, let line = step.action else { continue }
                try await play.waitForStep(at: line.time)
                show(step)
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
        // Not part of this task: it has to be done even if that was cancelled.
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
