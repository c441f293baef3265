import ReplayTestSupport
import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import TestSupport
import Testing

private struct Counter: Codable, Equatable, Sendable { var count = 0 }
private struct Wishes: Codable, Equatable, Sendable { var names: [String] = [] }

private final class Kept<State: Codable & Sendable>: ReplayableStore {
    private(set) var state: State
    init(_ state: State) { self.state = state }
    func replaceState(_ state: State) { self.state = state }
    func didReplaceState(site: CallSite) {}
    func replay(_ action: String, of step: Step) {}
}

/// Decodes from few texts only, and says nothing of a person.
private struct Language: Codable, Sendable {
    var name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        guard ["Swedish", "Danish"].contains(name) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: values, debugDescription: "There is no such language.")
        }
    }
}

private final class Learned: ReplayableStore {
    let state = Language(name: "Swedish")
    func replaceState(_ state: Language) {}
    func didReplaceState(site: CallSite) {}
    func replay(_ action: Language, of step: Step) {}
}

private final class Counted: ReplayableStore {
    private(set) var state = Counter()
    func replaceState(_ state: Counter) { self.state = state }
    func didReplaceState(site: CallSite) {}
    func replay(_ action: Language, of step: Step) {}
}

@Suite("Restoring one of several stores", .timeLimit(.minutes(5)))
struct SeveralStoresRestoreTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws { timeline = try Timeline(Recording(directory: SeveralStores.ofTwoTypes(in: folder))) }

    @Test("The main store and a named one are restored whichever store the step belongs to")
    func mainAndNamedStoresAreRestoredAtAnyStep() throws {
        let store = Kept(Counter())
        try store.restore(from: timeline, at: 4)
        #expect(store.state == Counter(count: 2))
        try store.restore(from: timeline, at: 1)
        #expect(store.state == Counter(count: 1))
        let named = Kept(Wishes())
        try named.restore(from: timeline, at: 4, store: "wishes")
        #expect(named.state == Wishes(names: ["tea", "cake"]))
        try named.restore(from: timeline, at: 2, store: "wishes")
        #expect(named.state == Wishes())
    }

    @Test func twoStoresOfOneTypeAreNotMixedUp() throws {
        let own = TemporaryFolder()
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

    @Test func stateOfATypeThatHasChangedIsToldWithItsPlaceAndWhatHelps() throws {
        struct Older: Codable, Sendable { var count = 1 }
        struct Newer: Codable, Sendable { var count = 1, theme = "light" }
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("older"), level: .everything))
        var state = Older()
        recorder.store(initialState: state).reduce("add", in: &state) { state, _ in state.count += 1 }
        recorder.finish()
        let timeline = try Timeline(Recording(directory: #require(recorder.directory)))
        let store = Kept(Newer())
        let error = #expect(throws: DecodingError.self) { try store.restoreLast(from: timeline) }
        let words = "\(try #require(error))"
        let place = "\(timeline.recording.path): the state of the store 'main' after step 1 is no Newer"
        for part in [place, "theme", "needs a default in init(from:)"] { #expect(words.contains(part), "\(words)") }
    }

    @Test("A store that the recording does not have is an error that names the stores there are")
    func anUnknownStoreIsAnErrorThatNamesTheStores() async throws {
        let store = Kept(Wishes(names: ["own"]))
        func expectRefusal(_ call: () async throws -> Void) async throws {
            let error = await #expect(throws: RecordingError.self) { try await call() }
            let words = try #require(error).description
            #expect(error?.code == .noSuchStore && words.contains("there is no store 'whishes', only 'main', 'wishes'"), "\(words)")
        }
        try await expectRefusal { try store.restore(from: timeline, at: 4, store: "whishes") }
        try await expectRefusal { _ = try store.restoreLast(from: timeline, store: "whishes") }
        try await expectRefusal { _ = try await store.replay(timeline, store: "whishes") }
        #expect(store.state == Wishes(names: ["own"]))
        #expect(try store.restoreLast(from: timeline, store: "wishes") == 4)
    }

    /// A masked recording of stores of wishes with these names, beside a store `main` of a counter.
    private func masked(_ names: [String]) throws -> Timeline {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("masked"), level: .masked))
        var counter = Counter()
        let main = recorder.store(initialState: counter)
        for (index, name) in names.enumerated() {
            var wishes = Wishes()
            let storeRecorder = recorder.store(name, initialState: wishes)
            for _ in 0...index { storeRecorder.reduce("wish", in: &wishes) { state, _ in state.names.append("") } }
        }
        main.reduce("count", in: &counter) { state, _ in state.count += 1 }
        recorder.finish()
        return try Timeline(Recording(directory: #require(recorder.directory)))
    }

    @Test func storeOfAMaskedRecordingIsFoundByItsTypeAndTheFormOfItsName() async throws {
        let timeline = try masked(["wishes", "old"])
        #expect(!timeline.recording.manifest.stores.map(\.name).contains("wishes"))
        let store = Kept(Wishes())
        #expect(try store.restoreLast(from: timeline, store: "wishes") != nil)
        #expect(store.state.names.count == 1)
        try store.restoreLast(from: timeline, store: "old")
        #expect(store.state.names.count == 2)
        try store.restore(from: timeline, at: 1, store: "wishes")
        #expect(store.state.names.count == 1)
        #expect(throws: RecordingError.self) { try store.restoreLast(from: timeline, store: "whishes") }
        // Two of the three have wishes as their state, and the first one has not.
        #expect(throws: DecodingError.self) { try store.restoreLast(from: timeline) }
        let counter = Kept(Counter())
        #expect(throws: RecordingError.self) { try counter.restoreLast(from: timeline, store: "wishes") }
        #expect(try counter.restoreLast(from: timeline, store: "main") == timeline.steps.upperBound)
    }

    @Test("An error about what a masked recording cannot give back says what helps")
    func maskedDecodingErrorsSayWhatHelps() async throws {
        let helps = "(the recording is masked, with pseudonyms for texts and long numbers"
        /// A recording of a step that learns Danish.
        func learned<State: Codable & Sendable>(
            _ name: String, _ level: RedactionLevel, _ start: State, _ learn: (inout State, Language) -> Void
        ) throws -> Timeline {
            let recorder = Recorder(.init(app: "Shop", directory: folder.path(name), level: level))
            var state = start
            recorder.store(initialState: state).reduce(Language(name: "Danish"), in: &state) { learn(&$0, $1) }
            recorder.finish()
            return try Timeline(Recording(directory: #require(recorder.directory)))
        }
        let timeline = try learned("masked", .masked, Language(name: "Swedish")) { $0 = $1 }
        let store = Learned()
        let error = #expect(throws: DecodingError.self) { try store.restoreLast(from: timeline) }
        let words = "\(try #require(error))"
        for part in ["There is no such language.", helps, "addRecordable(Type.self)"] { #expect(words.contains(part), "\(words)") }
        let other = try learned("plain", .everything, Counter()) { counter, _ in counter.count += 1 }
        let unlike = #expect(throws: DecodingError.self) { try store.restoreLast(from: other) }
        #expect(!"\(try #require(unlike))".contains("masked"))

        // The state decodes, and the action does not.
        let third = try learned("counted", .masked, Counter()) { counter, _ in counter.count += 1 }
        let learned = Counted()
        #expect(try await learned.replay(third).refused.first?.description.contains(helps) == true)
    }

    @Test func storeThatIsNotNamedIsTheOnlyOneOfItsType() async throws {
        let timeline = try masked(["wishes"])
        let store = Kept(Wishes())
        try store.restoreLast(from: timeline)
        #expect(store.state.names.count == 1)
    }

    @Test func storeOfAMaskedRecordingThatMayBeAnotherIsAnError() throws {
        let timeline = try masked(["left", "test"])
        let store = Kept(Wishes())
        let error = #expect(throws: RecordingError.self) { try store.restoreLast(from: timeline, store: "left") }
        #expect(error?.code == .noSuchStore && error?.description.contains("pseudonyms") == true, "\(error?.description ?? "")")
    }
}
