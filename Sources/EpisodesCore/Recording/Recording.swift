import ArgumentParser
import RewindArchive
import RewindCapture
import RewindControl
import RewindFormat
import RewindMiddleware
import RewindRecorder
import RewindRendering
import RewindReplay
import RewindStore
import RewindSystem
import RewindValue
import SmallFoundation
import Synchronization

/// The app's recording options: all code for recording with Rewind is in this file.
struct RecordingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Record the session, in a directory of its own below this one.", valueName: "directory"))
    var record: String?

    @Option(
        help: ArgumentHelp(
            "How much is recorded: masked, secrets or everything; by default secrets in a debug build, else masked.", valueName: "level"),
        transform: { text in
            guard let level = RedactionLevel(rawValue: text) else {
                throw ValidationError("'\(text)' is not a level: choose masked, secrets or everything")
            }
            return level
        })
    var level: RedactionLevel?

    @Flag(help: "Record the screen too, as text, whenever it has settled; not at the level masked.")
    var pictures = false

    @Option(
        help: ArgumentHelp(
            "Show a recorded session again, at its own pace, without server or keys; q leaves. 'latest' is the newest.", valueName: "bundle"
        ))
    var replay: String?

    @Option(help: ArgumentHelp("Begin in the state after a recorded step, such as latest@41.", valueName: "bundle@step"))
    var from: RecordedPlace?

    @Option(
        name: .customLong("witness"),
        help: ArgumentHelp(
            "Write to a file or pipe the number of each recorded step when its reduction begins, and a line when an effect does.",
            visibility: .hidden))
    var reducerLogPath: String?

    func validate() throws {
        guard replay == nil || (from == nil && record == nil) else {
            throw ValidationError("--replay shows a session as it was; leave --from and --record out.")
        }
        guard !pictures || level != .masked else {
            throw ValidationError("--pictures shows texts that --level masked hides: leave one of them out.")
        }
    }

    /// Starts recording if the command line or `rewind record` requests it.
    ///
    /// - Parameter isShared: whether others may see the state while the app runs: it is then always recorded, by default into a directory
    ///   that is removed with the session, unless the session ends in a crash.
    func begin(details: [String: String], isShared: Bool = false) -> SessionRecorder {
        guard replay == nil else { return SessionRecorder(nil, reducerLog: nil) }
        var configuration = Recorder.Configuration(app: "Episodes", directory: record)
        var temporary: SessionDirectory?
        if record == nil, !configuration.isRequested {
            guard isShared else { return SessionRecorder(nil, reducerLog: nil) }
            let directory = SessionDirectory()
            configuration.directory = directory.path
            temporary = directory
        }
        if let level { configuration.level = level }
        configuration.details = details
        return SessionRecorder(
            configuration, reducerLog: reducerLogPath, temporary: temporary, choseDirectory: !configuration.isRequested,
            takesPictures: pictures
        )
    }
}

/// The recorder of this session, if any.
struct SessionRecorder: Sendable {
    let recorder: Recorder?
    private let temporary: SessionDirectory?
    private let choseDirectory: Bool
    private let reducerLog: ReducerLog?
    private let notes = DeferredMessages()
    private let screen = RecordedScreen()

    /// - Parameters:
    ///   - choseDirectory: whether the app itself chose where it records, so that it must report that at the end.
    ///   - takesPictures: whether the screen is recorded.
    init(
        _ configuration: Recorder.Configuration?, reducerLog path: String?, temporary: SessionDirectory? = nil,
        choseDirectory: Bool = false,
        takesPictures: Bool = false
    ) {
        (self.temporary, self.choseDirectory) = (temporary, choseDirectory)
        reducerLog = path.map(ReducerLog.init)
        var configuration = configuration
        configuration?.onEvent = { [notes] in notes.add($0.description) }
        if takesPictures {
            configuration?.pictures.draw = { [screen] in screen.picture }
            if configuration?.level == .masked { notes.add("The screen is not recorded at the level masked; choose --level secrets.") }
        }
        recorder = configuration.map(Recorder.init)
    }

    /// The middlewares that record the store's reductions.
    func middlewares(from initialState: AppState) -> [Middleware<AppState, AppAction>] {
        guard let recorder else { return [] }
        return [recorder.middleware(initialState: initialState)] + (reducerLog.map { [$0.middleware] } ?? [])
    }

    /// Lets the recorder see the screen, if it is to be recorded; `draw` is called on a thread of the recorder's.
    func showScreen(_ draw: @escaping @Sendable () -> String) { screen.show(draw) }

    /// A hint where to look if the app crashes or is killed.
    var hint: String? {
        choseDirectory ? recorder?.directory.map { "Episodes ended before you quit it. To see why: rewind crash \($0)" } : nil
    }

    /// Stores a message for the end.
    func note(_ note: String) { notes.add(note) }

