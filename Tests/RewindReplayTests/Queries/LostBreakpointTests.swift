import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Breakpoints where steps are lost", .timeLimit(.minutes(5)))
struct LostBreakpointTests {
    private let folder = TemporaryFolder()

    /// The stops of some commands, and what is remarked about each.
    private func stops(_ timeline: Timeline, from step: Int, _ commands: [String]) -> [String] {
        var debugger = Debugger(timeline, at: step)
        return commands.compactMap { command in
            switch debugger.execute(command) {
            case .remarked(.stopped(let step, _, let by), let remark): "\(step) by \(by.count): \(remark.sentence)"
            case .stopped(let step, _, let by): "\(step) by \(by.count)"
            case .breakpoint: nil
            default: "?"
            }
        }
    }

    @Test(
        "Breakpoints stop at the same step in both directions and say that this happened in lost steps",
        arguments: ["break path .selection", "watch .selection", "watch .selection > 1", "break when .selection > 0"])
    func breakpointsStopAtTheSameStepBothWays(command: String) throws {
        let timeline = try LostSteps.timeline(in: folder)
        let lost = "6 by 1: this happened in one of steps 3 to 6, which are lost"
        let isCondition = command.contains(" > ")
        let forwards = stops(timeline, from: 0, [command, "c", "c"])
        #expect(forwards == [lost, isCondition ? "8 by 0" : "7 by 1"])
        let backwards = stops(timeline, from: 8, isCondition ? [command, "rc"] : [command, "rc", "rc"])
        #expect(backwards == (isCondition ? [lost] : ["7 by 1", lost]))
        #expect(stops(timeline, from: 2, ["until " + command.dropFirst(6)]).first == lost)
    }

    @Test
    func doNotStopWhereNothingThatTheyWaitForHappened() throws {
        let timeline = try LostSteps.timeline(in: folder)
        for command in ["break path .posting", "break a3", "break path .selection when $type == \"a8\"", "break path .draft"] {
            let hits = stops(timeline, from: 2, [command, "c"])
            #expect(hits[0].hasPrefix("8 by \(command.hasSuffix("draft") ? 1 : 0)"), "\(command): \(hits)")
        }
    }

    @Test
    func ofEachStoreStop() throws {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "other"], state: ["n": 0])
        builder.keyframe(0, ["count": 0], store: "other")
        try builder.step(1, "one")
        try builder.step(2, "two", store: "other")
        try builder.roll(at: 5, ["n": 0])
        builder.keyframe(5, ["count": 5], store: "other")
        for step in 6...7 { try builder.step(step, "more") }
        let timeline = try Timeline(Recording(directory: try builder.finish()))
        let lost = "5 by 1: this happened in one of steps 3 to 5, which are lost"
        #expect(stops(timeline, from: 0, ["break path .count", "c"]) == [lost])
        #expect(stops(timeline, from: 7, ["break path .count", "rc"]) == [lost])
    }
}
