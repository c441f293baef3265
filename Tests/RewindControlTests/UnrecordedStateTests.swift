import ReplayTestSupport
import RewindArchive
import RewindCapture
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindControl

private struct Draft: Codable, Equatable, Sendable {
    var text: String
    var cursor = 0
    private enum CodingKeys: CodingKey { case text }
}

private struct ShopState: Codable, Equatable, Sendable {
    var wishes: [String] = []
    var drafts: [Draft] = []
    var catalogue: [String] = []
    private enum CodingKeys: CodingKey { case wishes, drafts }
}

private final class ShopStore: LiveStore {
    private(set) var state: ShopState
    init(_ state: ShopState = ShopState(catalogue: ["tea", "cake"])) { self.state = state }
    func dispatch(remote action: String) { state.wishes.append(action) }
    func replaceState(_ state: ShopState) { self.state = state }
    func didReplaceState(site: CallSite) {}
    func replay(_ action: String, of step: Step) { state.wishes.append(action) }
}

@Suite("What a state does not encode stays in the running app", .timeLimit(.minutes(5))) struct UnrecordedStateTests {
    private func edit(_ store: ShopStore, _ operations: JSONPatch.Operation...) throws -> StoreEdit.Outcome {
        try store.apply(StoreEdit(JSONPatch(operations), site: "test"))
    }

    @Test func anEditOfAListLeavesTheCatalogue() throws {
        let store = ShopStore()
        _ = try edit(store, .add(JSONPointer(tokens: ["wishes", "0"]), "tea"))
        #expect(store.state == ShopState(wishes: ["tea"], catalogue: ["tea", "cake"]))
    }

    @Test func anEditThatCannotKeepWhatIsNotRecordedIsRefused() throws {
        let state = ShopState(drafts: [Draft(text: "a", cursor: 1), Draft(text: "b", cursor: 1)])
        let store = ShopStore(state)
        let error = #expect(throws: StoreEditError.self) { try edit(store, .replace(JSONPointer(tokens: ["drafts"]), [["text": "c"]])) }
        #expect(error?.reason == .refused && "\(error?.path ?? .root)" == "/drafts/0")
        #expect(
            error?.message
                == "is a Draft, of which cursor is not recorded, and which of the elements it was is not certain; change one at a time, or give them an 'id'"
        )
        #expect(store.state == state)
        _ = try edit(store, .replace(JSONPointer(tokens: ["drafts", "0", "text"]), "c"))
        #expect(store.state.drafts == [Draft(text: "c", cursor: 1), Draft(text: "b", cursor: 1)])
    }

    @Test func restoringAndReplayingLeaveWhatIsNotRecorded() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .everything))
        var state = ShopState()
        let storeRecorder = recorder.store(initialState: state)
        for wish in ["tea", "cake"] { storeRecorder.reduce(wish, in: &state) { $0.wishes.append($1) } }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        let store = ShopStore()
        try store.restore(from: timeline, at: 1)
        #expect(store.state == ShopState(wishes: ["tea"], catalogue: ["tea", "cake"]))
        try store.restoreLast(from: timeline)
        #expect(store.state == ShopState(wishes: ["tea", "cake"], catalogue: ["tea", "cake"]))
        try await store.replay(timeline, schedule: PlaySchedule(speed: 1_000_000))
        #expect(store.state == ShopState(wishes: ["tea", "cake"], catalogue: ["tea", "cake"]))
    }
}
