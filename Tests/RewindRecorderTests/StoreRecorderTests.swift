import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// What stores do around the storeRecorder that is not one action after the other.
@Suite("The recorder of a store", .timeLimit(.minutes(5))) struct StoreRecorderTests {
    let folder = TemporaryFolder()
    let events = Errors()

    struct Rows: Codable, Equatable, Sendable {
        var rows = Array(0..<50)
        var count = 0
    }

    enum Edit: Codable, Sendable { case set(Int, to: Int), fail(Int), one, two }

    private func recorder(_ capture: StateCapture = .everyStep, clock: RecordingClock = .system) -> Recorder {
        Recorder(in: folder.path, telling: events) { ($0.capture, $0.clock) = (capture, clock) }
    }

    private func segment(_ recorder: Recorder) throws -> (Segment, Recording) {
        let recording = try recorder.finished()
        return (try recording.segment(0), recording)
    }

    // MARK: a step inside a step

    @Test func aSubscriberThatDispatchesMakesStepsInTheReducersOrder() throws {
        let recorder = recorder()
        let storeRecorder = recorder.store(initialState: Counter())
        var state = Counter()
        // A middleware around a store that tells its subscribers before it returns, and they dispatch.
        func dispatch(_ action: CounterAction, depth: Int) {
            let step = storeRecorder.willReduce(action, from: state)
            state.count += 1
            state.label += "\(depth)"
            if depth < 3 { for _ in 0..<2 { dispatch(.rename("\(depth)"), depth: depth + 1) } }
            storeRecorder.didReduce(step, to: state)
        }
        var expected: [JSONValue] = []
        for _ in 0..<20 { dispatch(.increment, depth: 0) }
        var replayed = Counter()
        func expect(depth: Int) throws {
            replayed.count += 1
            replayed.label += "\(depth)"
            expected.append(try JSONValue(encoding: replayed))
            if depth < 3 { for _ in 0..<2 { try expect(depth: depth + 1) } }
        }
        for _ in 0..<20 { try expect(depth: 0) }
        let (segment, recording) = try segment(recorder)
        #expect(recording.losses.isEmpty)
        #expect(!segment.actions.contains { $0.type == ActionLine.external })
        #expect(segment.actions.count == expected.count)
        #expect(segment.states.map(\.step) == Array(0...expected.count))
        let states = try segment.states.known()
        for (place, state) in expected.enumerated() { try #require(states[place + 1] == state, "step \(place + 1)") }
    }

    @Test func whatAnOuterStepChangesAfterAnInnerOneIsItsOwn() throws {
        let recorder = recorder()
        let storeRecorder = recorder.store(initialState: Counter())
        let outer = storeRecorder.willReduce(CounterAction.increment, from: Counter())
        let inner = storeRecorder.willReduce(CounterAction.rename("inner"), from: Counter())
        storeRecorder.didReduce(inner, to: Counter(label: "inner"))
        storeRecorder.didReduce(outer, to: Counter(count: 1))  // a reducer that was in the middle of its work
        let (segment, recording) = try segment(recorder)
        #expect(recording.losses.isEmpty)
        #expect(segment.actions.map(\.type) == ["increment", "rename", ActionLine.external])
        #expect(segment.actions.map(\.cause) == [nil, nil, 1])
        #expect(try segment.states.known()[3]?["count"] == 1)
    }

    @Test func aFilteredStepInsideAStepIsNotBlamedOnTheOuterOne() throws {
        let recorder = Recorder(in: folder.path) { configuration in
            configuration.filter = RecordingFilter()
            configuration.filter?.except = "rename"
        }
        let storeRecorder = recorder.store(initialState: Counter())
        let outer = storeRecorder.willReduce(CounterAction.increment, from: Counter())
        let inner = storeRecorder.willReduce(CounterAction.rename("inner"), from: Counter(count: 1))
        storeRecorder.didReduce(inner, to: Counter(count: 1, label: "inner"))
        storeRecorder.didReduce(outer, to: Counter(count: 1, label: "inner"))
        let (segment, _) = try segment(recorder)
        #expect(segment.actions.map(\.type) == ["increment", ActionLine.external])
        #expect(try segment.states.known()[1]?["label"] == "")
        #expect(try segment.states.known()[2]?["label"] == "inner")
    }

    // MARK: names

    protocol Action: Sendable {}
    enum Cart { struct Add: Action, Codable {} }
    enum Profile {
        struct Add: Action, Codable {}
        enum Text: Action, Codable { case set(String) }
    }

    @Test func anActionIsNamedByItsOwnTypeHoweverItWasPassed() throws {
        let recorder = recorder()
        let storeRecorder = recorder.store(initialState: Counter())
        let actions: [any Action] = [Cart.Add(), Profile.Add(), Profile.Text.set("x")]
        for action in actions { _ = storeRecorder.reduce(action as any Action, from: Counter()) { state, _ in state } }
        for action in actions { storeRecorder.didReduce(storeRecorder.willReduce(action, from: Counter()), to: Counter()) }
        _ = storeRecorder.reduce(Cart.Add(), from: Counter()) { state, _ in state }
        for action in actions { storeRecorder.didSwallow(action) }
        let (segment, _) = try segment(recorder)
        let names = ["StoreRecorderTests.Cart.Add", "StoreRecorderTests.Profile.Add", "StoreRecorderTests.Profile.Text/set"]
        #expect(segment.actions.map(\.type) == names + names + [names[0]])
        let swallowed = segment.journal.compactMap { if case .swallowed(let line) = $0 { line.action.type } else { nil } }
        #expect(swallowed == names)
    }

    // MARK: reducers that throw

    @Test("A reducer that throws after changing the state leaves both the failure and the state")
    func aThrowingReducerLeavesFailureAndState() throws {
        let recorder = recorder()
        let storeRecorder = recorder.store(initialState: Counter())
        var state = Counter()
        #expect(throws: Refusal.self) {
            try storeRecorder.reduce(CounterAction.fail, in: &state) { state, _ throws(Refusal) in
                state.count = 7
                throw Refusal()
            }
        }
        #expect(throws: Refusal.self) {
            try storeRecorder.reduce(CounterAction.fail, in: &state) { _, _ throws(Refusal) in throw Refusal() }
        }
        let (segment, recording) = try segment(recorder)
        #expect(segment.actions.map(\.type) == ["fail", ActionLine.external, "fail"])
        #expect(segment.actions[1].cause == 1)
        #expect(recording.manifest.counts.failed == 2)
        #expect(recording.losses.isEmpty)
        #expect(try segment.states.known()[2]?["count"] == 7)
    }

    // MARK: sparse policies

    @Test func aReplacedStateIsNotBlamedOnTheStepBeforeWhereStatesAreSparse() throws {
        for capture in [StateCapture.whenIdle, .keyframesOnly, .every(1_000)] {
            let time = Atomic(0)
            let recorder = recorder(capture, clock: RecordingClock(monotonic: { time.load(ordering: .relaxed) }, wall: { 0 }))
            var state = Rows()
            let storeRecorder = recorder.store(initialState: state)
            storeRecorder.reduce(Edit.one, in: &state) { state, _ in state.rows[0] = -1 }
            state.rows[2] = -2
            storeRecorder.didReplace(with: state)
            time.add(1_000_000_000, ordering: .relaxed)
            storeRecorder.reduce(Edit.two, in: &state) { state, _ in state.rows[1] = -3 }
            let (segment, recording) = try segment(recorder)
            #expect(segment.actions.map(\.type) == ["one", ActionLine.external, "two"], "\(capture)")
            let states = try segment.states.known()
            #expect(states[1] == nil, "\(capture)")  // nobody took it
            #expect(states[2]?["rows"]?.array?.prefix(3) == [-1, 1, -2], "\(capture)")
            #expect(segment.states.first { $0.step == 2 }?.merged == 1...2, "\(capture)")
            #expect(recording.losses.isEmpty)
        }
    }

    @Test func theSameStateInOtherStorageIsNoChangeFromOutside() throws {
        let recorder = recorder(.every(2))
        let storeRecorder = recorder.store(initialState: Rows())
        var state = Rows(rows: Array(0..<50))  // equal, and stored elsewhere
        for number in 1...4 {
            storeRecorder.reduce(Edit.set(number, to: -number), in: &state) { state, _ in state.rows[number] = -number }
            if number == 2 { state.rows = state.rows.map { $0 } }
        }
        storeRecorder.didReplace(with: state)
        state.rows[40] = 0
        storeRecorder.reduce(Edit.one, in: &state) { state, _ in state.rows[5] = -5 }
        let (segment, _) = try segment(recorder)
        #expect(segment.actions.map(\.type) == ["set", "set", "set", "set", ActionLine.external, "one"])
        #expect(try segment.states.known()[5]?["rows"]?.array?[40] == 0)
    }

    @Test("A store in the middle of a step has no keyframe of an outdated state")
    func noOutdatedKeyframeInTheMiddleOfAStep() throws {
        let recorder = recorder(.keyframesOnly)
        var state = Rows()
        let storeRecorder = recorder.store("slow", initialState: state)
        let other = recorder.store("quick", initialState: Counter())
        let slow = storeRecorder.willReduce(Edit.one, from: state)
        state.rows[0] = -1
        for _ in 0..<2 {
            for _ in 0..<10_050 { _ = other.reduce(CounterAction.increment, from: Counter()) { state, _ in state } }
            recorder.flush()
        }
        storeRecorder.didReduce(slow, to: state)
        storeRecorder.reduce(Edit.two, in: &state) { state, _ in state.rows[1] = -2 }
        let recording = try recorder.finished()
        for summary in recording.segments.dropFirst() {
            for line in try recording.segment(summary.index).states where line.store == "slow" {
                guard case .keyframe(let value) = line.change else { continue }
                #expect(value["rows"]?.array?[0] == -1, "segment \(summary.index), step \(line.step)")
            }
        }
    }

    // MARK: what is said

    @Test func theCountsSoFarAreThoseOfTheManifest() throws {
        let recorder = Recorder(in: folder.path) { configuration in
            configuration.filter = RecordingFilter()
            configuration.filter?.except = "rename"
        }
        let storeRecorder = recorder.store(initialState: Counter())
        var state = Counter()
        func run(_ action: CounterAction) { state = (try? storeRecorder.reduce(action, from: state, reducer: counterReducer)) ?? state }
        run(.increment)
        run(.rename("left out"))
        run(.fail)
        state.label = "outside"
        run(.increment)
        recorder.pause()
        run(.increment)
        recorder.resume()
        run(.increment)
        storeRecorder.didSwallow(CounterAction.increment)
        recorder.flush()
        let soFar = recorder.counts
        #expect(recorder.waitingStates == 0)
        let (_, recording) = try segment(recorder)
        #expect(soFar == recording.manifest.counts)
        #expect(soFar.failed == 1 && soFar.external == 3 && soFar.swallowed == 1 && soFar.omitted == 2 && soFar.paused == 1)
    }

    @Test func statesThatWaitAreCounted() {
        let recorder = recorder()
        var state = Held()
        let storeRecorder = recorder.store(initialState: state)
        recorder.flush()
        for _ in 1...5 { state = storeRecorder.reduce(Edit.one, from: state) { state, _ in Held(number: state.number + 1) } }
        #expect(recorder.waitingStates > 0)
        Held.latch.open()
        recorder.flush()
        #expect(recorder.waitingStates == 0)
        recorder.finish()
    }

    @Test func aSecondStoreOfOneNameIsTold() {
        let recorder = recorder()
        for _ in 0..<2 { _ = recorder.store("cart", initialState: Counter()) }
        recorder.finish()
        let told = events.all.compactMap { event in if case .storeRenamed(let wanted, let given) = event { [wanted, given] } else { nil } }
        #expect(told == [["cart", "cart-2"]])
    }
}

/// A state that the writer can't encode before somebody lets it.
private struct Held: Encodable, Sendable {
    var number = 0

    static let latch = Latch()

    func encode(to encoder: any Encoder) throws {
        if number > 0 { Held.latch.pass() }
        try number.encode(to: encoder)
    }
}
