import Dispatch
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindFormat
@testable import RewindJournal

@Suite("A stream that somebody is writing", .timeLimit(.minutes(5)))
struct LiveTailTests {
    private let folder = TemporaryFolder()

    /// A line with its checksum.
    private func line(_ json: String) -> [UInt8] {
        var bytes = Array(json.utf8)
        LiveLine.close(&bytes, from: 0)
        return bytes
    }

    private func action(_ step: Int) -> [UInt8] { line(#"{"step":\#(step),"t":\#(step),"type":"add","action":{}}"#) }

    private func patch(_ step: Int) -> [UInt8] {
        line(#"{"step":\#(step),"patch":[{"op":"replace","path":"/n","value":\#(step)}]}"#)
    }

    /// A live directory with these streams, of which none is locked: the source does not ask.
    private func source(_ actions: [UInt8], _ states: [UInt8]) throws -> LiveSource {
        let live = try LiveDirectory(creatingIn: folder.path, app: "Test", started: 1, processID: 1)
        try live.write(Manifest(recorder: "test", started: 1))
        let page = try StatusPage(creating: live.file(StatusPage.fileName), processID: 1, started: 1)
        page.name(store: 0, "main")
        page.cell(store: 0)?.set(step: 4, phase: .reducer)
        try live.makeSegment(0)
        try FileSystem.replace(live.file(SegmentName.actions(0)), with: actions)
        try FileSystem.replace(live.file(SegmentName.states(0)), with: states)
        return try LiveSource(path: live.path)
    }

    private func steps(_ source: LiveSource) throws -> [Int] {
        let recording = try Recording(unsealed: source, whileRecording: [])
        #expect(recording.losses.isEmpty, "\(recording.losses.all)")
        return try recording.segment(0).actions.map(\.step)
    }

    private let zeros = [UInt8](repeating: 0, count: 300_000)

    @Test
    func endsWithTheLastWholeLineBeforeWhatIsNotWrittenYet() throws {
        let states = line(#"{"step":0,"keyframe":{"n":0}}"#) + patch(1) + patch(2) + patch(3)
        let actions = action(1) + action(2) + action(3)
        #expect(try steps(source(actions + zeros, states)) == [1, 2, 3])
        // The next line: half of it; its end before its middle; whole but for one byte that comes late.
        let next = action(4)
        let half = next.dropLast(9)
        let late = next.prefix(20) + [0] + next.dropFirst(21)
        let changed = next.prefix(20) + [next[20] ^ 1] + next.dropFirst(21)
        for torn in [Array(half), Array(late), Array(changed)] {
            #expect(try steps(source(actions + torn + zeros, states + patch(4))) == [1, 2, 3])
        }
        // Behind a hole there may be more already.
        #expect(try steps(source(actions + late + action(5) + zeros, states + patch(4) + patch(5))) == [1, 2, 3])
    }

    @Test
    func hasAllActionsAndSaysWhichIsInTheReducer() throws {
        let states = line(#"{"step":0,"keyframe":{"n":0}}"#) + patch(1) + patch(2)
        let source = try source(action(1) + action(2) + action(3) + action(4) + zeros, states + patch(3).dropLast(5))
        #expect(try steps(source) == [1, 2, 3, 4])
        let recording = try Recording(unsealed: source, whileRecording: source.underWay)
        #expect(recording.isLive)
        #expect(recording.manifest.ending.underWay == [Ending.UnderWay(store: "main", step: 4, phase: .reducer, type: "add")])
        // Longer than what is looked at first; and a step whose state came meanwhile is no longer under way.
        let many = try self.source((1...3_000).flatMap { action($0) } + zeros, states + patch(3) + patch(4))
        #expect(try steps(many).last == 3_000)
        #expect(try Recording(unsealed: many, whileRecording: many.underWay).manifest.ending.underWay.isEmpty)
    }

    @Test
    func isReadEvenWhereTheAppHasTakenItAwayMeanwhile() throws {
        let states = line(#"{"step":0,"keyframe":{"n":0}}"#) + patch(1)
        let source = try source(action(1), states)
        try FileSystem.removeTree("\(source.path)/segments")
        #expect(try steps(source) == [1])
    }

    @Test
    func mayHaveNoStateYet() throws {
        #expect(try steps(source(action(1) + action(2), [])) == [1, 2])
        #expect(try steps(source([], [])) == [])
    }

    /// Who stops following at any moment has no state without its action.
    @Test
    func noStateComesBeforeItsAction() throws {
        let live = try LiveDirectory(creatingIn: folder.path, app: "Test", started: 1, processID: 1)
        try live.makeSegment(0)
        let actions = try File(opening: live.file(SegmentName.actions(0)), .create)
        let states = try File(opening: live.file(SegmentName.states(0)), .create)
        let end = 5_000
        let (actionLines, stateLines) = ((1...end).map(action), (1...end).map(patch))
        let writing = DispatchGroup()
        DispatchQueue.global().async(group: writing) {
            var (actionCount, stateCount) = (0, 0)
            for (action, state) in zip(actionLines, stateLines) {
                try? action.withUnsafeBytes { try actions.write($0, at: actionCount) }
                try? state.withUnsafeBytes { try states.write($0, at: stateCount) }
                (actionCount, stateCount) = (actionCount + action.count, stateCount + state.count)
            }
        }
        var tail = try RecordingTail(following: live.path)
        var (lastAction, lastState) = (0, 0)
        var (isWritten, hasMore) = (false, false)
        while !isWritten || hasMore {
            isWritten = writing.wait(timeout: .now()) == .success
            let reading = try tail.read()
            hasMore = reading.hasMore
            for piece in reading.pieces {
                let lines = piece.bytes.split(separator: UInt8(ascii: "\n")).count
                if piece.stream == .actions { lastAction += lines } else { lastState += lines }
            }
            #expect(lastState <= lastAction)
        }
        #expect(lastState == end)
    }
}
