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
        let sentences = try recorder.finished().losses.sentences
        let lost = events.all.compactMap { if case .filesLost(_, let steps) = $0 { steps } else { nil } }
        let steps = try #require(lost.first)
        #expect(lost.count == 1 && steps.lowerBound == 1)
        #expect(sentences.count { $0 == "the actions of steps 1 to \(steps.upperBound) are missing" } == 1)
    }
}
