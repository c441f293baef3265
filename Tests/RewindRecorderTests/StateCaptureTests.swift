import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// Policies that take only some states: every action is there all the same, and a store that changes its state in place is not made to copy it.
@Suite("Of which steps the state is taken", .timeLimit(.minutes(5))) struct StateCaptureTests {
    let folder = TemporaryFolder()

    struct Notes: Codable, Equatable, Sendable {
        var lines: [Int] = Array(0..<1_000)
        var count = 0
    }

    enum Edit: Codable, Sendable { case set(Int, to: Int) }

    private func change(_ notes: inout Notes, _ edit: Edit) {
        guard case .set(let place, let value) = edit else { return }
        notes.lines[place] = value
        notes.count += 1
    }

    private func recorder(_ capture: StateCapture, _ clock: RecordingClock = .system) -> Recorder {
        Recorder(in: folder.path) { ($0.capture, $0.clock) = (capture, clock) }
    }

    private func address(_ lines: [Int]) -> UnsafeRawPointer? { lines.withUnsafeBytes { $0.baseAddress } }

    @Test func everyThirdStateIsTakenAndTheOthersShareItsPatch() throws {
        let recorder = recorder(.every(3))
        var notes = Notes()
        let store = recorder.store(initialState: notes)
        for step in 1...7 { store.reduce(Edit.set(step, to: -step), in: &notes) { change(&$0, $1) } }
        let recording = try recorder.finished()
        #expect(recording.manifest.capture == "every 3")
        #expect(recording.losses.isEmpty)
        let segment = try recording.segment(0)
        #expect(segment.actions.map(\.step) == Array(1...7))
        #expect(segment.states.map(\.step) == [0, 3, 6])
        #expect(segment.states.map(\.merged) == [nil, 1...3, 4...6])
        #expect(segment.states.map(\.isSparse) == [false, true, true])
        var counts = RecordingCounts()
        counts.add(segment)
        #expect(counts.sparse == 4 && counts.merged == 0)
        #expect(try segment.states.known()[6] == JSONValue(encoding: expected(6)))
    }

    private func expected(_ steps: Int) -> Notes {
        var notes = Notes()
        for step in 1...steps { change(&notes, .set(step, to: -step)) }
        return notes
    }

    @Test(arguments: [StateCapture.every(1_000), .whenIdle, .keyframesOnly])
    func aStoreThatChangesItsStateInPlaceDoesSoWithoutACopy(capture: StateCapture) {
        let recorder = recorder(capture)
        var notes = Notes()
        let store = recorder.store(initialState: notes)
        store.reduce(Edit.set(0, to: 1), in: &notes) { change(&$0, $1) }  // the recorder keeps the first state, so this one copies
        let place = address(notes.lines)
        for step in 0..<500 { store.reduce(Edit.set(step, to: 0), in: &notes) { change(&$0, $1) } }
        #expect(address(notes.lines) == place)
        recorder.finish()
    }

    @Test func theStateBeforeAPauseIsTakenWhenTheNextActionComes() throws {
        let time = Atomic(0)
        let clock = RecordingClock(monotonic: { time.load(ordering: .relaxed) }, wall: { 0 })
        let recorder = recorder(.whenIdle, clock)
        var notes = Notes()
        let store = recorder.store(initialState: notes)
        for step in 1...9 {
            if step == 5 { time.add(1_000_000_000, ordering: .relaxed) }
            time.add(1_000_000, ordering: .relaxed)
            store.reduce(Edit.set(step, to: -step), in: &notes) { change(&$0, $1) }
        }
        let segment = try recorder.finished().segment(0)
        #expect(segment.states.map(\.step) == [0, 4])
        #expect(segment.states.last?.merged == 1...4)
        #expect(try segment.states.known()[4] == JSONValue(encoding: expected(4)))
    }

    @Test("Each segment begins with a keyframe of the state before its first action")
    func eachSegmentBeginsWithAKeyframe() throws {
        let recorder = Recorder(in: folder.path) { ($0.capture, $0.limits) = (.keyframesOnly, .last(states: 100_000)) }
        var notes = Notes()
        let store = recorder.store(initialState: notes)
        for step in 1...25_000 {
            store.reduce(Edit.set(step % 1_000, to: -step), in: &notes) { change(&$0, $1) }
            if step % 1_000 == 0 { recorder.flush() }
        }
        let recording = try recorder.finished()
        #expect(recording.segments.count > 1)
        for index in recording.segments.dropFirst().map(\.index) {
            let segment = try recording.segment(index)
            let first = try #require(segment.actions.first?.step)
            let keyframe = try #require(segment.states.first)
            #expect(keyframe.step == first - 1)
            guard case .keyframe(let value) = keyframe.change else {
                Issue.record("segment \(index) begins with \(keyframe.change)")
                continue
            }
            #expect(value["count"]?.int == first - 1)
        }
    }

    @Test func anotherStateFromOutsideIsSeenByItsOwnProperties() throws {
        let recorder = recorder(.keyframesOnly)
        var notes = Notes()
        let store = recorder.store(initialState: notes)
        store.reduce(Edit.set(0, to: 1), in: &notes) { change(&$0, $1) }
        notes = Notes(lines: [7], count: 42)
        store.reduce(Edit.set(0, to: 8), in: &notes) { change(&$0, $1) }
        let segment = try recorder.finished().segment(0)
        #expect(segment.actions.map(\.type) == ["set", ActionLine.external, "set"])
        #expect(try segment.states.known()[2] == ["lines": [7], "count": 42])
    }
}
