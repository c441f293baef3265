import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("From the store to the command", .timeLimit(.minutes(5))) struct StoresTests {
    let folder = TemporaryFolder()

    struct Counter: Codable, Equatable, Sendable { var count = 0 }

    enum CounterAction: Codable, Equatable, Sendable { case add(Int), ignored, unlucky }

    /// Two stores of one recorder, and a middleware in front of each that swallows `ignored`.
    private func record(_ body: (_ left: Store<Counter, CounterAction>, _ right: Store<Counter, CounterAction>) -> Void) throws -> Timeline
    {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        func store(_ name: String) -> Store<Counter, CounterAction> {
            let guarding = Middleware<Counter, CounterAction>.intercepting { action, _, _, next in
                if action != .ignored { next(action) }
            }
            let reducer = Reducer<Counter, CounterAction> { state, action in
                if case .add(let number) = action { state.count += number }
                return .none
            }
            return Store(
                initialState: Counter(), reducer: reducer, middlewares: [guarding, recorder.middleware(name, initialState: Counter())])
        }
        body(store("left"), store("right"))
        recorder.finish()
        let directory = try #require(recorder.directory)
        return try Timeline(Sealing().seal(directory, to: folder.path + "/it.rewind"))
    }

    @Test func twoStoresAreSteppedThroughInOneRecordingEachWithItsOwnStates() throws {
        let timeline = try record { left, right in
            left.dispatch(.add(1))
            right.dispatch(.add(10))
            left.dispatch(.add(2))
            right.dispatch(.add(20))
        }
        #expect(timeline.recording.manifest.stores.map(\.name) == ["left", "right"])
        #expect(timeline.recording.losses.isEmpty)
        let rows = try log(timeline)
        #expect(rows.map { $0.split(separator: " ").first } == ["1", "2", "3", "4"])
        #expect(rows.map { String($0.suffix(8)).trimmed } == ["in left", "in right", "in left", "in right"])
        func count(_ step: Int, _ store: String? = nil) throws -> JSONValue? { try timeline.state(at: step, store: store).get()["count"] }
        #expect(try (0...4).map { try count($0, "left") } == [0, 1, 1, 3, 3])
        #expect(try (0...4).map { try count($0, "right") } == [0, 0, 10, 10, 30])
        #expect(try (1...4).map { try count($0) } == [1, 10, 3, 30])
        #expect(try ShowQuestion(3).answer(in: timeline).rows[0].state == .known(["count": 3]))
        #expect(try StepReport(ShowQuestion(3, store: "right").answer(in: timeline).rows[0]).lines.text.contains("state of right"))
        #expect(try ShowQuestion(3, store: "right").answer(in: timeline).rows[0].state == .known(["count": 10]))
        let change = JSONPatch([.replace(JSONPointer(tokens: ["count"]), 3)])
        #expect(try DiffQuestion(from: 2, to: 3, store: "left").answer(in: timeline).rows[0].patch == change)
        #expect(try DiffQuestion(from: 1, to: 4, store: "left").answer(in: timeline).rows[0].patch == change)
    }

    @Test func anActionThatAMiddlewareSwallowedIsInTheLogWithoutANumber() throws {
        let timeline = try record { left, _ in
            left.dispatch(.ignored)
            left.dispatch(.add(1))
            left.dispatch(.ignored)
        }
        #expect(timeline.steps == 0...1)
        #expect(timeline.recording.manifest.counts.swallowed == 2)
        let rows = try log(timeline)
        #expect(rows.count == 3)
        #expect(rows[0].hasPrefix("-") && rows[0].contains("ignored") && rows[0].hasSuffix("swallowed in left"))
        #expect(rows[1].hasPrefix("1") && rows[1].contains("add"))
        #expect(rows[2].hasPrefix("-"))
        #expect(InfoReport(timeline).lines.text.contains("besides     2 actions that never reached the reducer"))
    }

    @Test("Of a sealed file that nobody looked through, info tells only what was lost at sealing")
    func anUnreadSealedFileTellsLossesAtSealing() throws {
        let timeline = try record { left, _ in left.dispatch(.add(1)) }
        let recording = timeline.recording
        #expect(recording.damagedFiles(readingAtMost: 100) == nil && recording.damagedFiles(readingAtMost: 1 << 20)?.isEmpty == true)
        let unread = "lost        nothing when it was sealed; 'rewind doctor' looks at what is there now"
        #expect(InfoReport(timeline, damaged: nil).lines.map(\.text).contains(unread))
        #expect(InfoReport(timeline, damaged: []).lines.map(\.text).contains("lost        nothing"))
    }

    @Test func aStateThatWasReplacedIsAStepOfItsOwnAtOnceAndOnce() throws {
        let timeline = try record { left, _ in
            left.dispatch(.add(1))
            left.replaceState(Counter(count: 40))
            left.replaceState(Counter(count: 40))
            left.dispatch(.add(2))
            left.replaceState(Counter(count: 7))
        }
        #expect(try (1...4).map { try timeline.step(at: $0)?.type } == ["add", "@@EXTERNAL", "add", "@@EXTERNAL"])
        #expect(try (1...4).map { try timeline.state(at: $0).get()["count"] } == [1, 40, 42, 7])
        #expect(
            try StepReport(ShowQuestion(2).answer(in: timeline).rows[0]).lines.text.contains(
                "none: something other than an action changed the state"))
        #expect(timeline.recording.manifest.counts.external == 2)
    }

    @Test("Stores of one name get names of their own, and long names are cut between characters")
    func storesOfOneNameGetNamesOfTheirOwn() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let names = ["main", "main", "", String(repeating: "\u{E9}", count: 40), String(repeating: "\u{E9}", count: 41)]
        for (number, name) in names.enumerated() {
            let store = recorder.store(name, initialState: Counter())
            _ = store.reduce(CounterAction.add(number), from: Counter()) { _, _ in Counter(count: number) }
        }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        let cut = String(repeating: "\u{E9}", count: 27)
        #expect(
            timeline.recording.manifest.stores.map(\.name) == [
                "main", "main-2", "main-3", cut, String(repeating: "\u{E9}", count: 25) + "-2",
            ])
        #expect(try (1...5).map { try timeline.state(at: $0).get()["count"] } == [0, 1, 2, 3, 4])
        #expect(timeline.recording.losses.isEmpty)
    }

    @Test func moreStoresThanTheStatusPageHasRoomForAreRecordedAllTheSame() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        for number in 0..<100 {
            let store = recorder.store("store \(number)", initialState: Counter())
            _ = store.reduce(CounterAction.add(number), from: Counter()) { _, _ in Counter(count: number) }
        }
        recorder.finish()
        let timeline = try Timeline(openRecording(at: #require(recorder.directory)))
        #expect(timeline.recording.losses.isEmpty)
        #expect(try timeline.state(at: 100).get()["count"] == 99)
    }

    private func log(_ timeline: Timeline) throws -> [String] {
        var rows: [String] = []
        try timeline.forEach { rows.append(StepRow.line($0, ending: timeline.recording.manifest.ending).text.trimmed) }
        return rows
    }
}

extension String {
    fileprivate var trimmed: String { String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed()) }
}

extension [Line] {
    var text: String { map(\.trimmed.text).joined(separator: "\n") }
}
