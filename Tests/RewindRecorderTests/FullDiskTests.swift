import CLibrary
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("A disk that is full, and a directory that is shared", .serialized, .timeLimit(.minutes(5)))
struct FullDiskTests {
    let folder = TemporaryFolder()

    #if os(Linux)
        /// A recorder with a store, in a process that does nothing about the signal that comes with a file that may not grow.
        private static func recorder(in path: String) -> (Recorder, StoreRecorder<Counter>, Errors) {
            let events = Errors()
            let recorder = Recorder(in: path, telling: events)
            let store = recorder.store(initialState: Counter())
            recorder.flush()
            return (recorder, store, events)
        }

        /// There is room for the actions, and for the first of the states only, until the recording is over.
        @Test func statesThatWaitForRoomAreNotTakenForWronglyRecorded() async throws {
            await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
                let (recorder, store, events) = Self.recorder(in: path)
                FullDisk.limitFiles(to: 100_000)
                var state = Counter()
                for number in 1...30 {
                    let step = store.willReduce(CounterAction.increment, from: state)
                    state.label = "\(number) " + String(repeating: "x", count: 20_000)
                    store.didReduce(step, to: state)
                    recorder.flush()
                }
                recorder.finish()
                let isLate = events.all.contains { if case .statesDelayed = $0 { true } else { false } }
                let differs = events.all.contains { if case .stateDiffers = $0 { true } else { false } }
                guard isLate, !differs else {
                    print(events.all)
                    exit(1)
                }
            }
        }

        /// No file may grow over 1 MiB, which the system reports as a full disk does; then it may again.
        @Test func costsTheAppNothingAndIsOneGapWithExactCounters() async throws {
            await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
                let (recorder, store, events) = Self.recorder(in: path)
                var state = Counter()
                var dropped = 0
                func run(_ steps: Int) {
                    for number in 1...steps {
                        let step = store.willReduce(CounterAction.rename("\(number)"), from: state)
                        state.label = "\(number) " + String(repeating: "x", count: 800)
                        state.count += 1
                        store.didReduce(step, to: state)
                        if step.step == nil { dropped += 1 }
                        if number % 100 == 0 { recorder.flush() }
                    }
                }
                FullDisk.limitFiles(to: 1 << 20)
                run(20_000)
                let lost = dropped
                FullDisk.limitFiles(to: nil)
                recorder.flush()
                run(10)
                recorder.finish()
                let suspended = events.all.filter { if case .suspended = $0 { true } else { false } }
                let resumed = events.all.compactMap { if case .resumed(let dropped) = $0 { dropped } else { nil } }
                let late = events.all.count { if case .statesDelayed = $0 { true } else { false } }
                let inTime = events.all.count { if case .statesCaughtUp = $0 { true } else { false } }
                // What is not on the disk yet is not taken for what was recorded wrongly.
                guard !events.all.contains(where: { if case .stateDiffers = $0 { true } else { false } }) else {
                    print("a state differs")
                    exit(1)
                }
                // Each time once when it begins, and once when it is over, however often it was tried.
                guard late == inTime, 1...3 ~= late else {
                    print("late \(late) times, in time \(inTime) times")
                    exit(1)
                }
                guard lost > 0, dropped == lost, suspended.count == 1, resumed == [lost], state.count == 20_010 else {
                    print("dropped \(dropped) then \(lost), suspended \(suspended), resumed \(resumed)")
                    exit(1)
                }
            }
            let path = try #require(try FileSystem.names(in: folder.path).first { $0.hasSuffix(".live") })
            let recording = try Recording(directory: folder.path(path))
            var (gaps, externals): ([GapLine], [Int]) = ([], [])
            for summary in recording.segments {
                for line in try recording.segment(summary.index).journal {
                    if case .gap(let gap) = line { gaps.append(gap) }
                    if case .action(let action) = line, action.type == ActionLine.external { externals.append(action.step) }
                }
            }
            let gap = try #require(gaps.first)
            #expect(gaps.count == 1)
            // What the lost actions changed is one step from outside, the first after the gap.
            #expect(externals == [gap.steps.upperBound + 1])
            #expect(recording.manifest.counts.dropped == gap.steps.count)
            #expect(recording.manifest.counts.steps + gap.steps.count == 20_011)
            #expect(recording.steps == 1...20_011)
            #expect(recording.losses.actions == [gap.steps])
            #expect(recording.losses.states.isEmpty)
            #expect(recording.losses.damage.isEmpty)
        }

        @Test func recordingThatCantBeginLeavesNothing() async throws {
            await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
                FullDisk.limitFiles(to: 512 << 10)
                let events = Errors()
                let recorder = Recorder(in: path, telling: events)
                let store = recorder.store(initialState: Counter())
                let state = store.reduce(CounterAction.increment, from: Counter()) { state, _ in state }
                recorder.finish()
                guard recorder.directory == nil, state == Counter(), events.all.count == 1, case .failed? = events.all.first else {
                    print(events.all)
                    exit(1)
                }
            }
            #expect(folder.contents == [])
        }
    #endif

    @Test func twoProcessesRecordIntoOneDirectoryEachForItself() async throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter())
        let state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Test", directory: path))
            let store = recorder.store(initialState: Counter())
            _ = store.reduce(CounterAction.rename("child"), from: Counter()) { state, _ in state }
            recorder.finish()
        }
        _ = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
        recorder.finish()
        let names = try FileSystem.names(in: folder.path).filter { $0.hasSuffix(".live") }
        let types = try names.map { try Recording(directory: folder.path($0)).segment(0).actions.map(\.type) }
        #expect(types.sorted { $0.count < $1.count } == [["rename"], ["increment", "increment"]])
    }
}

#if os(Linux)
    /// A limit for files that stands in for a full disk.
    enum FullDisk {
        static func limitFiles(to bytes: UInt?) {
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            var limit = rlimit()
            getrlimit(resource, &limit)
            limit.rlim_cur = bytes ?? limit.rlim_max
            setrlimit(resource, &limit)
        }
    }
#endif
