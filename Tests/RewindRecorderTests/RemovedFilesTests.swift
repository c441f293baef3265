import Foundation
import RewindFormat
import RewindJournal
import RewindSystem
import TestSupport
import Testing

@testable import RewindRecorder

/// Somebody removes or cuts files of a recording while an app records into them.
@Suite("Files that are removed while the app records", .timeLimit(.minutes(5)))
struct RemovedFilesTests {
    let folder = TemporaryFolder()

    /// A recorder whose time goes on by a second with each look, so that the writer looks after its files in each round.
    private func recorder(limits: RecordingLimits = .none) -> (Recorder, StoreRecorder<Counter>, Errors) {
        let events = Errors()
        let clock = TestClock()
        let recorder = Recorder(in: folder.path, telling: events) { configuration in
            configuration.clock = RecordingClock(monotonic: { clock.next() }, wall: RecordingClock.system.wall)
            configuration.limits = limits
        }
        return (recorder, recorder.store(initialState: Counter()), events)
    }

    private final class TestClock: Sendable {
        private let seconds = Lock(0)

        func next() -> Int {
            seconds.withLock {
                $0 += 1_000_000_000; return $0
            }
        }
    }

    private func run(_ steps: Int, _ store: StoreRecorder<Counter>, _ state: inout Counter) {
        for _ in 0..<steps { store.reduce(CounterAction.increment, in: &state) { state, _ in state.count += 1 } }
    }

    @Test func aDirectoryThatIsGoneIsMadeAnewAndSaysWhatIsLost() throws {
        let (recorder, store, events) = recorder()
        let directory = try #require(recorder.directory)
        var state = Counter()
        run(100, store, &state)
        recorder.flush()
        // In one act: the recorder may put a file into a directory that is about to be removed.
        try FileManager.default.moveItem(atPath: directory, toPath: folder.path("elsewhere"))
        recorder.flush()
        #expect(try Recording(directory: folder.path("elsewhere")).losses.actions.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path("elsewhere"))
        #expect(LiveDirectory.isLocked(directory))
        run(50, store, &state)
        let recording = try recorder.finished()
        #expect(recording.losses.actions == [1...100])
        #expect(recording.steps == 101...150)
        #expect(recording.losses.states.allSatisfy { $0.upperBound <= 100 })
        #expect(recording.manifest.app["name"] == "Test" && recording.manifest.ending.how == .finished)
        let lost = events.all.compactMap { if case .filesLost(_, let steps) = $0 { steps } else { nil } }
        #expect(lost == [1...100])
        #expect(try Array(recording.segment(#require(recording.segments.last).index).actions.map(\.step)) == Array(101...150))
    }

    @Test func aJournalThatIsCutLosesWhatWasCutAndNothingAfterIt() throws {
        let (recorder, store, events) = recorder()
        let directory = try #require(recorder.directory)
        var state = Counter()
        run(200, store, &state)
        recorder.flush()
        let file = "\(directory)/\(SegmentName.actions(0))"
        let lines = try FileSystem.read(file, limit: 1 << 24).split(separator: UInt8(ascii: "\n"))
        let kept = lines[..<100].reduce(0) { $0 + $1.count + 1 }
        truncate(file, off_t(kept + 3))
        recorder.flush()
        run(50, store, &state)
        let recording = try recorder.finished()
        let missing = try #require(recording.losses.actions.first)
        #expect(recording.losses.actions.count == 1 && (98...101).contains(missing.lowerBound) && missing.upperBound == 200)
        #expect(events.all.contains { if case .filesLost(_, steps: missing) = $0 { true } else { false } })
        #expect(try recording.segment(1).actions.count == 50)
    }

