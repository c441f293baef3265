import CLibrary
import Dispatch
import Foundation
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// A process that ends by itself, while its threads dispatch or its writer is behind: what it reduced is in the recording, or the recording says that it is not.
///
/// Each reducer notes in a shared page how many reductions have begun, so the test knows what has to be there.
@Suite("A process that exits", .serialized, .timeLimit(.minutes(5)))
struct ExitTests {
    let folder = TemporaryFolder()

    @Test func recordsWhatOtherThreadsDispatchUntilItIsGone() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            let session = Dispatchers(into: path, threads: 2)
            session.wait(forReductions: 2_000)
            exit(0)
        }
        let recording = try expectEveryReduction()
        #expect([.finished, .exited].contains(recording.manifest.ending.how))
    }

    @Test func recordsTheTrapOfAnotherThreadDuringTheExit() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            // Registered before ours, so it runs after it: an exit that takes its time.
            atexit {
                LongExit.begun.signal()
                LongExit.survivedTheTrap.wait()
            }
            let session = Dispatchers(into: path, threads: 2)
            session.wait(forReductions: 1_000)
            Thread.detachNewThread {
                LongExit.begun.wait()
                session.wait(forReductions: 1_000)
                session.trap()
                LongExit.survivedTheTrap.signal()
            }
            exit(0)
        }
        let recording = try expectEveryReduction()
        #expect(recording.manifest.ending.how == .crashed)
        #expect(recording.manifest.ending.underWay.contains { $0.type?.hasSuffix("Trap") == true && $0.phase == .reducer })
        #expect(try recording.crash() != nil)
    }

    @Test func recordsWhatAThreadThatCallsExitLeavesToTheOthers() async throws {
        await #expect(processExitsWith: .exitCode(3)) { [path = folder.path as String] in
            let session = Dispatchers(into: path, threads: 2)
            Thread.detachNewThread {
                session.wait(forReductions: 1_000)
                exit(3)
            }
            while true { pause() }
        }
        try expectEveryReduction()
    }

    @Test func recordsAnExitFromInsideAReducer() async throws {
        await #expect(processExitsWith: .exitCode(4)) { [path = folder.path as String] in
            let session = Dispatchers(into: path, threads: 1)
            session.wait(forReductions: 1_000)
            session.dispatchOnce { exit(4) }
        }
        let recording = try expectEveryReduction()
        #expect(recording.manifest.ending.how == .exited)
        #expect(recording.manifest.ending.underWay.contains { $0.phase == .reducer })
    }

    #if os(Linux)
        @Test func recordsAQuickExit() async throws {
            await #expect(processExitsWith: .exitCode(5)) { [path = folder.path as String] in
                let session = Dispatchers(into: path, threads: 1)
                session.wait(forReductions: 1_000)
                quick_exit(5)
            }
            let recording = try expectEveryReduction()
            #expect([.finished, .exited].contains(recording.manifest.ending.how))
        }
    #endif

    @Test func losesNoActionWhenNobodyHearsOfTheExit() async throws {
        await #expect(processExitsWith: .exitCode(6)) { [path = folder.path as String] in
            let session = Dispatchers(into: path, threads: 2)
            session.wait(forReductions: 1_000)
            _exit(6)
        }
        let recording = try expectEveryReduction()
        #expect(recording.manifest.ending.how == .died)
    }

    @Test func waitsForAWriterThatIsBehindAndGetsOn() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            Slow.record(40, taking: .milliseconds(40), into: path) { $0.grace = GracePeriod(exit: .seconds(60), crash: .seconds(60)) }
            exit(0)
        }
        let recording = try recording()
        #expect(recording.manifest.ending.isComplete)
        #expect(recording.losses.isEmpty, "\(recording.losses.all)")
        #expect(recording.manifest.counts.steps == 40)
    }

    @Test func saysWhichStatesTheGracePeriodWasTooShortFor() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            Slow.record(40, taking: .milliseconds(100), into: path) { $0.grace.exit = .milliseconds(400) }
            exit(0)
        }
        let recording = try recording()
        #expect(recording.manifest.ending.how == .finished)
        #expect(recording.steps == 1...40)
        #expect(recording.losses.states.map(\.upperBound) == [40])
        #expect(recording.losses.states[0].lowerBound > 1)
    }

    @Test func aTrapWaitsForAWriterThatIsBehindAndGetsOn() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            Slow.record(30, taking: .milliseconds(40), into: path) { $0.grace.crash = .seconds(60) }
            preconditionFailure("a trap")
        }
        let recording = try recording()
        #expect(recording.manifest.ending.how == .crashed)
        #expect(recording.losses.isEmpty, "\(recording.losses.all)")
    }

    @Test func aTrapDoesNotWaitForAWriterThatIsStuck() async throws {
        let start = ContinuousClock.now
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            Slow.record(3, taking: nil, into: path) { $0.grace.crash = .seconds(2) }
            alarm(60)  // ends a process that waits
            preconditionFailure("a trap")
        }
        #expect(ContinuousClock.now - start < .seconds(55))
        #expect(try recording().manifest.ending.how == .crashed)
    }

    @Test func writesWhatWasLeftOutSinceTheLastStep() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Exit", directory: path))
            let store = recorder.store(initialState: Counter())
            var state = store.reduce(CounterAction.increment, from: Counter()) { state, _ in Counter(count: state.count + 1) }
            recorder.pause()
            for _ in 0..<3 { state = store.reduce(CounterAction.increment, from: state) { state, _ in Counter(count: state.count + 1) } }
            exit(0)
        }
        let recording = try recording()
        #expect(recording.manifest.ending.isComplete)
        #expect(recording.manifest.counts.omitted == 3)
        #expect(recording.manifest.counts.paused == 3)
    }

    @Test func isNoUnfinishedRecordingForTheNextLaunch() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Exit", directory: path))
            let store = recorder.store(initialState: Counter(token: "hunter2"))
            _ = store.reduce(CounterAction.increment, from: Counter(token: "hunter2")) { state, _ in state }
            exit(0)
        }
        let left = try recording()
        #expect(left.manifest.removals["key token"] ?? 0 > 0, "\(left.manifest.removals)")
        let events = Errors()
        let next = Recorder(in: folder.path, app: "Next", telling: events)
        next.flush()
        next.finish()
        #expect(events.all.isEmpty)
        let bytes = try FileSystem.read(left.path + "/" + Manifest.entryName, limit: 1 << 20)
        #expect(try Manifest(parsing: bytes, path: "").ending.isComplete)
    }

    private func recording() throws -> Recording {
        let name = try #require(FileSystem.names(in: folder.path).first { $0.hasPrefix("Exit") && $0.hasSuffix(".live") })
        return try Recording(directory: "\(folder.path)/\(name)")
    }

    /// Each reduction that had begun is there once and in order, with the state that it led to, or the loss of that state is said.
    @discardableResult private func expectEveryReduction(at place: SourceLocation = #_sourceLocation) throws -> Recording {
        let recording = try recording()
        let begun = try ReducerLog(reading: folder.path("witness")).counts
        #expect(recording.losses.actions.isEmpty, "\(recording.losses.all)", sourceLocation: place)
        #expect(recording.losses.damage.allSatisfy { $0.reason == .torn }, "\(recording.losses.all)", sourceLocation: place)
        let unsaid = StepRanges(recording.losses.states)
        let unreturned = Set(recording.manifest.ending.underWay.map(\.step))
        var counts = [Int](repeating: 0, count: begun.count)
        var states: [String: JSONValue] = [:]
        for summary in recording.segments {
            let segment = try recording.segment(summary.index)
            var expected: [Int: (store: String, count: Int)] = [:]
            for action in segment.actions where !action.type.hasSuffix("Trap") {
                let (thread, number) = (try #require(action.action?["thread"]?.int), try #require(action.action?["number"]?.int))
                try #require(number == counts[thread] + 1, "step \(action.step)", sourceLocation: place)
                counts[thread] = number
                expected[action.step] = (action.store, number)
            }
            var told: Set<Int> = []
            for line in segment.states {
                switch line.change {
                case .keyframe(let value): states[line.store] = value
                case .patch(let patch):
                    var value = states[line.store] ?? .null
                    try patch.apply(to: &value)
                    states[line.store] = value
                default: break
                }
                told.formUnion(line.steps)
                if let step = expected[line.step] {
                    try #require(states[step.store]?["count"]?.int == step.count, "step \(line.step)", sourceLocation: place)
                }
            }
            for step in expected.keys where !told.contains(step) && !unreturned.contains(step) {
                try #require(unsaid.range(containing: step) != nil, "the state of step \(step) is missing", sourceLocation: place)
            }
        }
        for (recorded, begun) in zip(counts, begun) {
            #expect(recorded == begun || recorded == begun + 1, "\(counts)", sourceLocation: place)  // the action comes before its reducer
        }
        return recording
    }
}

