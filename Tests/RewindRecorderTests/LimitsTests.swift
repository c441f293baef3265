import CLibrary
import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("Limits", .timeLimit(.minutes(5)))
struct LimitsTests {
    let folder = TemporaryFolder()

    /// Records so many steps, and lets the writer catch up now and then.
    private func record(
        _ steps: Int, telling events: Errors = Errors(), _ edit: (inout Recorder.Configuration) -> Void = { _ in }
    ) throws -> Recording {
        let recorder = Recorder(in: folder.path, telling: events, edit: edit)
        let store = recorder.store(initialState: Counter())
        let other = recorder.store("other", initialState: Counter(label: "idle"))
        var state = Counter()
        for number in 1...steps {
            state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            if number % 16 == 0 { recorder.flush() }
        }
        _ = other
        return try recorder.finished()
    }

    @Test(arguments: [(5, 1_000), (100, 1_000), (1_000, 20_000)])
    func aRingOfStepsKeepsAtLeastThoseAndLittleMore(kept: Int, of steps: Int) throws {
        let recording = try record(steps) { $0.limits = .last(states: kept) }
        let found = try #require(recording.steps)
        #expect(found.upperBound == steps)
        #expect(found.count >= kept)
        #expect(found.count <= kept + max(64, kept / 4) + 3 * 64)
        #expect(recording.losses.isEmpty)
        #expect(recording.manifest.ending.isComplete)
        #expect(recording.manifest.limits == ["steps": .number(JSONNumber(kept))])
        for summary in recording.segments {
            let segment = try recording.segment(summary.index)
            let first = try #require(segment.actions.first).step
            let clocks = segment.journal.count { if case .clock = $0 { true } else { false } }
            #expect(clocks > 0 || summary.index == recording.segments.last?.index, "segment \(summary.index)")
            let keyframes = segment.states.filter { $0.step == first - 1 }
            #expect(
                keyframes.map(\.change) == [
                    .keyframe(try JSONValue(encoding: Counter(count: first - 1))),
                    .keyframe(try JSONValue(encoding: Counter(label: "idle"))),
                ], "segment \(summary.index)")
        }
    }

    /// A state that takes the writer much longer than the reducer.
    private struct Dear: Encodable, Sendable {
        /// Signalled by each that is encoded.
        static let encoded = WaitSignal()
        var number = 0

        func encode(to encoder: any Encoder) throws {
            keepBusy(for: .microseconds(50))
            try number.encode(to: encoder)
            Dear.encoded.signal()
        }
    }

    @Test func aRingHoldsWhileTheWriterIsBehindAllTheTime() throws {
        let recorder = Recorder(in: folder.path) { $0.limits = .last(states: 2_000) }
        let store = recorder.store(initialState: Dear())
        let core = try #require(recorder.core)
        var state = Dear()
        for chunk in 1...30 {
            for _ in 1...1_000 {
                state = store.reduce(CounterAction.increment, from: state) { state, _ in Dear(number: state.number + 1) }
            }
            // What waits can't be cut: 9,000 at the end, and with what the ring keeps less than is expected below.
            while core.channels.contains(where: { $0.waitingCount > chunk * 300 }) {
                try #require(Dear.encoded.wait(nanoseconds: 600_000_000_000), "the writer stands still")
            }
        }
        let recording = try recorder.finished()
        let found = try #require(recording.steps)
        #expect(found.upperBound == 30_000)
        #expect(found.count >= 2_000 && found.count <= 12_000, "\(found)")
        #expect(recording.losses.isEmpty, "\(recording.losses.all)")
        let last = try recording.segment(#require(recording.segments.last).index)
        #expect(last.states.last?.step == 30_000)
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGABRT]) func aRingAtFullSpeedHasStatesWhateverEndsIt(signal: Int32) async throws {
        await #expect(processExitsWith: .signal(signal)) { [path = folder.path as String, signal = signal as Int32] in
            let recorder = Recorder(in: path) { $0.limits = .last(states: 1_000) }
            let store = recorder.store(initialState: Dear())
            var state = Dear()
            for _ in 1...60_000 {
                state = store.reduce(CounterAction.increment, from: state) { state, _ in Dear(number: state.number + 1) }
            }
            kill(getpid(), signal)
        }
        let recording = try Recording(directory: folder.path(try #require(recordings.first)))
        let known = try recording.segments.flatMap { try recording.segment($0.index).states }.known()
        let last = try #require(known.keys.max())
        #expect(recording.steps?.upperBound == 60_000 && known[last] == .number(JSONNumber(last)))
        if signal != SIGKILL { #expect(last == 60_000) }
        #expect(recording.losses.actions.isEmpty, "\(recording.losses.all)")
    }

    @Test func whoDispatchesWaitsWhileASignalEndsTheProcess() async throws {
        await #expect(processExitsWith: .signal(SIGTERM)) { [path = folder.path as String] in
            let recorder = Recorder(in: path) { $0.limits = .last(states: 1_000) }
            let store = recorder.store(initialState: Dear())
            Thread.detachNewThread {
                var state = Dear()
                while true {
                    state = store.reduce(CounterAction.increment, from: state) { state, _ in Dear(number: state.number + 1) }
                }
            }
            while recorder.counts.steps < 30_000 { sched_yield() }
            kill(getpid(), SIGTERM)
        }
        let recording = try Recording(directory: folder.path(try #require(recordings.first)))
        let known = try recording.segments.flatMap { try recording.segment($0.index).states }.known()
        let (last, end) = (try #require(known.keys.max()), try #require(recording.steps?.upperBound))
        #expect(end - last <= 1, "the thread may have been in its reducer")
    }

    /// A state that says whether the thread that writes it may be the one that a signal from outside interrupts.
    private struct Interrupted: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var blocked = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &blocked)
            try [SIGTERM, SIGABRT, SIGSEGV].map { sigismember(&blocked, $0) == 0 }.encode(to: encoder)
        }
    }

    @Test func theWriterGoesOnWhileASignalFromOutsideEndsTheProcess() throws {
        let recorder = Recorder(in: folder.path)
        _ = recorder.store(initialState: Interrupted())
        recorder.flush()
        let first = try recorder.finished().segment(0).states.first
        #expect(first?.change == .keyframe([false, false, true]))
    }

    @Test func aRingOfBytesStaysBelowThem() throws {
        let limit = 512 << 10
        let recording = try record(20_000) { $0.limits = RecordingLimits(bytes: limit) }
        let source = recording.source
        let bytes = try source.names.filter { $0.hasPrefix("segments/") }.reduce(0) { $0 + (try source.read($1).count) }
        #expect(bytes <= limit)
        #expect(bytes > limit / 2)
        #expect(recording.steps?.upperBound == 20_000)
    }

    @Test func aRingOfTimeKeepsThatLong() throws {
        let ticks = Atomic(0)
        let second = 1_000_000_000
        let recording = try record(1_000) {
            $0.limits = .last(.seconds(100))
            $0.clock = RecordingClock(monotonic: { ticks.add(second / 4, ordering: .relaxed).newValue }, wall: { second })
        }
        let times = try #require(recording.times)
        let kept = times.upperBound - times.lowerBound
        #expect(kept >= 100 * second)
        #expect(kept <= 300 * second)
    }

    @Test func aSmallRingIsBoundedForEver() throws {
        let largest = Atomic(0)
        let recorder = Recorder(in: folder.path) { $0.limits = RecordingLimits(steps: 200, bytes: 256 << 10) }
        let directory = try #require(recorder.directory)
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for number in 1...100_000 {
            state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            if number % 1_000 == 0 {
                recorder.flush()
                largest.max(try folderBytes(directory), ordering: .relaxed)
            }
        }
        let recording = try recorder.finished()
        #expect(largest.load(ordering: .relaxed) < 8 << 20)
        #expect(recording.steps?.upperBound == 100_000)
        #expect(recording.steps.map { $0.count >= 200 } == true)
        #expect(recording.losses.isEmpty)
    }

    /// A step that takes long keeps its segment open, so that its state finds its place.
    @Test func aSlowStepFindsItsPlaceInARing() throws {
        let recorder = Recorder(in: folder.path) { $0.limits = .last(states: 10_000) }
        let slow = recorder.store("slow", initialState: Counter())
        let fast = recorder.store("fast", initialState: Counter())
        let step = slow.willReduce(CounterAction.increment, from: Counter())
        var state = Counter()
        for number in 1...9_000 {
            state = try fast.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            if number % 100 == 0 { recorder.flush() }
        }
        slow.didReduce(step, to: Counter(count: 1))
        let recording = try recorder.finished()
        #expect(recording.losses.isEmpty)
        #expect(recording.segments.count > 1)
        let lines = try recording.segments.flatMap { try recording.segment($0.index).states }.filter { $0.store == "slow" }
        #expect(lines.map(\.step).prefix(2) == [0, 1])
    }

    /// A step that takes longer than the ring can wait loses its own line, and what comes after it is still right.
    @Test func aStepThatOutlivesTheRingLeavesTheNextStateRight() throws {
        let recorder = Recorder(in: folder.path) { $0.limits = .last(states: 200) }
        let slow = recorder.store("slow", initialState: Counter())
        let fast = recorder.store("fast", initialState: Counter())
        let step = slow.willReduce(CounterAction.increment, from: Counter())
        var state = Counter()
        for number in 1...2_000 {
            state = try fast.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            if number % 50 == 0 { recorder.flush() }
        }
        slow.didReduce(step, to: Counter(count: 1))
        recorder.flush()
        _ = try slow.reduce(CounterAction.increment, from: Counter(count: 1), reducer: counterReducer)
        let recording = try recorder.finished()
        #expect(try #require(recording.steps).lowerBound > 1)
        #expect(recording.losses.isEmpty)
        let lines = try recording.segments.flatMap { try recording.segment($0.index).states }.filter { $0.store == "slow" }
        #expect(lines.last?.step == 2_002)
        #expect(try lines.known()[2_002] == JSONValue(encoding: Counter(count: 2)))
    }

    @Test func earlierRecordingsAreBoundedByCount() throws {
        let events = Errors()
        for _ in 1...4 { _ = try record(1, telling: events) { $0.earlier = EarlierLimits(count: 2, bytes: nil) } }
        #expect(recordings.count == 3)  // two earlier ones, and the present one
        let removed = events.all.compactMap { if case .removedEarlier(let count, let bytes) = $0 { (count, bytes > 0) } else { nil } }
        #expect(removed.map(\.0) == [1])
        #expect(removed.map(\.1) == [true])
    }

    @Test func recordingsWithoutAStepPushNoneOut() throws {
        let (first, second) = (try record(1), try record(1))
        for _ in 1...6 {
            let recorder = Recorder(in: folder.path) { $0.earlier = EarlierLimits(count: 2, bytes: nil) }
            _ = recorder.store(initialState: Counter())
            recorder.finish()
        }
        #expect(Set(recordings.map { "\(folder.path)/\($0)" }).isSuperset(of: [first.path, second.path]))
        #expect(recordings.count == 3)
    }

    /// A state that is never written: it holds up the recorder's thread, and not the one that dispatches.
    private struct Stuck: Encodable, Sendable {
        private nonisolated(unsafe) static var dispatching: ObjectIdentifier?
        var count = 0

        /// Says that this thread dispatches.
        static func dispatchHere() { dispatching = ObjectIdentifier(Thread.current) }

        func encode(to encoder: any Encoder) throws {
            while ObjectIdentifier(Thread.current) != Self.dispatching { pause() }
            try count.encode(to: encoder)
        }
    }

    @Test func recordingsOfWhichNoStateIsKnownPushNoneOut() async throws {
        let whole = try record(1)
        for _ in 1...3 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
                Stuck.dispatchHere()
                let store = Recorder(.init(app: "Test", directory: path)).store(initialState: Stuck())
                _ = store.reduce(CounterAction.increment, from: Stuck()) { state, _ in Stuck(count: state.count + 1) }
                raise(SIGKILL)
            }
        }
        for _ in 1...2 { _ = try record(1) { $0.earlier = EarlierLimits(count: 2, bytes: nil) } }
        #expect(recordings.count == 3 && recordings.map { "\(folder.path)/\($0)" }.contains(whole.path), "\(recordings)")
    }

    @Test func newestRecordingOfACrashGoesLast() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Test", directory: path))
            _ = recorder.store(initialState: Counter()).reduce(CounterAction.increment, from: Counter()) { state, _ in
                recorder.flush()
                raise(SIGILL)
                return state
            }
        }
        let crash = try #require(recordings.first)
        for _ in 1...3 { _ = try record(2) { $0.earlier = EarlierLimits(count: 1, bytes: nil) } }
        #expect(recordings.count == 2)
        #expect(recordings.contains(crash))
    }

    @Test func whatALaunchFindsUnfinishedStaysUntilTheNext() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Test", directory: path))
            _ = recorder.store(initialState: Counter()).reduce(CounterAction.increment, from: Counter()) { state, _ in state }
            raise(SIGKILL)
        }
        let unfinished = try #require(recordings.first)
        _ = try record(1) { $0.earlier = EarlierLimits(count: 0, bytes: nil) }
        #expect(recordings.contains(unfinished))
        _ = try record(1) { $0.earlier = EarlierLimits(count: 0, bytes: nil) }
        #expect(recordings.count == 1 && !recordings.contains(unfinished))
    }

    @Test func whatAWrongClockDatedIntoTheFutureGoesFirst() throws {
        let future = try record(1) { $0.clock.wall = { [wall = $0.clock.wall] in wall() + 400 * 24 * 3_600_000_000_000 } }
        let last = try record(1)
        let now = try record(1) { $0.earlier = EarlierLimits(count: 1, bytes: nil) }
        #expect(Set(recordings.map { "\(folder.path)/\($0)" }) == [last.path, now.path], "\(future.path)")
    }

    @Test(arguments: [
        ("bytes", EarlierLimits(count: nil, bytes: 1)), ("age", EarlierLimits(count: nil, bytes: nil, age: .nanoseconds(1))),
    ])
    func earlierRecordingsAreBounded(by name: String, limits: EarlierLimits) throws {
        _ = try record(1)
        let last = try record(1) { $0.earlier = limits }
        #expect(recordings.map { "\(folder.path)/\($0)" } == [last.path])
    }

    @Test func recordingsOfOtherAppsAndLivingOnesAreLeftAlone() throws {
        let living = Recorder(.init(app: "Test", directory: folder.path))
        let other = Recorder(.init(app: "Other", directory: folder.path))
        other.finish()
        let own = try record(1) { $0.earlier = EarlierLimits(count: 0, bytes: 0, age: .zero) }
        #expect(Set(recordings.map { "\(folder.path)/\($0)" }) == [own.path, living.directory ?? "", other.directory ?? ""])
        living.finish()
    }

    private var recordings: [String] { folder.contents.filter { $0.hasSuffix(".live") } }

    private func folderBytes(_ directory: String) throws -> Int {
        // The ring takes files away while we look.
        let files = (try? DirectorySource(path: directory).names) ?? []
        return files.reduce(0) { $0 + (FileSystem.size(of: "\(directory)/\($1)") ?? 0) }
    }
}
