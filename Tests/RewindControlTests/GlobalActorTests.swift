import RewindArchive
import RewindControl
import RewindRecorder
import RewindReplay
import TestSupport
import Testing

/// Where a ledger runs, as an `actor` would run by itself.
@globalActor private actor LedgerActor {
    static let shared = LedgerActor()
}

private struct LedgerState: Codable, Equatable, Sendable {
    var balance = 0
}

private enum LedgerAction: Codable, Sendable {
    case book(Int)
}

/// What was an `actor`, which can't conform: a class that a global actor isolates.
@LedgerActor private final class Ledger {
    private(set) var state = LedgerState()
    private let storeRecorder: StoreRecorder<LedgerState>
    private var isReplaying = false

    init(recorder: Recorder) { storeRecorder = recorder.store("ledger", initialState: state) }

    func send(_ action: LedgerAction) {
        if isReplaying { return }
        storeRecorder.reduce(action, in: &state) { state, action in ledgerReducer(&state, action) }
    }
}

private func ledgerReducer(_ state: inout LedgerState, _ action: LedgerAction) {
    switch action {
    case .book(let amount): state.balance += amount
    }
}

extension Ledger: @LedgerActor ReplayableStore {
    func replaceState(_ state: LedgerState) { self.state = state }
    func replay(_ action: LedgerAction, of step: Step) { ledgerReducer(&state, action) }
    @LedgerActor func beginReplay() async { isReplaying = true }
    func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
    func endReplay() { isReplaying = false }
}

@Suite("A store on a global actor of its own", .timeLimit(.minutes(5)))
struct GlobalActorTests {
    @Test @LedgerActor func isRestoredAndReplayedThere() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Ledger", directory: folder.path, level: .everything))
        let ledger = Ledger(recorder: recorder)
        for amount in [5, -2, 10] { ledger.send(.book(amount)) }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))

        let later = Ledger(recorder: .off)
        try later.restore(from: timeline, at: 2)
        #expect(later.state.balance == 3)
        let report = try await later.replay(timeline, schedule: PlaySchedule(speed: 1_000_000))
        #expect(report.reduced == 3 && later.state.balance == 13)
        #expect(try later.restoreLast(from: timeline) == 3)
    }
}