    @Test(arguments: ["a link to it", "a link to another folder", "another folder"])
    func theFolderOfSegmentsIsReplaced(by what: String) throws {
        let (recorder, store, events) = recorder()
        let directory = try #require(recorder.directory)
        var state = Counter()
        run(100, store, &state)
        recorder.flush()
        let (segments, moved, empty) = ("\(directory)/segments", folder.path("moved"), folder.path("empty"))
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: segments, toPath: moved)
        if what == "another folder" {
            try FileManager.default.createDirectory(atPath: segments, withIntermediateDirectories: true)
        } else {
            let place = what == "a link to it" ? moved : empty
            try FileManager.default.createSymbolicLink(atPath: segments, withDestinationPath: place)
        }
        recorder.flush()
        run(50, store, &state)
        let recording = try recorder.finished()
        #expect(recording.steps == 101...150 && recording.losses.actions == [1...100])
        let lost = events.all.compactMap { if case .filesLost(_, let steps) = $0 { steps } else { nil } }
        // Told again if the recorder looks between the two changes above.
        #expect(Set(lost) == [1...100])
        #expect(try FileManager.default.contentsOfDirectory(atPath: empty).isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: moved).isEmpty == false, "what was moved stays")
    }

    @Test func aSegmentIsReplacedByALinkToIt() throws {
        let (recorder, store, events) = recorder()
        let directory = try #require(recorder.directory)
        var state = Counter()
        run(100, store, &state)
        recorder.flush()
        let segment = "\(directory)/\(SegmentName.directory(0))"
        try FileManager.default.moveItem(atPath: segment, toPath: folder.path("moved"))
        try FileManager.default.createSymbolicLink(atPath: segment, withDestinationPath: folder.path("moved"))
        recorder.flush()
        run(50, store, &state)
        #expect(try recorder.finished().steps == 101...150)
        #expect(events.all.contains { if case .filesLost(_, steps: 1...100) = $0 { true } else { false } })
    }

    /// Nobody may look into the folder of segments for a while: what the ring drops meanwhile goes when it can.
    @Test func aRingThatMayNotLookForAWhileLosesNothing() async throws {
        chmod(folder.path, 0o777)
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            if getuid() == 0 {  // who may look everywhere
                setgid(65_534)
                setuid(65_534)
            }
            let clock = TestClock()
            let recorder = Recorder(in: path) { configuration in
                configuration.clock = RecordingClock(monotonic: { clock.next() }, wall: RecordingClock.system.wall)
                configuration.limits = .last(states: 200)
            }
            let store = recorder.store(initialState: Counter())
            var state = Counter()
            func run(_ steps: Int) {
                for number in 1...steps {
                    store.reduce(CounterAction.increment, in: &state) { state, _ in state.count += 1 }
                    if number % 20 == 0 { recorder.flush() }
                }
            }
            run(300)
            chmod("\(recorder.directory ?? "")/segments", 0)
            run(500)
            chmod("\(recorder.directory ?? "")/segments", 0o700)
            run(500)
            recorder.finish()
        }
        let name = try #require(folder.contents.first { $0.hasSuffix(".live") })
        let recording = try Recording(directory: folder.path(name))
        #expect(recording.steps?.upperBound == 1_300 && recording.losses.isEmpty, "\(recording.losses.all)")
    }

    @Test(arguments: [true, false]) func aRingSaysWhichOfItsSegmentsItDidNotDropItself(isRemoved: Bool) throws {
        let (recorder, store, events) = recorder(limits: RecordingLimits(steps: 1_000))
        let directory = try #require(recorder.directory)
        var state = Counter()
        for _ in 0..<4 {
            run(260, store, &state)
            recorder.flush()
        }
        if isRemoved {
            try FileManager.default.removeItem(atPath: "\(directory)/\(SegmentName.directory(0))")
        } else {
            truncate("\(directory)/\(SegmentName.actions(0))", 0)
        }
        recorder.flush()
        let losses = try recorder.finished().losses.all
        let lost = events.all.compactMap { if case .filesLost(_, let steps) = $0 { steps } else { nil } }
        let steps = try #require(lost.first)
        #expect(lost.count == 1 && steps.lowerBound == 1)
        #expect(losses.count { $0 == Loss(.actions, of: 1...steps.upperBound) } == 1)
    }
}
