import ReplayTestSupport
import RewindControl
import RewindFormat
import RewindJournal
import RewindReplay
import TestSupport
import Testing

private struct Counter: Codable, Equatable, Sendable { var count = 0 }
private struct Wishes: Codable, Equatable, Sendable { var names: [String] = [] }

private final class Kept<State: Codable & Sendable>: ReplayableStore {
    private(set) var state: State
    init(_ state: State) { self.state = state }
    func replaceState(_ state: State) { self.state = state }
    func replay(_ action: String, of step: Step) {}
}

@Suite("Restoring one of several stores")
struct SeveralStoresRestoreTests {
    private let folder: TemporaryFolder
    private let timeline: Timeline

    init() throws {
        folder = try TemporaryFolder()
        timeline = try Timeline(Recording(directory: SeveralStores.ofTwoTypes(in: folder)))
    }

    @Test func mainStoreIsRestoredWhicheverStoreTheStepBelongsTo() throws {
        let store = Kept(Counter())
        try store.restore(from: timeline, at: 4)
        #expect(store.state == Counter(count: 2))
        try store.restore(from: timeline, at: 1)
        #expect(store.state == Counter(count: 1))
    }

    @Test func storeThatIsNamedIsRestoredAtAnyStep() throws {
        let store = Kept(Wishes())
        try store.restore(from: timeline, at: 4, store: "wishes")
        #expect(store.state == Wishes(names: ["tea", "cake"]))
        try store.restore(from: timeline, at: 2, store: "wishes")
        #expect(store.state == Wishes())
    }

    @Test func twoStoresOfOneTypeAreNotMixedUp() throws {
        let own = try TemporaryFolder()
        let timeline = try Timeline(Recording(directory: SeveralStores.ofOneType(in: own)))
        let store = Kept(Counter())
        try store.restore(from: timeline, at: 14)
        #expect(store.state == Counter(count: 0))
    }

    @Test func stateOfAnotherStoreIsToldOfAsSuch() throws {
        let store = Kept(Wishes())
        let error = #expect(throws: DecodingError.self) { try store.restore(from: timeline, at: 4) }
        let words = "\(try #require(error))"
        #expect(words.contains("the state of the store 'main' after step 4 is no Wishes"), "\(words)")
        #expect(words.contains("the recording has the stores main, wishes, and 'store:' says which one is meant"), "\(words)")
        #expect(store.state == Wishes())
    }
}
