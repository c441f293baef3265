import ArgumentParser
import RewindFormat
import RewindJournal
import RewindReplay
import RewindStore
import SmallFoundation
import Synchronization
import TestSupport
import Testing

@testable import EpisodesCore

@Suite(.timeLimit(.minutes(5))) struct RecordedSessions {
    /// Records what happens in a store; gives the recording's directory, and the state at the end.
    private func record(into folder: String, _ session: (AppStore) async throws -> Void) async throws -> (path: String, state: AppState) {
        let recorder = try RecordingOptions.parse(["--record", folder]).begin(details: ["seed": "1"])
        let store = AppStore(initialState: AppState(), reducer: .app(try .instant()), middlewares: recorder.middlewares(from: AppState()))
        try await session(store)
        await store.finish()
        recorder.finish()
        return (try recording(in: folder), store.state)
    }

    private func recording(in folder: String) throws -> String {
        "\(folder)/\(try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first))"
    }

    private func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "episodes-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    private func searchAndOpen(_ store: AppStore) async throws {
        store.dispatch(.navigation(.launch))
        let script = try Script(
            parsing: "wait home.loaded\nkey /\ntype dead air\nwait search.loaded\nenter\nwait comments.loaded\nwait idle")
        try await ScriptRunner(patience: patience, store: store, clock: ContinuousClock(), show: { _, _ in }).run(script)
    }

    @Test func aRecordedSessionReplaysToTheSameStateWithTheServerSilent() async throws {
        try await withFolder { folder in
            let (path, state) = try await record(into: folder, searchAndOpen)
            #expect(state.comments.comments.map(\.text) == ["Do not watch this one alone."])

            let shown = Log()
            let store = AppStore(initialState: AppState(), reducer: .app(AppDependencies(repository: NoRepository(), clock: ManualClock())))
            try await Replay(path: path).run(in: store, schedule: .hurried, clock: ContinuousClock()) { shown.note($0.type) }
            #expect(store.state == state)
            #expect(shown.notes.prefix(2) == ["navigation/launch", "home/load"])
            #expect(shown.notes.filter { $0 == "search/setQuery" }.count == "dead air".count)
        }
    }

    @Test("With --pictures the screen is recorded as text; at the level masked it can't be asked for")
    func theScreenIsRecorded() async throws {
        try await withFolder { folder in
            let recorder = try RecordingOptions.parse(["--record", folder, "--level", "secrets", "--pictures"]).begin(details: [:])
            let store = AppStore(
                initialState: AppState(), reducer: .app(try .instant()), middlewares: recorder.middlewares(from: AppState()))
            recorder.showScreen { plainScreen(store.state) }
            try await searchAndOpen(store)
            let end = ContinuousClock.now + .seconds(20)
            let pictures = try recording(in: folder) + "/attachments"
            while (try? FileManager.default.contentsOfDirectory(atPath: pictures))?.isEmpty != false, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(20))
            }
            await store.finish()
            recorder.finish()
            let recording = try Recording(directory: try recording(in: folder))
            let picture = try #require(AppPictures(of: recording).all.last)
            #expect(picture.isScreen)
            #expect(try recording.screen(picture).first?.contains("Episodes") == true)
        }
        #expect(throws: (any Error).self) { try RecordingOptions.parse(["--level", "masked", "--pictures"]) }
    }

    @Test func theAppCanBeginInTheStateAfterAnyStep() async throws {
        try await withFolder { folder in
            let (path, state) = try await record(into: folder, searchAndOpen)
            let steps = try #require(try Recording(directory: path).steps)
            #expect(try RecordedPlace(argument: "\(path)@\(steps.upperBound)")?.state() == state)
            #expect(try RecordedPlace(argument: "\(path)@0")?.state() == AppState())
            #expect(throws: RecordingError.self) { try RecordedPlace(argument: "\(path)@\(steps.upperBound + 1)")?.state() }
        }
    }

    @Test("A state restored from a recording is signed out and says that no token was recorded")
    func aRestoredStateIsSignedOutAndSaysSo() async throws {
        try await withFolder { folder in
            let (path, state) = try await record(into: folder) { store in
                store.dispatch(.session(.didBegin(Session(user: "ada", token: "tok-1", refreshToken: "ref-1"))))
            }
            #expect(state.session?.user == "ada")
            let restored = try RecordedPlace(argument: "\(path)@1")?.state()
            #expect(restored?.session == nil)
            #expect(restored?.comments.notice == "The recording holds no password or token of ada: sign in again.")
        }
    }

    @Test("The planted crash is recorded up to its action and happens again when that is replayed")
    func thePlantedCrashIsRecordedAndReplayed() async throws {
        try await withFolder { folder in
            await #expect(processExitsWith: .failure) { [folder = folder as String] in
                let recorder = try RecordingOptions.parse(["--record", folder]).begin(details: [:])
                let clock = ManualClock()
                let (store, comment) = try await storeWithOwnComment(clock, middlewares: recorder.middlewares(from: AppState()))
                try await crash(store, comment, clock)
            }
            let path = try recording(in: folder)
            let recording = try Recording(directory: path)
            let last = try #require(recording.segments.last)
            #expect(try recording.segment(last.index).actions.last?.type == "comments/editDidFinish")

            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [path = path as String] in
                let store = AppStore(
                    initialState: AppState(), reducer: .app(AppDependencies(repository: NoRepository(), clock: ManualClock())))
                try await Replay(path: path).run(in: store, schedule: .hurried, clock: ContinuousClock(), show: { _ in })
            }
            let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(output.contains("Unexpectedly found nil while unwrapping"))
        }
    }

    @Test(arguments: ["bug.rewind", "@3", "bug.rewind@", "bug.rewind@-1", "bug.rewind@x"])
    func aPlaceInARecordingNeedsBothParts(_ text: String) {
        #expect(RecordedPlace(argument: text) == nil)
    }
}

/// Notes what is shown.
private final class Log: Sendable {
    private let state = Mutex<[String]>([])

    var notes: [String] { state.withLock { $0 } }

    func note(_ note: String) { state.withLock { $0.append(note) } }
}
