import Foundation
import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindStore
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindLive

@Suite("Hot reload of a file that holds the state", .timeLimit(.minutes(5)))
struct HotReloadTests {
    let folder = TemporaryFolder()
    let app: ListApp
    let path: String

    init() throws {
        app = ListApp(folder)
        path = folder.path("state.json")
    }

    @Test(arguments: [
        (#"{"a": [{"b": ["hot", ]}, {"b": []}]}"#, "/a/0/b/1"), (#"{"a": {"b": }}"#, "/a/b"), (#"{"a": [1, 2,, 3]}"#, "/a/2"),
        (#"{"a": [1, tru]}"#, "/a/1"),
    ])
    func anErrorOfTheTextIsAtThePathWhereItStands(text: String, path: String) throws {
        let error = try #require(throws: JSONParseError.self) { try JSONValue(parsing: text) }
        #expect(HotReloadProblem(error, in: Array(text.utf8), file: "state.json").path.description == path)
    }

    /// Hot reload under way, and what it tells.
    ///
    /// - Parameter raceTime: so long before it writes, an editor may have read: in no test is a machine so busy.
    private func reloading(
        raceTime: Duration = .seconds(3_600), _ body: (_ events: AsyncStream<HotReloadEvent>) async throws -> Void
    ) async throws {
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task { [app, path] in
            defer { continuation.finish() }
            try await app.store.hotReload(path, app.recorder, raceTime: raceTime) { continuation.yield($0) }
        }
        guard case .began? = await events.next() else {
            try await task.value
            throw Waited(what: "the beginning")
        }
        do {
            try await body(events)
        } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await event in events { if case .ended = event { Issue.record("\(event)") } }
    }

    private func written(_ path: String? = nil) throws -> String { try String(contentsOfFile: path ?? self.path, encoding: .utf8) }

    private func edit(_ old: String, _ new: String) throws -> Data {
        let text = try written()
        #expect(text.contains(old))
        return Data(text.replacingOccurrences(of: old, with: new).utf8)
    }

    @Test func fileShowsTheStateForPeopleAndFollowsIt() async throws {
        try await reloading { _ in
            #expect(
                try written().hasPrefix(
                    """
                    {
                      "items": [
                        {
                          "id": 1,
                          "title": "tea"
                        },
                    """))
            #expect(try !written().contains("hunter2"))
            app.store.dispatch(.count)
            app.store.dispatch(.rename(id: 2, "bread"))
            let text = try await waitForText(of: path) { $0.contains("\"count\": 1") && $0.contains("bread") }
            #expect(text.hasSuffix("}\n"))
            #expect(FileSystem.permissions(of: path) == 0o600)
            #expect(folder.contents.filter { !$0.hasPrefix("recordings") } == ["state.json"])
        }
    }

    @Test func nothingIsWrittenWhereNothingChanged() async throws {
        try await reloading { _ in
            let before = FileSystem.identity(of: path)
            app.store.dispatch(.rename(id: 1, "tea"))
            app.store.replaceState(app.store.state)
            app.store.dispatch(.rename(id: 1, "green tea"))
            app.store.dispatch(.rename(id: 1, "tea"))
            app.recorder.flush()
            // What comes after it in the file was decided after it.
            #expect(FileSystem.identity(of: path) == before)
            app.store.dispatch(.count)
            _ = try await waitForText(of: path) { $0.contains("\"count\": 1") }
        }
    }

    @Test(arguments: ["in place", "in pieces", "renamed", "removed and made anew"])
    func editReachesTheAppHoweverItIsWritten(way: String) async throws {
        try await reloading { events in
            let data = try edit("\"edited\": 0", "\"edited\": 7")
            switch way {
            case "in place": try write(data, inPieces: 1)
            case "in pieces": try write(data, inPieces: 9)
            case "renamed":
                try data.write(to: URL(fileURLWithPath: path + ".swp"))
                #expect(rename(path + ".swp", path) == 0)
            default:
                try FileManager.default.removeItem(atPath: path)
                try data.write(to: URL(fileURLWithPath: path))
            }
            #expect(await events.next() == .edited([JSONPointer(tokens: ["edited"])], overruled: []))
            var expected = ListState()
            expected.edited = 7
            #expect(app.store.state == expected)
            // It is the same file afterwards: the app changes it, and an edit reaches the app again.
            app.store.dispatch(.count)
            _ = try await waitForText(of: path) { $0.contains("\"count\": 1") }
            try write(try edit("\"edited\": 7", "\"edited\": 8"), inPieces: 1)
            _ = await events.next()
            #expect(app.store.state.edited == 8)
        }
        app.recorder.finish()
        let recording = try Recording(directory: #require(app.recorder.directory))
        let sites = try recording.segment(0).actions.filter { $0.type == ActionLine.external }.map(\.site)
        #expect(sites == ["hot-reload state.json", "hot-reload state.json"])
    }

    /// Truncates the file and writes it piece by piece.
    private func write(_ data: Data, inPieces count: Int) throws {
        let file = try #require(fopen(path, "w"))
        setbuf(file, nil)
        for piece in 0..<count {
            let part = data[(data.count * piece / count)..<(data.count * (piece + 1) / count)]
            _ = part.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        }
        fclose(file)
    }

    @Test func symbolicLinkStaysOne() async throws {
        try folder.makeFolder("elsewhere")
        let target = folder.path("elsewhere/real.json")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere/real.json")
        try await reloading { events in
            try write(try edit("\"edited\": 0", "\"edited\": 1"), inPieces: 1)
            _ = await events.next()
            try edit("\"edited\": 1", "\"edited\": 2").write(to: URL(fileURLWithPath: target), options: .atomic)
            _ = await events.next()
            #expect(app.store.state.edited == 2)
            app.store.dispatch(.count)
            _ = try await waitForText(of: target) { $0.contains("\"count\": 1") }
            #expect(FileSystem.linkTarget(of: path) == "elsewhere/real.json")
        }
    }

    @Test func brokenFileSaysWhereAndTheAppKeepsItsState() async throws {
        try await reloading { events in
            let text = try written()
            try write(Data(text.replacingOccurrences(of: "\"cake\"", with: "cake").utf8), inPieces: 1)
            let problem = "\(path):9:16: /items/1/title: 'c' where a value is expected; the app keeps its state"
            #expect((await events.next())?.description == problem)
            #expect(try written(path + ".error") == problem + "\n")
            #expect(app.store.state == ListState())
            // What somebody is writing is not overwritten.
            app.store.dispatch(.count)
            app.recorder.flush()
            try write(Data(text.replacingOccurrences(of: "\"cake\"", with: "[]").utf8), inPieces: 1)
            guard case .refused(let refusal)? = await events.next() else { throw Waited(what: "a refusal") }
            #expect((refusal.line, refusal.column) == (9, 16))
            #expect(refusal.path.description == "/items/1/title")
            #expect(refusal.message.hasPrefix("does not decode: Expected to decode String but found an array"))
            try write(Data(text.replacingOccurrences(of: "\"cake\"", with: "\"bread\"").utf8), inPieces: 1)
            #expect(await events.next() == .repaired)
            guard case .edited? = await events.next() else { throw Waited(what: "an edit") }
            #expect(app.store.state.items[1].title == "bread")
            #expect(app.store.state.count == 1)
            _ = try await waitForText(of: path) { $0.contains("\"count\": 1") && $0.contains("bread") }
            #expect(!FileManager.default.fileExists(atPath: path + ".error"))
        }
    }

    @Test func aRefusedFileThatIsRemovedIsWrittenAnew() async throws {
        try await reloading { events in
            try write(Data("no state".utf8), inPieces: 1)
            guard case .refused? = await events.next() else { throw Waited(what: "a refusal") }
            try FileManager.default.removeItem(atPath: path)
            #expect(await events.next() == .repaired)
            #expect(!FileManager.default.fileExists(atPath: path + ".error"))
            app.store.dispatch(.count)
            _ = try await waitForText(of: path) { $0.contains("\"count\": 1") }
        }
    }

    @Test func editAndAppAtTheSameTimeBothCount() async throws {
        try await reloading { events in
            let stale = try edit("\"edited\": 0", "\"edited\": 5")
            let both = try edit("\"count\": 0", "\"count\": 50")
            app.store.dispatch(.add(Item(id: 4, title: "jam")))
            app.store.dispatch(.count)
            _ = try await waitForText(of: path) { $0.contains("jam") && $0.contains("\"count\": 1") }
            // Somebody saves what they read before the app went on.
            try write(stale, inPieces: 1)
            _ = await events.next()
            #expect(app.store.state.edited == 5)
            #expect(app.store.state.items.count == 4)
            #expect(app.store.state.count == 1)
            guard case .unrecognized(let places)? = await events.next() else { throw Waited(what: "what stayed") }
            #expect(Set(places.map(\.description)) == ["/items/3", "/count"])
            _ = try await waitForText(of: path) { $0.contains("jam") && $0.contains("\"edited\": 5") }
            try write(both, inPieces: 1)
            guard case .edited(_, let overruled)? = await events.next() else { throw Waited(what: "an edit") }
            #expect(overruled == [JSONPointer(tokens: ["count"])])
            #expect(app.store.state.count == 50)
            #expect(app.store.state.items.count == 4)
            _ = try await waitForText(of: path) { $0.contains("jam") && $0.contains("\"count\": 50") }
        }
    }

    /// However many places a step changes, and however soon after it.
    @Test(arguments: [Duration.zero, .seconds(3_600)])
    func editBackToAnEarlierVersionIsAnEdit(raceTime: Duration) async throws {
        try await reloading(raceTime: raceTime) { events in
            let before = Data(try written().utf8)
            app.store.dispatch(.set([Item(id: 9, title: "jam")]))
            app.store.dispatch(.show("cart"))
            app.store.dispatch(.count)
            _ = try await waitForText(of: path) { $0.contains("jam") && $0.contains("cart") && $0.contains("\"count\": 1") }
            try write(before, inPieces: 1)
            guard case .edited(_, let overruled)? = await events.next() else { throw Waited(what: "an edit") }
            #expect(overruled.isEmpty)
            #expect(app.store.state == ListState())
            app.store.dispatch(.note("salt", 1))
            let text = try await waitForText(of: path) { $0.contains("salt") }
            #expect(!text.contains("jam"))
        }
    }

    @Test func editBackAndOnIsInTheAppAsItIsInTheFile() async throws {
        try await reloading(raceTime: .zero) { events in
            let text = try edit("\"edited\": 0", "\"edited\": 5")
            app.store.dispatch(.set([Item(id: 9, title: "jam")]))
            app.store.dispatch(.show("cart"))
            _ = try await waitForText(of: path) { $0.contains("jam") && $0.contains("cart") }
            try write(text, inPieces: 1)
            guard case .edited? = await events.next() else { throw Waited(what: "an edit") }
            var expected = ListState()
            expected.edited = 5
            #expect(app.store.state == expected)
        }
    }

    @Test func noEditIsLostWhileTheAppIsBusy() async throws {
        try await reloading { events in
            // Whoever has changed the file, the app does something at once, and thereby changes it again.
            let changes = try fileChanges(at: path)
            let dispatching = Task.detached { [app] in
                var count = 0
                for await _ in changes {
                    for _ in 0..<10 {
                        app.store.dispatch(.count)
                        count += 1
                        await Task.yield()
                    }
                }
                return count
            }
            for number in 1...40 {
                let text = try written().replacing(#/"edited": \d+/#) { _ in "\"edited\": \(number)" }
                if number % 2 == 0 {
                    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
                } else {
                    try write(Data(text.utf8), inPieces: 3)
                }
                while app.store.state.edited != number {
                    guard let event = await events.next() else { throw Waited(what: "edit \(number)") }
                    if case .refused(let problem) = event { Issue.record("\(problem)") }
                }
            }
            dispatching.cancel()
            let count = await dispatching.value
            _ = try await waitForText(of: path) { $0.contains("\"edited\": 40") && $0.contains("\"count\": \(count)") }
            #expect(app.store.state.count == count)
        }
    }

    @Test func storeOnTheMainActorIsEditedThere() async throws {
        try await mainActorStoreIsEdited(in: folder)
    }

    @Test func onlyAStateThatWasKeptBeforeIsReplaced() async throws {
        try Data("PK\u{3}\u{4} a recording".utf8).write(to: URL(fileURLWithPath: path))
        let told = Mutex<[HotReloadEvent]>([])
        let refusal = await #expect(throws: RecordingError.self) {
            try await app.store.hotReload(path, app.recorder) { event in told.withLock { $0.append(event) } }
        }
        let words = refusal?.description ?? ""
        #expect(refusal?.code == .exists && words.contains("not JSON text, and is left alone"))
        // In a task whose end nobody waits for, the error alone would be lost.
        #expect(told.withLock { $0 } == [.ended(words)])
        #expect(HotReloadEvent.ended(words).description == "hot reload has ended: \(words)")
        #expect(try written() == "PK\u{3}\u{4} a recording")
        #expect(folder.contents.filter { !$0.hasPrefix("recordings") } == ["state.json"])
        for old in ["{\"count\": 9}\n", ""] {
            try Data(old.utf8).write(to: URL(fileURLWithPath: path))
            try await reloading { events in
                let text = try written()
                #expect(text.contains("\"edited\": 0"))
                // An edit that was made while no app ran is not lost.
                if !old.isEmpty { #expect(await events.next() == .savedPrevious(path: path + ".old")) }
                #expect(try written(path + ".old") == "{\"count\": 9}\n")
            }
        }
    }

    @Test func withoutARecordingThereIsNothingToShow() async throws {
        app.recorder.finish()
        let store = Store(initialState: ListState(), reducer: .list)
        let recorder = Recorder(.init(app: "List", directory: "/dev/null/none"))
        let told = Mutex<[HotReloadEvent]>([])
        let refusal = await #expect(throws: RecordingError.self) {
            try await store.hotReload(folder.path("other.json"), recorder) { event in told.withLock { $0.append(event) } }
        }
        #expect(told.withLock { $0 } == [.ended(refusal?.description ?? "")])
    }
}

/// A store as many apps have it: on the main actor, called from there only.
@MainActor private final class MainStore: @MainActor LiveStore {
    private(set) var state = ListState()
    private let storeRecorder: StoreRecorder<ListState>

    init(_ recorder: Recorder) { storeRecorder = recorder.store(initialState: state) }

    func send() { storeRecorder.reduce(ListAction.count, in: &state) { state, _ in state.count += 1 } }
    func dispatch(remote action: ListAction) { send() }
    func replaceState(_ state: ListState) { self.state = state }
    func replay(_ action: ListAction, of step: Step) {}

    func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
}

@MainActor private func mainActorStoreIsEdited(in folder: TemporaryFolder) async throws {
    let recorder = Recorder(.init(app: "Main", directory: folder.path("main"), level: .secrets))
    let store = MainStore(recorder)
    let path = folder.path("main.json")
    let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
    let task = Task { try await store.hotReload(path, recorder) { continuation.yield($0) } }
    _ = await events.next()
    store.send()
    let text = try await waitForText(of: path) { $0.contains("\"count\": 1") }
    try Data(text.replacingOccurrences(of: "milk", with: "bread").utf8).write(to: URL(fileURLWithPath: path))
    _ = await events.next()
    #expect(store.state.items[2].title == "bread")
    #expect(store.state.count == 1)
    #expect(store.state.password == "hunter2")
    task.cancel()
    recorder.finish()
}
