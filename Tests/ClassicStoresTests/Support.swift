import RewindControl
import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import Synchronization
import TestSupport
import Testing

/// A session of an app whose store has the recorder, and the same session replayed by the reducer alone.
struct RecordedApp<State: Codable & Equatable & Sendable, Action: Codable & Sendable> {
    let initialState: State
    let reducer: Reducer<State, Action>

    /// Runs a session, and gives its end and the names of its steps; then replays it, which must come to the same state.
    func record(
        _ middlewares: [Middleware<State, Action>], _ session: (Store<State, Action>) async throws -> Void
    ) async throws -> (state: State, steps: [String]) {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Classic", directory: folder.path))
        let store = Store(
            initialState: initialState, reducer: reducer, middlewares: middlewares + [recorder.middleware(initialState: initialState)])
        try await session(store)
        await store.finish()
        recorder.finish()

        let timeline = try Timeline(Recording(directory: try #require(recorder.directory)))
        #expect(timeline.recording.losses.isEmpty)
        let replayed = Store(initialState: initialState, reducer: reducer, middlewares: middlewares)
        let report = try await replayed.replay(timeline, schedule: PlaySchedule(speed: 1_000_000), clock: ContinuousClock())
        #expect(replayed.state == store.state)
        #expect(report.refused.isEmpty && report.restored.isEmpty && report.reduced == timeline.steps.upperBound)
        let last = timeline.steps.upperBound
        return (store.state, try (1...max(1, last)).compactMap { try timeline.step(at: $0)?.type })
    }
}

/// Notes what happens, from any thread.
final class Notes<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock(\.self) }

    func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
