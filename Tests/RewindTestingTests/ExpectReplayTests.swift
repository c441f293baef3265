import ReplayTestSupport
import Rewind
import RewindArchive
import RewindTesting
import TestSupport
import Testing

@Suite("A recording as a test", .timeLimit(.minutes(5)))
struct ExpectReplayTests {
    private let folder = TemporaryFolder()

    /// A recording of three actions, sealed.
    private func recording() throws -> String {
        let recorder = Recorder(app: "Counter", directory: folder.path("live"))
        let store = CounterStore(recorder: recorder)
        for number in [1, 2, 3] { store.send(.add(number)) }
        recorder.finish()
        try Sealing().seal(#require(recorder.directory), to: folder.path("bug.rewind"))
        return folder.path("bug.rewind")
    }

    @Test func passesIfTheReducerDoesWhatWasRecorded() async throws {
        let (bug, store) = (try recording(), CounterStore(recorder: .off))
        var seen: [Int] = []
        try await expectReplay(of: bug, in: store) { state, step in
            #expect(state.total >= 0)
            seen.append(step)
        }
        #expect(seen == [1, 2, 3])
        #expect(store.state == CounterState(total: 6, history: [1, 2, 3]))
    }

    @Test func failsAtTheFirstStepThatDiffers() async throws {
        let bug = try recording()
        let store = CounterStore(recorder: .off) { state, action in
            countingReducer(&state, action)
            if state.total > 1 { state.total += 10 }
        }
        let words = """
            step 2, add: the state is not the recorded one
                      /total: recorded 3, now 13
                      if that is as it should be now, 'ignoring: ["/total"]' leaves no difference
            """
        try await withKnownIssue {
            try await expectReplay(of: bug, in: store)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(words) }
        }
        // Elsewhere the state is the recorded one, and nobody asks.
        try await expectReplay(of: bug, in: store, ignoring: [".total"])
        try await expectReplay(of: bug, in: store, at: [".history"])
        try await expectReplay(of: bug, in: store, comparing: .none)
        try await withKnownIssue {
            try await expectReplay(of: bug, in: store, comparing: .last)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("step 3, add") }
        }
    }

    /// A store whose state got a field since the recording was made.
    private final class LongerStore: ReplayableStore {
        struct State: Codable, Sendable {
            var total = 0
            var history: [Int] = []
            var largest: Int?
        }

        private(set) var state = State()

        func replaceState(_ state: State) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: CounterAction, of step: Step) {
            guard case .add(let number) = action else { return }
            state.total += number
            state.history.append(number)
            state.largest = max(number, state.largest ?? number)
        }
    }

    @Test("A field that the state got since is no difference, and the store goes on with it")
    func aFieldThatTheStateGotSinceIsNoDifference() async throws {
        let (bug, store) = (try recording(), LongerStore())
        try await expectReplay(of: bug, in: store)
        #expect(store.state.largest == 3)
    }

    @Test func ofACrashNamesTheArgumentThatAsksOnlyWhetherTheReducerGetsThrough() async throws {
        let builder = try RecordingBuilder(in: folder, state: ["total": 0, "history": []])
        try builder.step(1, "add", #"[{"op":"replace","path":"/total","value":1},{"op":"add","path":"/history/0","value":1}]"#) {
            $0.action = ["add": ["_0": 1]]
        }
        try builder.action(2, "add") { $0.action = ["add": ["_0": 2]] }
        builder.underWay(2, .reducer)
        let crash = try builder.die()
        let store = CounterStore(recorder: .off) { state, action in
            countingReducer(&state, action)
            state.total += 10
        }
        try await withKnownIssue {
            try await expectReplay(of: crash, in: store)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("'comparing: .none' asks only whether the reducer gets through, as it did") }
        }
        try await expectReplay(of: crash, in: store, comparing: .none)
    }

    @Test func failsWhereAnExpressionBecomesTrue() async throws {
        let bug = try recording()
        try await expectReplay(of: bug, in: CounterStore(recorder: .off), never: ".total > 6 or $before.total > .total")
        try await withKnownIssue {
            try await expectReplay(of: bug, in: CounterStore(recorder: .off), comparing: .none, never: ".total >= 3")
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasSuffix("step 2, add: '.total >= 3' is true after it") }
        }
        await #expect(throws: (any Error).self) {
            try await expectReplay(of: bug, in: CounterStore(recorder: .off), never: ".total >")
        }
    }

    @Test func failsIfAnInvariantBreaksOrAnActionIsUnknown() async throws {
        let bug = try recording()
        try await withKnownIssue {
            try await expectReplay(of: bug, in: CounterStore(recorder: .off)) { state, step in
                #expect(state.total < 3, "after step \(step)")
            }
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("after step") }
        }
        await #expect(throws: RecordingError.self) { try await expectReplay(of: "missing.rewind", in: CounterStore(recorder: .off)) }
    }

    /// A store whose actions were renamed since the recording was made.
    private final class RenamedStore: ReplayableStore {
        enum Action: Codable, Sendable { case put(String) }
        private(set) var state = CounterState()

        func replaceState(_ state: CounterState) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: Action, of step: Step) {}
    }

    @Test func failsIfNoActionWasReduced() async throws {
        let bug = try recording()
        try await withKnownIssue {
            try await expectReplay(of: bug, in: RenamedStore(), comparing: .none)
        } matching: { issue in
            let words = issue.comments.map(\.rawValue).joined()
            return words.contains("(add) can't be reduced again: ") || words.hasSuffix("no action of the store 'main' was reduced again")
        }
    }

    /// A store that keeps a secret, and whose reducer throws after it has changed something.
    private final class PinStore: ReplayableStore {
        enum Strength: String, Codable, Sendable { case weak, strong }
        struct State: Codable, Sendable {
            var tries = 0
            var token = ""
            var password: Strength?
        }
        enum Action: Codable, Sendable { case enter(password: String), forget, lock }
        struct Locked: Error {}

        private(set) var state = State()
        var weight = 1

        func replaceState(_ state: State) { self.state = state }
        func didReplaceState(site: CallSite) {}
        func replay(_ action: Action, of step: Step) { try? reduce(&state, action) }
        func reduce(_ state: inout State, _ action: Action) throws {
            switch action {
            case .enter(let password):
                (state.token, state.password) = ("for " + password, .weak)
                state.tries += weight
            case .forget: (state.token, state.password) = ("", nil)
            case .lock:
                state.tries = 0
                throw Locked()
            }
        }
    }

    @Test("What a recording hides and what a throwing reducer left are not taken for differences")
    func redactionsAndThrownErrorsAreNoDifference() async throws {
        let recorder = Recorder(app: "Pins", directory: folder.path("pins"), level: .secrets)
        let store = PinStore()
        let storeRecorder = recorder.store(initialState: store.state)
        var state = store.state
        for action in [PinStore.Action.enter(password: "hunter2"), .forget, .lock, .enter(password: "hunter3")] {
            try? storeRecorder.reduce(action, in: &state) { try store.reduce(&$0, $1) }
        }
        recorder.finish()
        let pins = try #require(recorder.directory)
        try await expectReplay(of: pins, in: store)
        store.weight = 3
        try await withKnownIssue {
            try await expectReplay(of: pins, in: store)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("/tries: recorded 1, now 3") }
        }
    }
}
