import RewindFormat
import RewindJournal
import TestSupport
import Testing

@testable import RewindRecorder

/// When the disk is synchronised, and that a recording which asks for it is like any other.
@Suite("What a recording survives", .timeLimit(.minutes(5))) struct DurabilityTests {
    private func position(_ step: Int) -> DiskSync.Position { .init(step: step, actionBytes: step * 100, stateBytes: step * 100) }

    @Test("The disk is synchronised now and then while something comes and once before the writer sleeps")
    func theDiskIsSynchronisedNowAndThenAndBeforeSleep() {
        var disk = DiskSync(.system(every: .seconds(1)))
        var due: [Bool] = []
        for (time, step, isLast) in [
            (1_000, 1, false), (1_500, 2, false), (2_000, 3, false), (2_500, 4, true), (9_000, 4, false), (9_500, 5, true),
        ] {
            due.append(disk.isDue(at: time * 1_000_000, position(step), isLast: isLast))
        }
        #expect(due == [true, false, true, true, false, true])
    }

    @Test func neverSynchronisesWhereThatIsLeftToTheSystem() {
        var disk = DiskSync(.process)
        let isDue = disk.isDue(at: .max, position(1), isLast: true)
        #expect(!isDue)
    }

    @Test func failsWhereNamesOnTheWayToASegmentAreNotThere() throws {
        let folder = TemporaryFolder()
        let directory = try LiveDirectory(creatingIn: folder.path, app: "Test", started: 0, processID: 1)
        try directory.makeSegment(0)
        try directory.synchroniseNames(ofSegment: 0)
        let error = #expect(throws: RecordingError.self) { try directory.synchroniseNames(ofSegment: 1) }
        #expect(error?.code == .notFound)
        #expect(error?.path == directory.file("segments/000001"))
    }

    @Test func leavesAWholeRecordingWhenItSynchronisesAllTheTime() throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(in: folder.path) { $0.durability = .system(every: .zero) }
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for step in 1...500 {
            state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            if step % 100 == 0 { recorder.flush() }
        }
        let recording = try recorder.finished()
        #expect(recording.steps == 1...500)
        #expect(recording.losses.isEmpty)
    }
}
