import Rewind
import RewindArchive
import RewindTesting
import TestSupport
import Testing

@Suite("A recording as a test", .timeLimit(.minutes(5)))
struct ExpectReplayTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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
        let words = "step 2, add: the state is not the recorded one\n          /total: recorded 3, now 13"
        try await withKnownIssue {
            try await expectReplay(of: bug, in: store)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(words) }
        }
        // Elsewhere the state is the recorded one, and nobody asks.
        try await expectReplay(of: bug, in: store, at: [".history"])
        try await expectReplay(of: bug, in: store, comparing: .none)
        try await withKnownIssue {
            try await expectReplay(of: bug, in: store, comparing: .last)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("step 3, add") }
        }
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
}
