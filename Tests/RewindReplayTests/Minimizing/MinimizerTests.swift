import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// What is left of a session, and how many attempts it takes.
@Suite("Minimizing a session", .timeLimit(.minutes(5)))
struct MinimizerTests {
    /// A session of actions that set `/n` to their number.
    private func session(_ count: Int, edit: (inout ActionLine) -> Void = { _ in }) throws -> Candidate {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...count {
            try builder.action(step, "set") {
                $0.action = ["set": ["n": .number(JSONNumber(step))]]
                edit(&$0)
            }
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
        }
        let timeline = try Timeline(Recording(directory: builder.die()))
        return try Candidate(timeline, store: "main", upTo: count)
    }

    /// Minimizes a session for steps that are all needed, in order.
    private func minimize(_ whole: Candidate, needing numbers: Set<Int>) throws -> Minimizer<Never> {
        var minimizer = Minimizer<Never>(whole) { candidate in
            var missing = numbers
            for (index, part) in candidate.steps.enumerated() {
                missing.remove(part.step.number)
                if missing.isEmpty { return index + 1 }
            }
            return nil
        }
        let isShown = minimizer.run()
        #expect(isShown)
        return minimizer
    }

    @Test func findsThreeOfAThousandInFewAttempts() throws {
        let whole = try session(1_000)
        #expect(whole.steps.count == 1_000 && whole.initial == ["n": 0])
        var worst = 0
        for numbers in [[17, 500, 1_000], [1, 2, 3], [333, 666, 999], [998, 999, 1_000]] as [Set<Int>] {
            let minimizer = try minimize(whole, needing: numbers)
            #expect(Set(minimizer.shortest.steps.map(\.step.number)) == numbers)
            worst = max(worst, minimizer.attempts)
        }
        #expect(worst <= 150, "\(worst)")
    }

    @Test func whatAnActionCausedGoesWithIt() throws {
        // Each tenth action causes the nine that follow it.
        let whole = try session(40) { line in if line.step % 10 != 1 { line.cause = (line.step - 1) / 10 * 10 + 1 } }
        let minimizer = try minimize(whole, needing: [25])
        #expect(minimizer.shortest.steps.map(\.step.number) == [21, 25])
    }

    @Test func nothingIsLeftOutOfWhatDoesNotShowIt() throws {
        var minimizer = Minimizer<Never>(try session(5)) { _ in nil }
        let isShown = minimizer.run()
        #expect(!isShown && minimizer.attempts == 1 && minimizer.shortest.steps.count == 5)
    }

    @Test func shortensTextsAndArrays() throws {
        let whole = try session(3) { line in
            line.action = ["add": ["items": ["tea", "milk", "a very long name of a cake", "bread"], "note": "nothing of importance"]]
        }
        var minimizer = Minimizer<Never>(whole) { candidate in
            for (index, part) in candidate.steps.enumerated() {
                let items = part.step.action?["add"]?["items"]?.array ?? []
                if items.contains(where: { $0.string?.contains("cake") == true }) { return index + 1 }
            }
            return nil
        }
        let isShown = minimizer.run()
        #expect(isShown)
        let action = try #require(minimizer.shortest.steps.first?.step.action)
        #expect(minimizer.shortest.steps.count == 1 && action["add"]?["note"] == "")
        #expect(action["add"]?["items"]?.array?.count == 1, "\(action.jsonText)")
        #expect(minimizer.changes.contains(RecordingEdit(.shorten, [("at", "/add/note"), ("step", 1)])))
    }

    @Test func aChangeFromOutsideIsAStepAsAnyOther() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        try builder.step(1, ActionLine.external, #"[{"op":"replace","path":"/n","value":5}]"#)
        try builder.step(2, "set", #"[{"op":"replace","path":"/n","value":6}]"#)
        let timeline = try Timeline(Recording(directory: builder.die()))
        let whole = try Candidate(timeline, store: "main", upTo: 2)
        #expect(whole.steps.map { $0.change != nil } == [true, false])
    }
}
