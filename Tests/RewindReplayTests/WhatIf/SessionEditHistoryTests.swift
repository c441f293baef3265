import RewindFormat
import RewindValue
import Testing

@testable import RewindReplay

/// Which steps happen after the commands of Redux DevTools.
@Suite("A session whose steps are switched off", .timeLimit(.minutes(5)))
struct SessionEditHistoryTests {
    /// Six steps; the second caused the third, and that the fifth.
    private let recorded = Candidate(
        from: 0,
        (1...6).map { number in
            var line = ActionLine(step: number, time: number, type: "add", action: ["add": 1])
            line.cause = [3: 2, 5: 3][number]
            return Candidate.Part(step: Step(number: number, store: "main", line: line, outcome: .changed(JSONPatch())), change: nil)
        })

    private func steps(_ candidate: Candidate) -> [Int] { candidate.steps.map(\.step.number) }

    @Test func togglesOneStepAndNamesWhatItCaused() throws {
        var history = SessionEditHistory(recorded, base: 0)
        let off = try history.toggle(2)
        #expect(!off.isOn && off.caused == [3, 5] && steps(history.present) == [1, 3, 4, 5, 6] && history.off == [2])
        #expect(!history.isAsRecorded && steps(history.listed) == [1, 2, 3, 4, 5, 6])
        _ = try history.toggle(5)
        let on = try history.toggle(2)
        #expect(on.isOn && on.caused.isEmpty && steps(history.present) == [1, 2, 3, 4, 6])
        #expect(try history.toggle(3).caused.isEmpty)
        #expect(throws: SessionEditHistory.Refusal.notListed(7)) { try history.toggle(7) }
    }

    @Test func commitsSweepsRollsBackAndResets() throws {
        var history = SessionEditHistory(recorded, base: 0)
        #expect(throws: SessionEditHistory.Refusal.isBase) { try history.commit(0, after: 0) }
        #expect(throws: SessionEditHistory.Refusal.nothingIsOff) { try history.sweep() }
        _ = try history.toggle(1)
        _ = try history.toggle(4)
        try history.commit(17, after: 2)
        #expect(history.base == 2 && history.present.initial == 17 && steps(history.listed) == [3, 4, 5, 6] && history.off == [4])
        #expect(try history.sweep() == 1)
        #expect(steps(history.listed) == [3, 5, 6] && history.off.isEmpty)
        #expect(throws: SessionEditHistory.Refusal.notListed(4)) { try history.toggle(4) }
        history.rollback()
        #expect(steps(history.present) == [3, 4, 5, 6] && history.base == 2 && history.present.initial == 17)
        history.reset()
        #expect(history.isAsRecorded && steps(history.present) == [1, 2, 3, 4, 5, 6] && history.present.initial == 0)
    }
}
