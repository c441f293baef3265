import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// What makes recording dear is said: at the start where the type tells, and when states are given up.
@Suite("States that are dear to record", .serialized, .timeLimit(.minutes(5))) struct SlowStateTests {
    let folder = TemporaryFolder()
    let events = Errors()

    private final class Session: Encodable, Sendable {
        let user = "ada"
    }

    private struct Page: Encodable, Sendable {
        var session = Session()
        var title = ""
    }

    private func recorder(
        _ level: RedactionLevel = .secrets, configure: (inout Recorder.Configuration) -> Void = { _ in }
    ) -> Recorder {
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path, level: level)
        configuration.onEvent = { [events] in events.add($0) }
        configure(&configuration)
        return Recorder(configuration)
    }

    @Test func theTypeThatMakesThemSoIsNamedInTheRecordingAndToTheApp() throws {
        let recorder = recorder()
        _ = recorder.store(initialState: Page())
        _ = recorder.store("values", initialState: Counter())
        let manifest = try recorder.finished().manifest
        #expect(manifest.stores[0].slow.count == 1 && manifest.stores[1].slow.isEmpty)
        #expect(manifest.stores[0].slow[0].hasPrefix("session is RewindRecorderTests.SlowStateTests."))
        let texts = events.all.map(\.description)
        #expect(texts.count == 1 && texts[0].hasPrefix("The state of the store main refers to what may change in place: session is "))
        #expect(!(texts + manifest.stores[0].slow).contains { $0.contains("$") || $0.contains("0x") })
        #expect(try Manifest(json: manifest.json, path: "") == manifest)
    }

    private struct Profile: Encodable, Sendable {
        enum Language: String, Encodable { case en }
        enum Badge: Encodable { case none, named(isNew: Bool, name: String), levels([Int]) }
        struct User: Encodable {
            var isAdmin = true
            var name = "ada"
            var isOn = false
            var rows = [1]
        }
        var count = 0
        var language = Language.en
        var user: User? = User()
        var badge = Badge.named(isNew: true, name: "gold")
        var other: User??
        var names: [String] = ["a"]
    }

    /// Reduces a hundred actions, with a change between every two of them that the recorder may see.
    private func comparisons(
        between change: (inout Profile, Int) -> Void, reduce: @escaping @Sendable (inout Profile, Int) -> Void
    ) throws
        -> (comparisons: Int, counts: RecordingCounts, slow: [String])
    {
        let recorder = recorder()
        var state = Profile()
        let store = recorder.store(initialState: state)
        for number in 1...100 {
            change(&state, number)
            store.reduce(number, in: &state) { state, number in reduce(&state, number) }
        }
        let channel = recorder.core?.channels.first as? StateChannel<Profile>
        let comparisons = channel?.waiting.withLock { $0.comparisons } ?? -1
        let manifest = try recorder.finished().manifest
        return (comparisons, manifest.counts, manifest.stores[0].slow)
    }

    @Test("No action of an ordinary state compares it by encoding")
    func ordinaryStateIsNotCompared() throws {
        let found = try comparisons(between: { _, _ in }) { state, number in
            state.count += number
            if number % 3 == 0 {
                state.user = Profile.User(isAdmin: number % 2 == 0, name: "n\(number)", isOn: true, rows: [number])
                state.badge = number % 2 == 0 ? .levels([number]) : .named(isNew: number % 4 == 0, name: "b")
            }
            if number % 10 == 0 { state.other = number % 20 == 0 ? .some(nil) : .some(Profile.User()) }
            if number % 25 == 0 { (state.user, state.badge) = (nil, .none) }
        }
        #expect(found.comparisons == 0 && found.counts.external == 0 && found.slow.isEmpty, "\(found)")
    }

    @Test("A property that is made anew before every action is named")
    func whatIsMadeAnewIsNamed() throws {
        let found = try comparisons(between: { state, _ in state.names = state.names.map { $0 } }) { state, number in
            state.count += number
        }
        #expect(found.comparisons == 100 && found.counts.external == 0)
        #expect(
            found.slow == [
                "before 16 of the first 16 steps, they were compared by encoding, since names (Array<Swift.String>) had other bits than before"
            ]
        )
        let told = events.all.compactMap { if case .stateIsCompared(let store, _, let path) = $0 { "\(store).\(path)" } else { nil } }
        #expect(told == ["main.names"])
    }

    /// What takes the writer so long that the queue overflows: a state that is worth more than a quarter of what may wait.
    private struct Heavy: Encodable, Sendable {
        var number = 0
        var text = String(repeating: "heavy", count: 4 << 20)

        static let latch = Latch()

        func encode(to encoder: any Encoder) throws {
            if number > 0 { Heavy.latch.pass() }
            var container = encoder.unkeyedContainer()
            try container.encode(number)
            try container.encode(text)
        }
    }

    @Test func statesThatAreGivenUpAreToldOnceWithWhatOneCosts() throws {
        let recorder = recorder(.everything)
        var state = Heavy()
        let store = recorder.store(initialState: state)
        recorder.flush()
        for _ in 0..<20 {
            state = store.reduce(CounterAction.increment, from: state) { state, _ in
                var state = state
                state.number += 1
                return state
            }
        }
        Heavy.latch.open()
        recorder.flush()
        let soFar = recorder.counts
        let manifest = try recorder.finished().manifest
        #expect(soFar.merged > 0 && manifest.counts.merged == soFar.merged)
        let told = events.all.compactMap { if case .statesGivenUp(let store, let type, let time) = $0 { (store, type, time) } else { nil } }
        #expect(told.count == 1 && told.first?.0 == "main" && told.first?.1 == "SlowStateTests.Heavy" && told.first?.2 ?? 0 > 1_000)
        #expect(manifest.stores[0].slow.count == 1)
    }

    private struct Screen: Encodable, Sendable {
        var title = "a"
        var cache = [1]
        private enum CodingKeys: CodingKey { case title }
    }

    @Test func whatAStateDoesNotEncodeIsSaidInTheRecordingAndToTheApp() throws {
        let recorder = recorder()
        _ = recorder.store(initialState: Screen())
        _ = recorder.store("whole", initialState: Counter())
        let manifest = try recorder.finished().manifest
        #expect(manifest.stores.map(\.unrecorded) == [["cache"], []])
        #expect(try Manifest(json: manifest.json, path: "") == manifest)
        let texts = events.all.map(\.description)
        #expect(texts.count == 1 && texts[0].contains("SlowStateTests.Screen, has properties that it does not encode: cache."))
    }

    /// A large state of which each step changes a little, and the rest is shared.
    private struct Large: Encodable, Sendable {
        var number = 0
        var text = String(repeating: "large", count: 40 << 10)
        var rows = Array(repeating: 7, count: 100)

        /// Where it is held up, while it is.
        static let latch = Mutex<Latch?>(nil)

        private enum CodingKeys: CodingKey { case number, text, rows }

        func encode(to encoder: any Encoder) throws {
            Large.latch.withLock { $0 }?.pass()
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encode(text, forKey: .text)
            try container.encode(rows, forKey: .rows)
        }
    }

    @Test(arguments: [RedactionLevel.everything, .secrets, .masked])
    func statesThatShareWhatIsLargeAllWaitInABurst(level: RedactionLevel) throws {
        let recorder = recorder(level) { $0.sizes.queueBytes = 1 << 20 }
        var state = Large()
        let store = recorder.store(initialState: state)
        func step() {
            state = store.reduce(CounterAction.increment, from: state) { state, _ in
                var state = state
                state.number += 1
                state.rows[state.number % 100] += 1
                return state
            }
        }
        step()
        recorder.flush()
        let latch = Latch()
        Large.latch.withLock { $0 = latch }
        for _ in 0..<200 { step() }
        latch.open()
        #expect(try recorder.finished().manifest.counts.merged == 0)
    }

    private struct Opaque: Sendable {
        var title = "home"
        var password = "hunter2"
        @Redacted var answer = "rosebud"
        var route: (Int, String)? = (1, "x")
    }

    @Test func aStateThatIsNotEncodableIsADumpAndSaidToBeOne() throws {
        let recorder = recorder()
        var state = Opaque()
        let storeRecorder = recorder.store(initialState: DumpedState(state))
        let step = storeRecorder.willReduce(CounterAction.increment, from: DumpedState(state))
        state.title = "away"
        storeRecorder.didReduce(step, to: DumpedState(state))
        let recording = try recorder.finished()
        let segment = try recording.segment(0)
        guard case .keyframe(let value) = segment.states[0].change else { throw Failure("no keyframe: \(segment.states)") }
        #expect(value["title"] == "home" && value["route"] != nil)
        #expect(!value.jsonText.contains("hunter2") && !value.jsonText.contains("rosebud"))
        #expect(segment.states[1].change == .patch(JSONPatch([.replace(JSONPointer(tokens: ["title"]), "away")])))
        #expect(
            events.all.map(\.description).contains { $0.hasPrefix("The state of the store main, SlowStateTests.Opaque, is not Encodable") })
    }
}
