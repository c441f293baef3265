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
    private let seam: StoreRecorder<ShopState>

    init(recorder: Recorder) { seam = recorder.store(initialState: state) }

    func send(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
        let step = seam.willReduce(action, from: state, site: "\(fileID):\(line)")
        let effect = shopReducer(&state, action)
        seam.didReduce(step, to: state)
        guard let effect else { return }
        Recorder.$cause.withValue(step.step) { effects.append(Task { await effect(self) }) }
    }
}

@Suite("Effects of a store of one's own")
struct OwnEffectsTests {
    @Test @MainActor func sendTheirActionsWithTheStepThatStartedThemAsCause() async throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path))
        let store = ShopStore(recorder: recorder)
        store.send(.pay)
        for effect in store.effects { await effect.value }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        #expect(try timeline.step(at: 1)?.action?.cause == nil)
        #expect(try timeline.step(at: 2)?.action?.cause == 1)
        #expect(try timeline.step(at: 2)?.action?.site?.contains("OwnEffectsTests.swift:") == true)
    }
}
