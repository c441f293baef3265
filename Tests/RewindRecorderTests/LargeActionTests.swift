import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// Actions that carry lists, whatever their size, are encoded once on the thread that dispatches, and their lines are whole.
@Suite("Large actions", .timeLimit(.minutes(5))) struct LargeActionTests {
    let folder = TemporaryFolder()

    /// Counts how often its instances are encoded.
    private final class Count: Sendable {
        let encodings = Atomic(0)
    }

    private struct Film: Encodable, Sendable {
        let id: Int
        var title = "A film with a title of some length, and an overview of a few words"
        let count: Count

        private enum CodingKeys: CodingKey { case id, title }

        func encode(to encoder: any Encoder) throws {
            count.encodings.add(1, ordering: .relaxed)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(title, forKey: .title)
        }
    }

    private enum Action: Encodable, Sendable { case didReceive([Film]) }

    @Test(arguments: [RedactionLevel.everything, .secrets, .masked], [10, 600, 800, 2_000, 20_000])
    func anActionOfAnySizeIsEncodedOnce(level: RedactionLevel, films: Int) throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path, level: level))
        let store = recorder.store(initialState: 0)
        let count = Count()
        let action = Action.didReceive((0..<films).map { Film(id: $0, count: count) })
        for state in 0..<2 { _ = store.reduce(action, from: state, site: "Test.swift:1") { state, _ in state + 1 } }
        #expect(count.encodings.load(ordering: .relaxed) == 2 * films)

        let recording = try recorder.finished()
        #expect(recording.losses.isEmpty)
        let actions = try recording.segment(0).actions
        #expect(actions.map(\.type) == ["didReceive", "didReceive"] && actions.map(\.site) == ["Test.swift:1", "Test.swift:1"])
        for line in actions {
            let list = try #require(line.action?["didReceive"]?["_0"]?.array)
            #expect(list.count == films && list.last?["id"] == .number(JSONNumber(films - 1)))
            if level != .masked {
                #expect(list.allSatisfy { $0["title"] == "A film with a title of some length, and an overview of a few words" })
            }
        }
    }

    /// Takes long to encode, and is large if it is to be.
    private struct Slow: Encodable, Sendable {
        var text: String

        func encode(to encoder: any Encoder) throws {
            keepBusy(for: .milliseconds(30))
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    @Test(arguments: [300 << 10, 17 << 20])
    func anActionThatHoldsUpItsThreadIsToldOncePerType(size: Int) throws {
        let events = Errors()
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path, level: .everything)
        configuration.onEvent = { events.add($0) }
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: 0)
        let large = Slow(text: String(repeating: "x", count: size))
        for action in [Slow(text: "small"), large, large] { _ = store.reduce(action, from: 0) { state, _ in state } }
        let told = events.all.compactMap { event in
            if case .actionIsSlow("main", let type, let step, let time) = event { (type, step, time) } else { nil }
        }
        #expect(told.count == 1 && told[0].0 == "LargeActionTests.Slow" && told[0].1 == 2 && told[0].2 >= 30_000_000, "\(told)")
        let slow = try recorder.finished().manifest.stores[0].slow
        #expect(slow.count == 1 && slow[0].hasPrefix("an action of the type LargeActionTests.Slow, at step 2, held the thread"), "\(slow)")
    }
}
