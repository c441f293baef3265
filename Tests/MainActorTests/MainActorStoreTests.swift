import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

// This module is on the main actor by default, as new apps are. States and actions are values that the recorder encodes on its own
// thread, so they say `nonisolated`; everything else is written as if the recorder were not there.

nonisolated struct CartState: Codable, Equatable, Sendable {
    var items: [String] = []
}

nonisolated enum CartAction: Codable, Sendable {
    case add(String)
    case clear
}

final class CartStore {
    private(set) var state = CartState()
    private let storeRecorder: StoreRecorder<CartState>
    fileprivate(set) var isReplaying = false

    init(recorder: Recorder) { storeRecorder = recorder.store(initialState: state) }

    func send(_ action: CartAction) {
        storeRecorder.reduce(action, in: &state) { $0.reduce($1) }
    }
}

nonisolated extension CartState {
    mutating func reduce(_ action: CartAction) {
        switch action {
        case .add(let item): items.append(item)
        case .clear: items = []
        }
    }
}

extension CartStore: LiveStore {
    func replaceState(_ state: CartState) { self.state = state }
    func replay(_ action: CartAction, of step: Step) { state.reduce(action) }
    @MainActor func beginReplay() async { isReplaying = true }
    func endReplay() { isReplaying = false }
    func dispatch(remote action: CartAction) { send(action) }
    func didReplaceState(site: CallSite) {
        MainActor.preconditionIsolated()
        storeRecorder.didReplace(with: state, site: site)
    }
}

@Suite("A module on the main actor", .timeLimit(.minutes(5)))
struct MainActorStoreTests {
    private let folder = TemporaryFolder()

    @Test func recordsItsStoreAsItIs() throws {
        let recorder = Recorder(.init(app: "Cart", directory: folder.path))
        let store = CartStore(recorder: recorder)
        for action in [CartAction.add("tea"), .add("cake"), .clear] { store.send(action) }
        recorder.finish()
        let recording = try Recording(directory: #require(recorder.directory))
        #expect(try recording.segment(0).actions.map(\.type) == ["add", "add", "clear"])
        #expect(recording.losses.isEmpty)
        #expect(store.state == CartState())
    }

    @Test func replaysIntoItsStoreAsItIs() async throws {
        let recorder = Recorder(.init(app: "Cart", directory: folder.path, level: .everything))
        let store = CartStore(recorder: recorder)
        for action in [CartAction.add("tea"), .clear, .add("cake")] { store.send(action) }
        recorder.finish()
        let timeline = try Timeline(Recording(directory: #require(recorder.directory)))
        let other = CartStore(recorder: Recorder(.init(app: "Cart", directory: folder.path)))
        try other.restore(from: timeline, at: 1)
        #expect(other.state.items == ["tea"])
        let report = try await other.replay(timeline, schedule: PlaySchedule(speed: 1000))
        #expect(report.reduced == 3)
        #expect(other.state == store.state)
    }

    @Test func editsItsStoreAsItIs() throws {
        let recorder = Recorder(.init(app: "Cart", directory: folder.path, level: .everything))
        let store = CartStore(recorder: recorder)
        store.dispatch(remote: .add("tea"))
        try store.apply(StoreEdit(JSONPatch([.add(JSONPointer(tokens: ["items", "-"]), "cake")]), site: "a test"), form: RecordedForm())
        #expect(store.state.items == ["tea", "cake"])
        recorder.finish()
        let recording = try Recording(directory: #require(recorder.directory))
        #expect(try recording.segment(0).actions.map(\.site) == [nil, "a test"])
    }
}
