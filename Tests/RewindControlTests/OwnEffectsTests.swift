import RewindArchive
import RewindFormat
import RewindRecorder
import RewindReplay
import TestSupport
import Testing

// A store that starts effects, as AnyStore.md says under "Causes".

private struct ShopState: Codable, Sendable { var isPaid = false }

private enum ShopAction: Codable, Sendable { case pay, paid }

private typealias ShopEffect = @MainActor (ShopStore) async -> Void

private func shopReducer(_ state: inout ShopState, _ action: ShopAction) -> ShopEffect? {
    switch action {
    case .pay:
        return { store in
            await Task.yield()
            store.send(.paid)
        }
    case .paid:
        state.isPaid = true
        return nil
    }
}

@MainActor private final class ShopStore {
    private(set) var state = ShopState()
    private(set) var effects: [Task<Void, Never>] = []
    private let storeRecorder: StoreRecorder<ShopState>

    init(recorder: Recorder) { storeRecorder = recorder.store(initialState: state) }

    func send(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
        storeRecorder.reduce(action, in: &state, site: CallSite(fileID, line)) { state, action in
            if let effect = shopReducer(&state, action) { effects.append(Task { await effect(self) }) }
        }
    }

    /// The same for effects that are started after the step.
    func sendAndStartLater(_ action: ShopAction) {
        let (effect, cause) = storeRecorder.reduce(action, in: &state) { (shopReducer(&$0, $1), Cause.current) }
        if let effect { Cause.$current.withValue(cause) { effects.append(Task { await effect(self) }) } }
    }

    /// The same with the hooks.
    func sendByHooks(_ action: ShopAction) {
        let step = storeRecorder.willReduce(action, from: state)
        let effect = shopReducer(&state, action)
        storeRecorder.didReduce(step, to: state)
        if let effect { step.withCause { effects.append(Task { await effect(self) }) } }
    }
}

@Suite("Effects of a store of one's own", .timeLimit(.minutes(5)))
struct OwnEffectsTests {
    private let folder = TemporaryFolder()

    @Test @MainActor func sendTheirActionsWithTheStepThatStartedThemAsCause() async throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path))
        let store = ShopStore(recorder: recorder)
        store.send(.pay)
        for effect in store.effects { await effect.value }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        #expect(try timeline.step(at: 1)?.cause == nil)
        #expect(try timeline.step(at: 2)?.cause == 1)
        #expect(try timeline.step(at: 2)?.site?.contains("OwnEffectsTests.swift:") == true)
    }

    @Test @MainActor func doSoHoweverTheyAreStarted() async throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path))
        let store = ShopStore(recorder: recorder)
        store.sendAndStartLater(.pay)
        for effect in store.effects { await effect.value }
        store.sendByHooks(.pay)
        for effect in store.effects { await effect.value }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        #expect(try (1...4).map { try timeline.step(at: $0)?.cause } == [nil, 1, nil, 3])
        // Once nothing is recorded, what caused something stays what it was.
        store.sendByHooks(.paid)
        Cause.$current.withValue(7) {
            store.sendAndStartLater(.paid)
            #expect(Cause.current == 7)
        }
    }

    @Test @MainActor func ofAReducerThatThrowsAreRecordedAsFailed() throws {
        struct Refused: Error, Equatable {}
        let recorder = Recorder(.init(app: "Shop", directory: folder.path))
        let storeRecorder = recorder.store(initialState: ShopState())
        var state = ShopState()
        #expect(throws: Refused()) {
            try storeRecorder.reduce(ShopAction.pay, in: &state) { state, _ throws(Refused) in
                #expect(Cause.current == 1)
                state.isPaid = true
                throw Refused()
            }
        }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        guard case .failed? = try timeline.step(at: 1)?.outcome else { Issue.record("step 1 has not failed"); return }
        #expect(try timeline.step(at: 2)?.cause == 1, "what it had changed by then")
    }
}
