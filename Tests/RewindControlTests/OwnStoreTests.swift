import RewindArchive
import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import TestSupport
import Testing

// A store as an app has it, and what AnyStore.md says to write for it.

private struct ShopState: Codable, Equatable, Sendable {
    var items: [String] = []
    var total = 0
}

private enum ShopAction: Codable, Sendable {
    case add(String, price: Int)
    case clear
}

/// An action that nothing can make again.
private struct Opaque: Sendable {}

private final class ShopStore {
    private(set) var state = ShopState()
    private(set) var sent = 0
    private var isReplaying = false
    private let seam: StoreRecorder<ShopState>?

    init(recorder: Recorder? = nil) { seam = recorder?.store(initialState: state) }

    func send(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
        guard !isReplaying else { return }
        sent += 1
        guard let seam else { return Self.reduce(&state, action) }
        seam.reduce(action, in: &state, site: "\(fileID):\(line)") { Self.reduce(&$0, $1) }
    }

    func sendOpaque() { seam?.reduce(Opaque(), in: &state) { state, _ in state.total += 1 } }

    func bind(total: Int) { state.total = total }

    static func reduce(_ state: inout ShopState, _ action: ShopAction) {
        switch action {
        case .add(let item, let price):
            state.items.append(item)
            state.total += price
        case .clear: state = ShopState()
        }
    }
}

extension ShopStore: ReplayableStore {
    func replaceState(_ state: ShopState) { self.state = state }
    func replay(_ action: ShopAction, of step: Step) { Self.reduce(&state, action) }
    func beginReplay() async { isReplaying = true }
    func endReplay() { isReplaying = false }
}

@Suite("Recordings in a store of one's own")
struct OwnStoreTests {
    let folder: TemporaryFolder
    private let last: ShopState
    let timeline: Timeline

    /// Records: two actions, a binding, an action, one that is only a dump, an action.
    init() throws {
        folder = try TemporaryFolder()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .everything))
        let store = ShopStore(recorder: recorder)
        store.send(.add("tea", price: 3))
        store.send(.add("cake", price: 4))
        store.bind(total: 100)
        store.send(.add("milk", price: 2))
        store.sendOpaque()
        store.send(.add("bread", price: 5))
        recorder.finish()
        last = store.state
        timeline = try Timeline(openRecording(at: #require(recorder.directory)))
    }

    @Test func stateIsRestored() throws {
        let store = ShopStore()
        try store.restore(from: timeline, at: 2)
        #expect(store.state == ShopState(items: ["tea", "cake"], total: 7))
    }

    @Test func actionsAreReducedAgainAndWhatNoActionMadeIsTakenFromTheRecording() async throws {
        let store = ShopStore()
        var seen: [Int] = []
        let report = try await store.replay(timeline, schedule: PlaySchedule(speed: 1000)) { step in
            seen.append(step.number)
            store.send(.clear)  // refused by the store while it replays
        }
        #expect(store.state == last)
        #expect(store.sent == 0)
        #expect(seen == Array(1...6))
        #expect(report.reduced == 4)
        #expect(report.restored == [3, 5])
        #expect(report.refused.map(\.reason) == [.dumped])
        store.send(.clear)
        #expect(store.state == ShopState())
    }

    /// A store whose reducer was changed since the recording was made.
    private final class LaterStore: ReplayableStore {
        private(set) var state = ShopState(items: ["own"])

        func replaceState(_ state: ShopState) { self.state = state }
        func replay(_ action: ShopAction, of step: Step) {
            ShopStore.reduce(&state, action)
            if case .add("cake", _) = action { state.total += 1 }
        }
    }

    @Test func reducersAreVerifiedStepByStep() async throws {
        let same = try await ShopStore().verify(timeline) { $0.state }
        #expect(same.verified == 4 && same.disagreements.isEmpty && same.unknown.isEmpty)
        #expect(same.refused.map(\.reason) == [.dumped])
        let later = LaterStore()
        let report = try await later.verify(timeline) { $0.state }
        #expect(report.disagreements.map(\.description) == ["step 2, add: /total"])
        #expect(report.verified == 4)
        #expect(later.state == ShopState(items: ["own"]))
        #expect(try await later.verify(timeline, steps: 3...6) { $0.state }.disagreements.isEmpty)
    }

    @Test func lastKnownStateIsFoundWithItsRecording() throws {
        #expect(try Recording.newest(in: folder.path("nowhere")) == nil)
        #expect(try Recording.newest(in: folder.path, app: "Other") == nil)
        // A session in which nothing happened, and one that goes on.
        Recorder(.init(app: "Shop", directory: folder.path, level: .everything)).finish()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .everything))
        let store = ShopStore(recorder: recorder)
        let recording = try #require(try Recording.newest(in: folder.path, app: "Shop"))
        #expect(try store.restoreLast(from: Timeline(recording)) == 6)
        #expect(store.state == last)
        recorder.finish()
    }

    @Test func storeIsTheUsersAgainWhenAReplayFails() async throws {
        let store = ShopStore()
        await #expect(throws: (any Error).self) {
            try await store.replay(timeline, store: "none", schedule: PlaySchedule(speed: 1000))
        }
        store.send(.add("tea", price: 3))
        #expect(store.state.total == 3)
    }

    @Test func recorderThatIsOffLeavesNothing() {
        let store = ShopStore(recorder: .off)
        store.send(.add("tea", price: 3))
        #expect(store.state.total == 3 && Recorder.off.directory == nil && Recorder.off.counts.steps == 0)
    }

    @Test func sitesAreThoseOfTheCaller() throws {
        #expect(try timeline.step(at: 1)?.action?.site?.contains("OwnStoreTests.swift:") == true)
    }
}
