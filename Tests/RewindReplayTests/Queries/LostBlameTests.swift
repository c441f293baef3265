import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Blame where steps are lost", .timeLimit(.minutes(5)))
struct LostBlameTests {
    private let folder = TemporaryFolder()

    private func line(_ timeline: Timeline, _ place: String, at step: Int? = nil) throws -> Blame.Line {
        try timeline.blame(try JSONPointer(argument: place), at: step).lines[0]
    }

    @Test
    func namesTheStepsThatMayHaveSetAValueThatIsTheSameOnBothSides() throws {
        let timeline = try LostSteps.timeline(in: folder)
        let posting = try line(timeline, ".posting")
        #expect(posting.steps == 0...0)
        #expect(posting.unknown == [3...6])
        // After the last lost step, the keyframe of the next segment tells.
        #expect(try line(timeline, ".selection", at: 6).steps == 3...6)
        #expect(try line(timeline, ".posting", at: 6).unknown == [3...6])
        #expect(try line(timeline, ".selection").unknown == [])
        #expect(try line(timeline, ".posting", at: 2).unknown == [])
        let blame = try timeline.blame(JSONPointer(argument: ".posting"))
        #expect(try timeline.unknownSteps(behind: blame).count == 3)
        #expect(try timeline.unknownSteps(behind: timeline.blame(JSONPointer(argument: ".selection"))).count == 0)
    }

    @Test
    func namesTheStepThatWasRecordedInFullAfterAStateThatIsUnknown() throws {
        let builder = try RecordingBuilder(in: folder, state: ["fragile": "whole"])
        for step in 1...3 { try builder.action(step, "a\(step)") }
        try builder.patch(1, "[]")
        builder.line(2, ActionLine.mainStore, .unencodable("broken"))
        builder.keyframe(3, ["fragile": "whole"])
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let line = try line(timeline, ".fragile")
        #expect(line.steps == 0...0)
        #expect(line.unknown == [2...3])
    }

    @Test(arguments: [GapLine.Reason.unwritten("no space left on device"), .leftOut])
    func namesAGapThatTheRecorderHadAndNotOneWhoseChangesAFilterKept(reason: GapLine.Reason) throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0, "other": 0])
        try builder.step(1, "add")
        try builder.journal(GapLine(steps: 2...4, reason: reason).json)
        try builder.step(5, ActionLine.external, #"[{"op":"replace","path":"/other","value":5}]"#) { $0.action = nil }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        #expect(try line(timeline, ".n").unknown == (reason == .leftOut ? [] : [2...5]))
        #expect(try line(timeline, ".other").steps == 2...5)
    }

    @Test
    func saysAtThePromptWhichStatesAreUnknown() throws {
        var debugger = Debugger(try LostSteps.timeline(in: folder), at: 8)
        guard case .remarked(.asked(let blame), let remark) = debugger.execute("blame .posting") else { throw Failure("no remark") }
        #expect(blame.json[0]["unknown"] == [[3, 6]])
        #expect(remark.sentence.hasPrefix("the states after 3 steps are unknown, first that after step 3: nothing of steps 3 to 6"))
    }
}
