import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// A store a screen: what the recorder does for each store does not grow with the number of the others.
@Suite("Many stores", .timeLimit(.minutes(5))) struct ManyStoresTests {
    let folder = TemporaryFolder()

    @Test func ofASegmentEachStoresOwnLinesAreReadAgainAndNoOthers() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let core = try #require(recorder.core)
        let streams = StateStreams(of: core)
        func append(_ change: StateLine.Change, step: Int, store: String, to segment: Int) {
            streams.append(StateLine(step: step, store: store, change: change), to: segment)
        }
        func patch(_ value: Int) -> StateLine.Change {
            .patch(JSONPatch([.replace(JSONPointer(tokens: ["n"]), .number(JSONNumber(value)))]))
        }
        streams.open(7, first: 1)
        for store in ["a", "b", "c"] { append(.keyframe(["n": 0]), step: 0, store: store, to: 7) }
        for step in 1...6 { append(patch(step), step: step, store: step % 3 == 0 ? "b" : "a", to: 7) }
        streams.flush()
        let lines = { (store: String) in streams.bytes(of: store, in: 7, limit: 1 << 20)?.split(separator: UInt8(ascii: "\n")).count }
        #expect(lines("a") == 5 && lines("b") == 3 && lines("c") == 1 && lines("d") == nil)
        #expect(streams.bytes(of: "a", in: 7, limit: 100) == nil, "more bytes than that")
        #expect(streams.recordedState(of: "a", in: 7, limit: 1 << 20)?.state == ["n": 5])
        #expect(streams.recordedState(of: "b", in: 7, limit: 1 << 20)?.steps == 0...6)
        // Some stores are compared with a segment that has just been closed.
        streams.open(8, first: 7)
        streams.open(9, first: 8)
        #expect(!streams.isOpen(7) && streams.recordedState(of: "c", in: 7, limit: 1 << 20)?.state == ["n": 0])
    }

    @Test func aStoreThatIsOverGivesItsPlaceAndItsStateAway() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let main = recorder.store(initialState: Counter())
        var state = Counter()
        func count() throws { state = try main.reduce(CounterAction.increment, from: state, reducer: counterReducer) }
        for screen in 1...40 {
            let store = recorder.store("detail", initialState: Screen(id: screen))
            _ = store.reduce(CounterAction.increment, from: Screen(id: screen)) { screen, _ in Screen(id: screen.id, text: "seen") }
            try count()
            store.end()
            _ = store.reduce(CounterAction.fail, from: Screen(id: -1)) { screen, _ in screen }
            if screen % 3 == 0 { recorder.flush() }
        }
        recorder.flush()
        #expect(Screen.Payload.count.load(ordering: .relaxed) == 0, "the recorder still holds states of stores that are over")
        let recording = try recorder.finished()
        #expect(recording.losses.isEmpty, "\(recording.losses)")
        #expect(recording.manifest.stores.map(\.name) == ["main", "detail"])
        let segment = try recording.segment(0)
        #expect(segment.actions.count == 40 + 40 + 39)
        #expect(
            segment.actions.filter { $0.store == "detail" }.prefix(4).map(\.type) == ["increment", "@@EXTERNAL", "increment", "@@EXTERNAL"])
        // Each store's first state is told by the step that it begins with.
        var known: JSONValue?
        var ids: [Int] = []
        for line in segment.states where line.store == "detail" {
            switch line.change {
            case .keyframe(let value): known = value
            case .patch(let patch):
                var value = try #require(known)
                try patch.apply(to: &value)
                known = value
            default: Issue.record("\(line)")
            }
            if known?["text"] == "" { ids.append(try #require(known?["id"]?.int)) }
        }
        #expect(ids == Array(1...40))
    }

    @Test func twoStoresOfOneNameEndOneByOne() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let stores = (0..<2).map { recorder.store("detail", initialState: Counter(count: $0)) }
        stores[1].end()
        _ = recorder.store("detail", initialState: 5)  // of another type: a place of its own
        let third = recorder.store("detail", initialState: Counter(count: 7))
        _ = try third.reduce(CounterAction.increment, from: Counter(count: 7), reducer: counterReducer)
        let recording = try recorder.finished()
        #expect(recording.manifest.stores.map(\.name) == ["detail", "detail-2", "detail-3"])
        #expect(try recording.segment(0).actions.map(\.store) == ["detail-2", "detail-2"])
    }

    /// A state that counts how many of its kind are in memory.
    private struct Screen: Encodable, Sendable {
        var id: Int
        var text = ""
        private let payload = Payload()

        init(id: Int, text: String = "") { (self.id, self.text) = (id, text) }

        private enum CodingKeys: CodingKey { case id, text }

        final class Payload: Sendable {
            static let count = Atomic(0)
            init() { Self.count.add(1, ordering: .relaxed) }
            deinit { Self.count.subtract(1, ordering: .relaxed) }
        }
    }
}