/// An exit that waits for the trap of another thread.
private enum LongExit {
    static let begun = DispatchSemaphore(value: 0)
    static let survivedTheTrap = DispatchSemaphore(value: 0)
}

/// Threads with a store each that dispatch without end.
private final class Dispatchers: Sendable {
    private let recorder: Recorder
    private let witness: ReducerLog
    private let other: StoreRecorder<Counter>
    /// Signalled by each reduction.
    private let reduced = DispatchSemaphore(value: 0)

    struct Add: Codable, Sendable {
        var thread: Int
        var number: Int
    }

    struct Trap: Codable, Sendable {}

    init(into path: String, threads: Int) {
        let recorder = Recorder(.init(app: "Exit", directory: path))
        guard let witness = try? ReducerLog(creating: path + "/witness", count: threads + 1) else { exit(99) }
        other = recorder.store("other", initialState: Counter())
        (self.recorder, self.witness) = (recorder, witness)
        for thread in 0..<threads {
            let store = recorder.store("store-\(thread)", initialState: Counter())
            Thread.detachNewThread { [reduced] in
                var state = Counter()
                while true {
                    if state.count % 100 == 0 { recorder.flush() }  // what waits at the end should be written within the test's patience
                    let add = Add(thread: thread, number: state.count + 1)
                    state = store.reduce(add, from: state) { state, add in
                        witness.begin(add.number, on: thread)
                        return Counter(count: state.count + 1)
                    }
                    reduced.signal()
                }
            }
        }
    }

