import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

struct Counter: Codable, Equatable, Sendable {
    var count = 0
    var label = ""
    var token: String?
}

enum CounterAction: Codable, Equatable, Sendable {
    case increment
    case rename(String)
    case signIn(token: String)
    case fail
}

struct Refusal: Error, CustomStringConvertible {
    var description: String { "refused: password=hunter2" }
}

func counterReducer(_ state: Counter, _ action: CounterAction) throws -> Counter {
    var state = state
    switch action {
    case .increment: state.count += 1
    case .rename(let label): state.label = label
    case .signIn(let token): state.token = token
    case .fail: throw Refusal()
    }
    return state
}

@Suite("Recording", .timeLimit(.minutes(5)))
struct RecorderTests {
    let folder = TemporaryFolder()

    @Test func actionsAndStatesAreInTheRecordingInOrder() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for action in [CounterAction.increment, .rename("a"), .increment] {
            state = try store.reduce(action, from: state, cause: 0, site: "Test.swift:1", reducer: counterReducer)
        }
        let recording = try recorder.finished()
        #expect(recording.manifest.ending.isComplete)
        #expect(recording.losses.isEmpty)
        #expect(recording.steps == 1...3)
        let segment = try recording.segment(0)
        #expect(segment.actions.map(\.type) == ["increment", "rename", "increment"])
        #expect(segment.actions[1].action == ["rename": ["_0": "a"]])
        #expect(segment.actions[1].site == "Test.swift:1")
        #expect(segment.states.map(\.step) == [0, 1, 2, 3])
        #expect(try segment.states.known()[3] == JSONValue(encoding: state))
    }

    /// An app may change its current directory later.
    @Test func aRelativeDirectoryIsMadeAbsolute() throws {
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let relative = String(repeating: "../", count: depth) + folder.path.dropFirst()
        let recorder = Recorder(.init(app: "Test", directory: relative))
        #expect(try recorder.finished().manifest.ending.isComplete)
        let directory = try #require(recorder.directory)
        #expect(directory.hasPrefix("/") && !directory.contains(".."))
    }

    @Test func aNewSegmentBeginsWithTheStateBeforeItsFirstStep() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for _ in 0..<3 {
            for _ in 0..<10_100 { state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer) }
            recorder.flush()
        }
        let recording = try recorder.finished()
        #expect(recording.steps == 1...30_300)
        #expect(recording.losses.isEmpty)
        let segments = try recording.segments.map { try recording.segment($0.index) }
        #expect(segments.count >= 3)
        for segment in segments {
            let first = try #require(segment.actions.first)
            #expect(segment.states.first?.step == first.step - 1)
            #expect(segment.states.first?.change == .keyframe(try JSONValue(encoding: Counter(count: first.step - 1))))
        }
    }

    @Test func aChangeFromOutsideIsAStepOfItsOwn() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter())
        var state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        state.label = "hot reloaded"
        state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
        let segment = try recorder.finished().segment(0)
        #expect(segment.actions.map(\.type) == ["increment", "@@EXTERNAL", "increment"])
        let external = try #require(segment.states.first { $0.step == 2 })
        #expect(external.change == .patch(JSONPatch([.replace(JSONPointer(tokens: ["label"]), "hot reloaded")])))
    }

    @Test func aClockThatIsSetBackADayChangesNeitherOrderNorIntervals() throws {
        let (second, day) = (1_000_000_000, 86_400_000_000_000)
        let ticks = Atomic(0)
        let wall = Atomic(1_800_000_000 * second)
        let recorder = Recorder(in: folder.path) {
            $0.clock = RecordingClock(monotonic: { ticks.load(ordering: .relaxed) }, wall: { wall.load(ordering: .relaxed) })
        }
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for number in 1...4 {
            if number == 3 { wall.subtract(day, ordering: .relaxed) }
            ticks.add(61 * second, ordering: .relaxed)
            state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
            recorder.flush()  // the writer notes both clocks once a minute
        }
        let segment = try recorder.finished().segment(0)
        #expect(segment.actions.map(\.step) == [1, 2, 3, 4])
        #expect(segment.actions.map(\.time) == [61, 122, 183, 244].map { $0 * second })
        let walls = segment.journal.compactMap { line in if case .clock(let clock) = line { clock.wall } else { nil } }
        #expect(walls.contains(1_800_000_000 * second) && walls.contains(1_800_000_000 * second - day), "\(walls)")
    }

    @Test func aReducerThatThrowsLeavesItsErrorWithoutItsSecrets() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter())
        #expect(throws: Refusal.self) { try store.reduce(CounterAction.fail, from: Counter(), reducer: counterReducer) }
        let line = try #require(try recorder.finished().segment(0).states.last)
        guard case .failed(let reason) = line.change else { throw Failure("no failed line: \(line)") }
        #expect(reason.hasPrefix("refused: password="))
        #expect(!reason.contains("hunter2"))
    }

    @Test func anActionTooLargeToBeWrittenAheadIsWholeAgainWhenRead() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path, level: .everything))
        let store = recorder.store(initialState: Counter())
        let text = String(repeating: "long ", count: 4 << 20)
        _ = try store.reduce(CounterAction.rename(text), from: Counter(), reducer: counterReducer)
        let segment = try recorder.finished().segment(0)
        #expect(segment.actions.first?.type == "rename")
        #expect(segment.actions.first?.action == ["rename": ["_0": .string(text)]])
        #expect(segment.actions.first?.bytes == nil)
    }

    @Test func whatIsDispatchedAfterFinishingIsNotRecorded() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter())
        let state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        recorder.finish()
        recorder.finish()
        #expect(try store.reduce(CounterAction.increment, from: state, reducer: counterReducer).count == 2)
        #expect(try recorder.finished().steps == 1...1)
    }

    @Test func aTokenNeverReachesTheDisk() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: Counter(token: "first-s3cr3t"))
        var state = Counter(token: "first-s3cr3t")
        state = try store.reduce(CounterAction.signIn(token: "second-s3cr3t"), from: state, reducer: counterReducer)
        recorder.flush()
        let directory = try #require(recorder.directory)
        #expect(try !allBytes(directory).contains("s3cr3t"))
        let segment = try recorder.finished().segment(0)
        #expect(try !allBytes(directory).contains("s3cr3t"))
        #expect(segment.actions.first?.redacted == [JSONPointer(tokens: ["signIn", "token"])])
    }

    @Test func adirectoryThatCanNotBeMadeLeavesTheAppAlone() throws {
        try folder.write([], to: "file")
        let errors = Errors()
        let recorder = Recorder(in: folder.path("file"), telling: errors)
        let state = try recorder.store(initialState: Counter()).reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        #expect(state.count == 1)
        #expect(recorder.directory == nil)
        #expect(errors.all.count == 1)
    }

    private func allBytes(_ directory: String) throws -> String {
        let source = try DirectorySource(path: directory)
        return try source.names.map { String(decoding: try source.read($0), as: UTF8.self) }.joined()
    }
}

/// What a recorder told.
final class Errors: Sendable {
    private let events = Mutex<[Recorder.Event]>([])
    func add(_ event: Recorder.Event) { events.withLock { $0.append(event) } }
    var all: [Recorder.Event] { events.withLock { $0 } }
}

extension Ending {
    /// Whether the process finished or exited when nothing was under way, and said when.
    var isComplete: Bool { how == .finished && underWay.isEmpty && at != nil }
}
