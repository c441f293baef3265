import RewindControl
import RewindRecorder
import RewindReplay
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindLive

/// A plain class, of which nothing is thread-safe.
private final class PlainStore {
    private(set) var state = ShopState()
    private let storeRecorder: StoreRecorder<ShopState>
    private var isReplaying = false
    private(set) var refusedActions = 0

    init(recorder: Recorder) { storeRecorder = recorder.store(initialState: state) }

    func send(_ action: ShopAction) {
        if isReplaying {
            refusedActions += 1
            return
        }
        storeRecorder.reduce(action, in: &state) { $0.reduce($1) }
    }
}

extension PlainStore: LiveStore {
    func replaceState(_ state: ShopState) { self.state = state }
    func replay(_ action: ShopAction, of step: Step) { state.reduce(action) }
    func dispatch(remote action: ShopAction) { send(action) }
    func beginReplay() async { isReplaying = true }
    func endReplay() { isReplaying = false }

    func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
}

/// An app that keeps its store on an actor.
private actor PlainApp {
    let store: PlainStore
    let recorder: Recorder

    init(recorder: Recorder) {
        self.recorder = recorder
        store = PlainStore(recorder: recorder)
    }

    var state: ShopState { store.state }
    func send(_ action: ShopAction) { store.send(action) }

    func goLive(_ configuration: LiveConfiguration) async throws { try await store.goLive(recorder, configuration: configuration) }
}

@Suite("A plain store from outside", .timeLimit(.minutes(5)))
struct OwnStoreTests {
    @Test func oneLineIsEnough() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Plain", directory: folder.path, level: .secrets))
        let app = PlainApp(recorder: recorder)
        var configuration = LiveConfiguration()
        configuration.isPrinted = false
        configuration.limits.handshakeTime = patience
        configuration.home = folder.path("home")
        let settings = configuration
        let live = Task { try await app.goLive(settings) }
        try await LiveEndpoint.untilLive(1, recorder, settings)
        let found = try #require(RunningApp.all(in: settings.home).first)
        #expect(found.app == "Plain" && found.directory == recorder.directory)
        let connected = LiveClient(try LiveAddress(parsing: found.url), options: OpenApp.patientOptions)
        try await connected.connect()
        await app.send(.add("tea", price: 3))
        #expect(try await connected.call(GetState(path: "/items")).value == ["tea"])
        try await connected.call(DispatchAction(action: ["add": ["_0": "cake", "price": 4]]))
        try await connected.call(SetState(path: "/note", value: "hello", by: "a test"))
        #expect(await app.state == ShopState(items: ["tea", "cake"], total: 7, note: "hello"))
        try await connected.call(BeginReplay())
        try await connected.call(ShowState(step: 1))
        await app.send(.clear)
        #expect(await app.state == ShopState(items: ["tea"], total: 3))
        #expect(try await connected.call(EndReplay(keep: true)).refused == 1)
        #expect(await app.state == ShopState(items: ["tea"], total: 3))
        #expect(recorder.lastStep == 4)
        live.cancel()
        try await live.value
        #expect(RunningApp.all(in: settings.home).isEmpty)
        await connected.close()
    }
}
