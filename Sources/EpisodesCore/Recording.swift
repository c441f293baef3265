import ArgumentParser
import RewindArchive
import RewindFormat
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue

/// What this app does with recordings: all that Rewind adds to it is in this file.
struct RecordingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Record the session, in a directory of its own below this one.", valueName: "directory"))
    var record: String?

    @Option(help: ArgumentHelp("Show a recorded session again, at its own pace, without server or keys; q leaves.", valueName: "bundle"))
    var replay: String?

    @Option(help: ArgumentHelp("Begin in the state after a recorded step.", valueName: "bundle@step"))
    var from: RecordedPlace?

    func validate() throws {
        guard replay == nil || (from == nil && record == nil) else {
            throw ValidationError("--replay shows a session as it was; leave --from and --record out.")
        }
    }

    /// Begins to record if the command line or `rewind record` asks for it.
    func begin(details: [String: String]) -> SessionRecorder {
        guard replay == nil else { return SessionRecorder(nil) }
        var configuration = record.map { Recorder.Configuration(app: "Episodes", directory: $0) } ?? .requested(app: "Episodes")
        configuration?.details = details
        return SessionRecorder(configuration)
    }
}

/// The recorder of this session, or nothing.
struct SessionRecorder {
    private let recorder: Recorder?
    private let notes = Notes()

    init(_ configuration: Recorder.Configuration?) {
        var configuration = configuration
        configuration?.onEvent = { [notes] in notes.add($0.message) }
        recorder = configuration.map(Recorder.init)
    }

    /// What the store needs for its reductions to be recorded.
    func middlewares(from initialState: AppState) -> [Middleware<AppState, AppAction>] {
        recorder.map { [$0.middleware(initialState: initialState)] } ?? []
    }

    /// Ends the recording, and says what the user should know, now that the screen is free.
    func finish() {
        recorder?.finish()
        notes.print()
    }
}

/// A step of a recording on the command line: `bug.rewind@120`.
struct RecordedPlace: ExpressibleByArgument {
    var path: String
    var step: Int

    init?(argument: String) {
        guard let at = argument.lastIndex(of: "@"), let step = Int(argument[argument.index(after: at)...]), step >= 0,
            at > argument.startIndex
        else { return nil }
        (path, self.step) = (String(argument[..<at]), step)
    }

    /// The state after the step; throws ``RecordingError`` for what can't be opened, ``ReplayError`` for a state that isn't known.
    func state() throws -> AppState { try Replay(path: path).state(at: step) }
}

/// A recorded session of this app, to be shown again.
struct Replay: Sendable {
    private let recording: Recording

    /// Opens a recording in either form.
    init(path: String) throws { recording = try Recording(directory: path) }

    /// Takes the store through the recorded steps, at the intervals they had.
    ///
    /// What the reducer does at a step, a crash too, it does again.
    ///
    /// - Parameter show: is told each step before it is reduced.
    func run(in store: Store<AppState, AppAction>, clock: some Clock<Duration>, show: @Sendable (ActionLine) -> Void) async throws {
        store.mode = .replaying
        await store.finish()
        store.replaceState(try state(at: (recording.steps?.lowerBound ?? 1) - 1))
        let begin = clock.now
        for segment in recording.segments.map(\.index) {
            for line in try recording.segment(segment).actions where line.store == ActionLine.mainStore {
                try await clock.sleep(
                    until: begin.advanced(by: .nanoseconds(line.time - (recording.times?.lowerBound ?? 0))), tolerance: nil)
                show(line)
                if let action = line.action, line.type != ActionLine.external {
                    store.replay(
                        try decode(action, at: line.step), context: ActionContext(cause: line.cause, site: line.site, step: line.step))
                } else {
                    store.replaceState(try state(at: line.step))
                }
            }
        }
    }

    /// The state after a step.
    func state(at step: Int) throws -> AppState {
        let last = recording.steps?.upperBound ?? 0
        guard step <= last else {
            throw ReplayError(path: recording.path, step: step, reason: "there is no such step, the last is \(last)")
        }
        var state: JSONValue?
        for segment in recording.segments.reversed() {
            for line in try recording.segment(segment.index).states where line.store == ActionLine.mainStore && line.step <= step {
                switch line.change {
                case .keyframe(let keyframe): state = keyframe
                case .patch(let patch):
                    guard var patched = state.take() else { break }
                    try patch.apply(to: &patched)
                    state = patched
                case .unencodable: state = nil
                case .failed, .action: break
                }
            }
            if let state { return try decode(state, at: step) }
        }
        throw ReplayError(path: recording.path, step: step, reason: "its state is not in the recording")
    }

    private func decode<Value: Decodable>(_ value: JSONValue, at step: Int) throws -> Value {
        do {
            return try value.decode()
        } catch {
            throw ReplayError(path: recording.path, step: step, reason: "it does not fit this version of Episodes: \(error)")
        }
    }
}

/// Why a recorded step can't be shown.
struct ReplayError: Error, CustomStringConvertible {
    var path: String
    var step: Int
    var reason: String

    var description: String { "\(path), step \(step): \(reason). `rewind info \(path)` tells what is in the recording." }
}

extension Recorder.Event {
    /// What the user should know; `nil` for what passes.
    var message: String? {
        switch self {
        case .failed(let error): "the session is not recorded: \(error)"
        case .suspended(let error): "recording has stopped: \(error)"
        case .resumed(let dropped): "recording goes on; \(dropped) actions are lost"
        case .statesDelayed(let error): "states are recorded late: \(error)"
        case .foundUnfinished(let recording):
            "an earlier session ended unfinished; `rewind seal \(recording.directory)` makes a file of its recording"
        }
    }
}
