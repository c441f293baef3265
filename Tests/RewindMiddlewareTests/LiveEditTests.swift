import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import RewindValue
import Synchronization
import TestSupport
import Testing

private struct Counters: Codable, Equatable, Sendable {
    var ours = 0
    var theirs = 0
    var token = "abc"
}

extension StoreEdit {
    fileprivate init(_ operations: [JSONPatch.Operation], shown: JSONValue? = nil, site: String) {
        self.init(JSONPatch(operations), shown: shown, site: site)
    }
}

extension Reducer<Counters, Int> {
    fileprivate static let counting = Reducer { state, action in
        state.ours += action
        return .none
    }
}

@Suite("Edits of the store while it is at work", .timeLimit(.minutes(5)))
struct LiveEditTests {
    @Test func editIsRecordedOnceWithItsSiteAndTellsSubscribers() throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Edits", directory: folder.path, level: .secrets))
        let store = Store(
            initialState: Counters(), reducer: Reducer<Counters, Int>.counting,
            middlewares: [recorder.middleware(initialState: Counters())])
        let seen = Mutex<[Int]>([])
        let subscription = store.subscribe { state in seen.withLock { $0.append(state.theirs) } }
        try store.apply(StoreEdit([.replace(JSONPointer(tokens: ["theirs"]), 5)], site: "hot-reload state.json"), form: RecordedForm())
        store.dispatch(remote: 2)
        subscription.cancel()
        recorder.finish()
        #expect(store.state == Counters(ours: 2, theirs: 5))
        #expect(seen.withLock { $0 } == [0, 5, 5])
        let segment = try Recording(directory: #require(recorder.directory)).segment(0)
        #expect(segment.actions.map(\.type) == [ActionLine.external, "Int"])
        #expect(segment.actions.map(\.site) == ["hot-reload state.json", "rewind connect"])
    }

    @Test func noActionOfAnotherThreadIsLostBetweenReadingAndReplacing() async throws {
        let store = Store(initialState: Counters(), reducer: Reducer<Counters, Int>.counting)
        let count = 2_000
        async let dispatched: Void = Task.detached { for _ in 0..<count { store.dispatch(1) } }.value
        for number in 1...200 {
            try store.apply(StoreEdit([.replace(JSONPointer(tokens: ["theirs"]), .number(.int(Int64(number))))], site: "a test"))
        }
        await dispatched
        #expect(store.state == Counters(ours: count, theirs: 200))
    }
}
