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

    /// A store whose reducer was changed since the recording was made.
    private final class LaterStore: ReplayableStore {
        private(set) var state = ShopState(items: ["own"])

        func replaceState(_ state: ShopState) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: ShopAction, of step: Step) {
            ShopStore.reduce(&state, action)
            if case .add("cake", _) = action { state.total += 1 }
        }
    }

    @Test func reducersAreVerifiedStepByStep() async throws {
        let same = try await ShopStore().verify(timeline) { $0.state }
        #expect(same.verified == 4 && same.disagreements.isEmpty && same.unknown.isEmpty)
        #expect(same.refused.map(\.reason) == [.dumped])
        #expect(same.holds && same.description.hasPrefix("4 steps verified; 1 refused action: The action of step 5"), "\(same)")
        let later = LaterStore()
        let report = try await later.verify(timeline) { $0.state }
        #expect(report.disagreements.map(\.description) == ["step 2, add: /total"])
        #expect(report.verified == 4)
        #expect(!report.holds && report.description.hasPrefix("4 steps verified; 1 disagreement: step 2, add: /total; "), "\(report)")
        #expect(later.state == ShopState(items: ["own"]))
        let rest = try await later.verify(timeline, steps: 3...6) { $0.state }
        #expect(rest.holds)
    }

    /// A store whose actions were renamed since the recording was made.
    private final class RenamedStore: ReplayableStore {
        enum Action: Codable, Sendable { case put(String) }
        private(set) var state = ShopState()

        func replaceState(_ state: ShopState) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: Action, of step: Step) {}
    }

    @Test func reportOfWhichNothingWasReducedDoesNotHold() async throws {
        let report = try await RenamedStore().verify(timeline) { $0.state }
        #expect(report.verified == 0 && report.disagreements.isEmpty && report.refused.count == 5)
        #expect(!report.holds)
        let words = report.description
        #expect(words.hasPrefix("no step was verified; 5 refused actions: The action of step 1 (add) can't be reduced again: "), "\(words)")
        // What was not asked about can't hold, either.
        let nothing = try await ShopStore().verify(timeline, steps: 3...3) { $0.state }
        #expect(!nothing.holds && nothing.description == "no step was verified; the store has no action there")
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
        let mended = try await SmallStore(isMended: true).verify(crashed) { $0.state }
        #expect(mended.verified == 2 && mended.holds && mended.unknown == [3])
        let judged = try await SmallStore(isMended: false).verify(crashed) { $0.state }
        #expect(judged.holds && judged.unknown == [3])
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            guard let recording = try Recording.newest(in: path, app: "Small") else { return }
            _ = try await SmallStore(isMended: false).replay(Timeline(recording), schedule: PlaySchedule(speed: 1_000_000))
        }
    }

    @Test func whatWasDoneSinceTheLastKnownStateIsReducedAgainButNotWhatCrashed() async throws {
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

    /// A store that makes a text of a secret, and may count wrongly.
    private final class SignIn: ReplayableStore {
        struct State: Codable, Sendable {
            var token = ""
            var attempts = 0
        }
        struct Action: Codable, Sendable { var password: String }

        private(set) var state = State()
        var weight = 1

        func replaceState(_ state: State) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: Action, of step: Step) { reduce(&state, action) }
        func reduce(_ state: inout State, _ action: Action) {
            state.token = "for " + action.password
            state.attempts += weight
        }
    }

    @Test func differencesOfPlaceholdersAreNoneOfTheReducer() async throws {
        let recorder = Recorder(.init(app: "SignIn", directory: folder.path("sign-in"), level: .secrets))
        let (store, storeRecorder) = (SignIn(), recorder.store(initialState: SignIn.State()))
        var state = store.state
        storeRecorder.reduce(SignIn.Action(password: "hunter2"), in: &state) { store.reduce(&$0, $1) }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        let same = try await store.verify(timeline) { $0.state }
        #expect(same.verified == 1 && same.holds)
        #expect(same.hidden.first?.description.hasSuffix("Action: /token") == true && same.hidden.count == 1)
        store.weight = 2
        let other = try await store.verify(timeline) { $0.state }
        #expect(other.hidden.isEmpty && other.disagreements.map(\.step) == [1])
    }

    /// A store with a type that takes certain texts only, below a secret's key.
    private final class Rated: ReplayableStore {
        enum Strength: String, Codable, Sendable { case weak, strong }
        struct State: Codable, Sendable {
            var count = 0
            var password: Strength?
        }
        enum Action: Codable, Sendable { case add, rate }

        private(set) var state = State()

        func replaceState(_ state: State) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: Action, of step: Step) { reduce(&state, action) }
        func reduce(_ state: inout State, _ action: Action) {
            switch action {
            case .add: state.count += 1
            case .rate: state.password = state.password == nil ? .weak : nil
            }
        }
    }

    @Test func statesThatDoNotDecodeFromAPlaceholderAreListedAndTheOthersVerified() async throws {
        let recorder = Recorder(.init(app: "Rated", directory: folder.path("rated"), level: .secrets))
        let (store, storeRecorder) = (Rated(), recorder.store(initialState: Rated.State()))
        var state = store.state
        for action in [Rated.Action.add, .rate, .add, .rate, .add] { storeRecorder.reduce(action, in: &state) { store.reduce(&$0, $1) } }
        recorder.finish()
        let report = try await store.verify(try Timeline(openRecording(at: #require(recorder.directory)))) { $0.state }
        #expect(report.verified == 2 && report.disagreements.isEmpty && !report.holds)
        #expect(report.refused.map(\.step) == [2, 3, 4])
        #expect("\(report)".contains("the recorded state before or after it can't be decoded"), "\(report)")
    }

    /// A store whose reducer throws after it has changed something.
    private final class Careless: ReplayableStore {
        struct State: Codable, Sendable { var money = 10 }
        enum Action: Codable, Sendable { case drop, earn }
        struct Empty: Error {}

        private(set) var state = State()
        var rest = 0

        func replaceState(_ state: State) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: Action, of step: Step) { try? reduce(&state, action) }
        func reduce(_ state: inout State, _ action: Action) throws {
            switch action {
            case .earn: state.money += 1
            case .drop:
                state.money = rest
                throw Empty()
            }
        }
    }

    @Test func whatAReducerLeftThatThrewIsNoDisagreement() async throws {
        let recorder = Recorder(.init(app: "Careless", directory: folder.path("careless"), level: .everything))
        let (store, storeRecorder) = (Careless(), recorder.store(initialState: Careless.State()))
        var state = store.state
        for action in [Careless.Action.earn, .drop, .earn] { try? storeRecorder.reduce(action, in: &state) { try store.reduce(&$0, $1) } }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        let same = try await store.verify(timeline) { $0.state }
        #expect(same.verified == 3 && same.holds, "\(same)")
        store.rest = 5
        let other = try await store.verify(timeline) { $0.state }
        #expect(other.disagreements.map(\.step) == [2])
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
    @Test func whoWasKilledBeforeItsRestoredStateWasWrittenBeginsWhereTheSessionBeforeEnded() async throws {
        let builder = try RecordingBuilder(in: folder) { $0.started = 2_000_000_000_000_000_000 }
        builder.keyframe(0, ["items": [], "total": 0])
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
        #expect(try timeline.step(at: 1)?.action?.site?.contains("OwnStoreTests.swift:") == true)
    }
}
