import Dispatch
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("Saving the recording so far", .timeLimit(.minutes(5)))
struct SaveRecentTests {
    let folder = TemporaryFolder()
    let recorder: Recorder

    init() throws { recorder = Recorder(.init(app: "Test", directory: folder.path("recordings"))) }

    @Test func makesACopyThatOpensWhileRecordingGoesOn() throws {
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for _ in 1...5 { state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer) }
        try recorder.saveRecent(to: folder.path("bug.live"))
        for _ in 1...5 { state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer) }

        let copy = try Recording(directory: folder.path("bug.live"))
        #expect(copy.steps == 1...5)
        #expect(copy.losses.isEmpty)
        #expect(copy.manifest.ending.how == .finished)
        #expect(copy.manifest.ending.savedAt != nil)
        #expect(copy.manifest.ending.underWay.isEmpty)
        #expect(throws: RecordingError.self) { try Recording(directory: #require(recorder.directory)) }  // it is still being written
        recorder.finish()
        #expect(try Recording(directory: #require(recorder.directory)).steps == 1...10)
    }

    @Test func hasTheMarksThatWereSetFromOutside() throws {
        let store = recorder.store(initialState: Counter())
        var state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        let mark = try LiveMark.set("here", note: nil, in: #require(recorder.directory))
        #expect(mark.step == 1 && mark.byHand && mark.time > 0)
        state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
        try recorder.saveRecent(to: folder.path("bug.live"))
        recorder.finish()
        for path in [folder.path("bug.live"), try #require(recorder.directory)] {
            #expect(try Recording(directory: path).marksByHand == [mark], "\(path)")
        }
    }

    @Test func namesTheStepThatIsInItsReducer() throws {
        let store = recorder.store(initialState: Counter())
        let state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        _ = try store.reduce(CounterAction.increment, from: state) { state, action in
            try recorder.saveRecent(to: folder.path("bug.live"))
            return try counterReducer(state, action)
        }
        let copy = try Recording(directory: folder.path("bug.live"))
        #expect(copy.steps == 1...2)
        #expect(copy.losses.isEmpty)
        #expect(copy.manifest.ending.underWay.map(\.step) == [2])
    }

    @Test func copiesWhatARingHasWithoutLosingItLater() throws {
        let recorder = Recorder(in: folder.path("ring")) { $0.limits = .last(states: 200) }
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        func run(_ steps: Int) throws {
            for number in 1...steps {
                state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
                if number % 50 == 0 { recorder.flush() }
            }
        }
        try run(1_000)
        try recorder.saveRecent(to: folder.path("bug.live"))
        try run(1_000)
        recorder.finish()
        let copy = try Recording(directory: folder.path("bug.live"))
        #expect(copy.steps?.upperBound == 1_000)
        #expect(copy.steps.map { $0.count >= 200 && $0.count < 500 } == true)
        #expect(copy.losses.isEmpty)
    }

    @Test func isWholeWhileThreadsGoOnRecording() throws {
        let stops = Atomic(false)
        let threads = DispatchGroup()
        for name in ["one", "two", "three"] {
            let store = recorder.store(name, initialState: Counter())
            DispatchQueue.global().async(group: threads) {
                var state = Counter()
                while !stops.load(ordering: .relaxed), state.count < 50_000 {
                    state = store.reduce(CounterAction.increment, from: state) { state, _ in Counter(count: state.count + 1) }
                }
            }
        }
        for number in 1...5 {
            try recorder.saveRecent(to: folder.path("bug-\(number).live"))
            let copy = try Recording(directory: folder.path("bug-\(number).live"))
            #expect(copy.losses.isEmpty, "\(copy.losses.all)")
        }
        stops.store(true, ordering: .relaxed)
        threads.wait()
        recorder.finish()
    }

    @Test func refusesAPathThatIsTakenAndARecordingThatIsFinished() throws {
        try folder.makeFolder("taken")
        let taken = #expect(throws: RecordingError.self) { try recorder.saveRecent(to: folder.path("taken")) }
        #expect(taken?.code == .exists)
        recorder.finish()
        let finished = #expect(throws: RecordingError.self) { try recorder.saveRecent(to: folder.path("late.live")) }
        #expect(finished?.code == .invalidRequest)
        #expect(folder.contents.filter { $0.contains("saving") || $0.contains("late") }.isEmpty)
    }
}