    /// Waits for so many reductions that nobody has waited for yet.
    func wait(forReductions count: Int) { for _ in 0..<count { reduced.wait() } }

    func trap() {
        _ = other.reduce(Trap(), from: Counter()) { state, _ in
            precondition(state.count < 0, "a trap during the exit")
            return state
        }
    }

    func dispatchOnce(_ body: () -> Void) {
        let thread = witness.counts.count - 1
        _ = other.reduce(Add(thread: thread, number: 1), from: Counter()) { state, _ in
            witness.begin(1, on: thread)
            body()
            return state
        }
    }
}

/// A page that outlives its process: of each thread, the last reduction that has begun.
private final class ReducerLog: @unchecked Sendable {
    // Each word has one thread that writes it, and the page stays mapped.
    private let words: UnsafeMutableBufferPointer<Int>

    init(creating path: String, count: Int) throws {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        ftruncate(file, off_t(count * 8))
        let page = try #require(mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
        words = UnsafeMutableBufferPointer(start: page.assumingMemoryBound(to: Int.self), count: count)
    }

    init(reading path: String) throws {
        let bytes = try FileSystem.read(path, limit: 4_096)
        words = .allocate(capacity: bytes.count / 8)
        _ = bytes.withUnsafeBytes { $0.copyBytes(to: UnsafeMutableRawBufferPointer(words)) }
    }

    var counts: [Int] { Array(words) }

    func begin(_ number: Int, on thread: Int) { words[thread] = number }
}

/// States that take the writer so long.
private struct Slow: Encodable, Sendable {
    var number = 0
    /// `nil` without end.
    var time: Duration?

    func encode(to encoder: any Encoder) throws {
        if number > 0, let time { keepBusy(for: time) }
        while number > 0, time == nil { pause() }
        try number.encode(to: encoder)
    }

    static func record(_ steps: Int, taking time: Duration?, into path: String, edit: (inout Recorder.Configuration) -> Void) {
        let recorder = Recorder(in: path, app: "Exit", edit: edit)
        var state = Slow(time: time)
        let store = recorder.store(initialState: state)
        recorder.flush()
        for _ in 0..<steps {
            state = store.reduce(CounterAction.increment, from: state) { state, _ in
                Slow(number: state.number + 1, time: state.time)
            }
        }
        keptRecorder = recorder
    }

    nonisolated(unsafe) private static var keptRecorder: Recorder?  // one thread of the process that exits
}
