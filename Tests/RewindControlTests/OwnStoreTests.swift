import Foundation
import ReplayTestSupport
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
    private let storeRecorder: StoreRecorder<ShopState>?

    init(recorder: Recorder? = nil) { storeRecorder = recorder?.store(initialState: state) }

    func send(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
        guard !isReplaying else { return }
        sent += 1
        guard let storeRecorder else { return Self.reduce(&state, action) }
        storeRecorder.reduce(action, in: &state, site: CallSite(fileID, line)) { Self.reduce(&$0, $1) }
    }

    func sendOpaque() { storeRecorder?.reduce(Opaque(), in: &state) { state, _ in state.total += 1 } }

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
    func didReplaceState(site: CallSite) { storeRecorder?.didReplace(with: state, site: site) }
    func beginReplay() async { isReplaying = true }
    func endReplay() { isReplaying = false }
}

@Suite("Recordings in a store of one's own", .timeLimit(.minutes(5)))
struct OwnStoreTests {
    let folder = TemporaryFolder()
    private let last: ShopState
    let timeline: Timeline

    /// Records: two actions, a binding, an action, one that is only a dump, an action.
    init() throws {
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

    @Test("Replay reduces actions again and takes what no action made from the recording")
    func replayReducesActionsAndRestoresTheRest() async throws {
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

    @Test func unpackedRecordingIsReplayedWithoutLibarchive() async throws {
        try Sealing().seal(timeline.recording.path, to: folder.path("bug.rewind"))
        try unpack(folder.path("bug.rewind"), to: folder.path("bug"))
        let unpacked = try Timeline(Recording(directory: folder.path("bug")))
        let store = ShopStore()
        let report = try await store.replay(unpacked, schedule: PlaySchedule(speed: 1000))
        #expect(store.state == last)
        #expect(report.reduced == 4 && report.restored == [3, 5])
        try store.restore(from: unpacked, at: 2)
        #expect(store.state == ShopState(items: ["tea", "cake"], total: 7))
    }

    /// A store that can't have more than two items, or could not when it was recorded.
    private final class SmallStore: ReplayableStore {
        private(set) var state = ShopState()
        let isMended: Bool

        init(isMended: Bool) { self.isMended = isMended }

        func replaceState(_ state: ShopState) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: ShopAction, of step: Step) { reduce(action) }
        func reduce(_ action: ShopAction) {
            ShopStore.reduce(&state, action)
            if !isMended { precondition(state.items.count < 3, "the cart is full") }
        }
    }

    @Test func whatCrashedTheReducerCrashesItAgainUntilTheBugIsMended() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Small", directory: path))
            let (store, storeRecorder) = (SmallStore(isMended: false), recorder.store(initialState: ShopState()))
            for item in ["tea", "cake", "milk"] {
                let step = storeRecorder.willReduce(ShopAction.add(item, price: 1), from: store.state)
                store.reduce(.add(item, price: 1))
                storeRecorder.didReduce(step, to: store.state)
            }
        }
        let crashed = try Timeline(#require(try Recording.newest(in: folder.path, app: "Small")))
        let mended = SmallStore(isMended: true)
        #expect(try await mended.replay(crashed, schedule: PlaySchedule(speed: 1_000_000)).reduced == 3 && mended.state.items.count == 3)
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            guard let recording = try Recording.newest(in: path, app: "Small") else { return }
            _ = try await SmallStore(isMended: false).replay(Timeline(recording), schedule: PlaySchedule(speed: 1_000_000))
        }
    }

    @Test("Resume reduces again what came after the last known state, but not the action that crashed")
    func resumeReducesAgainWhatDidNotCrash() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            var configuration = Recorder.Configuration(app: "Sparse", directory: path)
            configuration.capture = .every(10)
            let (store, storeRecorder) = (SmallStore(isMended: false), Recorder(configuration).store(initialState: ShopState()))
            for item in ["tea", "cake", "milk"] {
                let step = storeRecorder.willReduce(ShopAction.add(item, price: 1), from: store.state)
                store.reduce(.add(item, price: 1))
                storeRecorder.didReduce(step, to: store.state)
            }
        }
        let crashed = try Timeline(#require(try Recording.newest(in: folder.path, app: "Sparse")))
        let store = SmallStore(isMended: false)
        #expect(try await store.resume(from: crashed)?.reduced == 2)
        #expect(store.state == ShopState(items: ["tea", "cake"], total: 2))
        // What was reduced again is in the next session's recording, though nothing else happens there.
        let next = Recorder(.init(app: "Next", directory: folder.path))
        try await ShopStore(recorder: next).resume(from: crashed)
        next.finish()
        let third = ShopStore()
        try third.restoreLast(from: Timeline(Recording(directory: #require(next.directory))))
        #expect(third.state == store.state)
        let other = ShopStore()
        #expect(try await other.resume(from: timeline)?.reduced == 0)
        #expect(other.state == last)
    }

    @Test func lastKnownStateIsFoundWithItsRecording() throws {
        #expect(try Recording.newest(in: folder.path("nowhere"), app: nil) == nil)
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

    /// An app that restored its last state and was killed before that was written: its recording knows only what its store was made with.
    @Test("An app killed before its restored state was written resumes where the session before ended")
    func resumeSkipsASessionWithoutItsRestoredState() async throws {
        let builder = try RecordingBuilder(in: folder, state: ["items": [], "total": 0]) { $0.started = 2_000_000_000_000_000_000 }
        try builder.action(1, ActionLine.external) { $0.action = nil }
        try builder.action(2, "clear") { $0.action = ["clear": [:]] }
        let killed = try Recording(directory: builder.finish())
        let newest = try #require(try Recording.newest(in: folder.path, app: "Shop"))
        #expect(newest.path != killed.path)
        let store = ShopStore()
        #expect(try await store.resume(from: Timeline(newest)) != nil)
        #expect(store.state == last)
        // Given that recording all the same, it does not throw, which would end the app at each launch.
        let report = try await ShopStore().resume(from: Timeline(killed))
        #expect(report?.endedBefore == 1 && report?.reduced == 0)
        // Nor is one taken whose store was made with that state, if that was not written; only where there is no other.
        let other = try RecordingBuilder(in: folder) { $0.started = 2_000_000_000_000_000_001 }
        try other.action(1, "clear")
        let unknown = try other.finish()
        #expect(try Recording.newest(in: folder.path, app: "Shop")?.path == newest.path)
        for path in [newest.path, killed.path] { try FileManager.default.removeItem(atPath: path) }
        #expect(try Recording.newest(in: folder.path, app: "Shop")?.path == unknown)
        #expect(try await ShopStore().resume(from: Timeline(Recording(directory: unknown))) == nil)
    }

    /// As AnyStore.md has it; killed at the worst moment.
    @Test func whatWasDoneRightAfterAFlushedResumeIsResumedToo() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let last = try Recording.newest(in: path, app: "Shop")
            let recorder = Recorder(.init(app: "Shop", directory: path))
            let store = ShopStore(recorder: recorder)
            if let last { try await store.resume(from: Timeline(last)) }
            recorder.flush()
            for price in 1...50 { store.send(.add("tea", price: price)) }
            raise(SIGKILL)
        }
        let store = ShopStore()
        try await store.resume(from: Timeline(#require(try Recording.newest(in: folder.path, app: "Shop"))))
        #expect(store.state.items.count == last.items.count + 50 && store.state.total == last.total + 1_275)
    }

    @Test func storeIsTheUsersAgainWhenAReplayFails() async throws {
        let store = ShopStore()
        await #expect(throws: (any Error).self) {
            try await store.replay(timeline, steps: 900...901, schedule: PlaySchedule(speed: 1000))
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
        #expect(try timeline.step(at: 1)?.site?.contains("OwnStoreTests.swift:") == true)
    }
}