    /// Ends the recording, and prints the messages, now that the terminal is restored.
    func finish() {
        recorder?.finish()
        temporary?.remove()
        notes.print()
    }
}

/// The screen for the recorder, which is empty until there is a store.
final class RecordedScreen: Sendable {
    private let draw = Mutex<(@Sendable () -> String)?>(nil)

    func show(_ draw: @escaping @Sendable () -> String) { self.draw.withLock { $0 = draw } }

    var picture: Picture? { draw.withLock { $0 }.map { .text($0()) } }
}

/// A step of a recording, as given on the command line: `bug.rewind@120`.
struct RecordedPlace: ExpressibleByArgument {
    var path: String
    var step: Int

    init?(argument: String) {
        guard let at = argument.lastIndex(of: "@"), let step = Int(argument[argument.index(after: at)...]), step >= 0,
            at > argument.startIndex
        else { return nil }
        (path, self.step) = (String(argument[..<at]), step)
    }

    /// The state after the step; throws ``RecordingError`` if the recording can't be opened, ``UnknownState`` if the state is unknown.
    ///
    /// The tokens of a session are never recorded, so a signed-in user is signed out, with a message.
    func state() throws -> AppState {
        let timeline = try openTimeline(path)
        let store = timeline.mainStore
        var state = try timeline.decode(timeline.state(at: step).get(), as: AppState.self, of: store, after: step)
        if let session = state.session, session.token.hasPrefix("[REDACTED") {
            state.session = nil
            state.comments.notice = "The recording holds no password or token of \(session.user): sign in again."
        }
        return state
    }
}

/// Replays a recorded session of this app.
struct Replay: Sendable {
    private let timeline: Timeline

    /// Opens a recording of either form.
    init(path: String) throws { timeline = try openTimeline(path) }

    /// A description of the next step: `replay: step 41 of 67, comments/edit`.
    func text(for step: Step) -> String {
        "replay: step \(step.number) of \(timeline.steps.upperBound), \(step.type)\(crashSuffix(of: step))"
    }

    /// The next step as a row: `41  comments/edit`.
    func row(of step: Step) -> String { "\(step.number)  \(TerminalText.escaped(step.type))\(crashSuffix(of: step))" }

    private func crashSuffix(of step: Step) -> String {
        if case .underWay(.reducer) = step.outcome { ", in whose reducer the recorded session ended" } else { "" }
    }

    /// The message after the last step.
    var textAtEnd: String { "replay: over, after step \(timeline.steps.upperBound)" }

    /// Replays the recorded steps in the store, at their original intervals.
    ///
    /// The reducer does again what it did at a step, including a crash.
    ///
    /// - Parameters:
    ///   - schedule: the original intervals, or different ones.
    ///   - show: called with each step before it is reduced.
    func run(
        in store: Store<AppState, AppAction>, schedule: PlaySchedule = PlaySchedule(), clock: ContinuousClock, show: (Step) -> Void
    ) async throws {
        try await store.replay(timeline, schedule: schedule, clock: clock, willReplay: show)
    }
}

/// Opens the recording at a path, or the newest one on this machine for the word `latest`.
private func openTimeline(_ name: String) throws -> Timeline {
    try Timeline(openRecording(at: try RecordingLibrary.path(of: name, note: DeferredMessages.printToError)))
}

/// Messages to print after the terminal is restored.
final class DeferredMessages: Sendable {
    private let state = Mutex<[String]>([])

    func add(_ note: String?) {
        if let note { state.withLock { $0.append(note) } }
    }

    /// Prints a message immediately.
    static func printToError(_ note: String) { StandardStream.error.write("Episodes: \(TerminalText.escaped(note))\n") }

    func print() {
        state.withLock(\.self).forEach(Self.printToError)
    }
}

/// Reports from inside each reduction which step has begun, and each effect that has, so that a test can check the recording of a killed
/// session.
struct ReducerLog: Sendable {
    private let file: File?

    /// Creates a log that writes to a file or pipe; if it can't be opened, nothing is written.
    init(path: String) { file = try? File(opening: path, .append) }

    /// Placed after the recorder, which has the step or the effect by then.
    var middleware: Middleware<AppState, AppAction> {
        Middleware(
            reduce: { context, state, action, reduce in
                if let step = context.step { note("\(step)") }
                return reduce(&context, &state, action)
            },
            track: { _ in
                note("effect")
                return nil
            })
    }

    private func note(_ line: String) { try? file?.write(Array("\(line)\n".utf8)) }
}

/// A directory that lives as long as the session: in the library, where `rewind list` finds it while the app runs and after a crash.
struct SessionDirectory: Sendable {
    let path: String

    /// Creates a directory in the library, or in the folder for temporary files if the library is not writable.
    init(in library: RecordingLibrary? = RecordingLibrary()) {
        path =
            (try? library?.makeLiveDirectory(stamp: "\(ProcessInfo.processInfo.processIdentifier)"))
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("episodes-\(UUID().uuidString)").path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
