import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

@Suite("The words of every expression", .timeLimit(.minutes(5)))
struct StepWordTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    /// Steps 1 to 4, each of which adds what its action says.
    init() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "cart": ["items": []]])
        var count = 0
        for (step, amount) in [(1, 1), (2, 0), (3, 5), (4, -2)] {
            try builder.action(step, amount == 0 ? "wait" : "add") { $0.action = ["amount": .number(JSONNumber(amount))] }
            count += amount
            try builder.patch(step, amount == 0 ? "[]" : #"[{"op":"replace","path":"/count","value":\#(count)}]"#)
        }
        timeline = try Timeline(Recording(directory: try builder.finish()))
    }

    @Test(
        arguments: [
            ("$action.amount", ["$action.amount"], []), ("action.amount == step", ["$action.amount", "$step"], []),
            (".count != before.count", [".count", "$before.count"], ["/count"]),
            ("state.count == $state.count", ["$state.count"], ["/count"]),
            ("$type | startswith(\"a\")", ["$type"], []), ("(.count | length) | . == $t", [".count", "$t"], ["/count"]),
            (".cart | .items == $before.cart.items", [".cart.items", "$before.cart.items"], ["/cart/items"]),
        ] as [(String, [String], [String])])
    func areReadByTheBuiltInLanguage(text: String, paths: [String], reads: [String]) throws {
        let expression = try Predicate(parsing: text)
        #expect(try Expression(parsing: text).paths.map(\.description) == paths)
        #expect(expression.reads?.map(\.description) == reads)
    }

    @Test(arguments: ["$actoin.amount", "$action."])
    func thatThereAreNotAreRefusedAndThoseThatThereAreNamed(text: String) {
        let error = #expect(throws: ExpressionError.self) { try Predicate(parsing: text) }
        #expect(error?.description.contains(StepWord.list) == true)
    }

    @Test(arguments: [
        ("$step == 3", [3]), ("step > 2 and .count > 0", [3, 4]), ("$action.amount < 0", [4]), (".count > before.count", [1, 3]),
        ("$type == \"wait\"", [2]), ("action.amount == 5 and $before.count == 1", [3]), ("$t > 10000000 and .count == 6", [3]),
        (".count == $state.count and $type == \"add\"", [1, 3, 4]), ("$last[\"add\"] == step", [1, 3, 4]),
        ("$last[\"wait\"] != null and $step - $last[\"wait\"] == 2", [4]), ("$last.wait > $last.add", [2]),
    ])
    func decideInFindCheckBreakpointsAndFiltersAlike(text: String, steps: [Int]) throws {
        let expression = try Predicate(parsing: text)
        let found = try timeline.find(expression, scope: .all).matches.flatMap { Array($0.step...$0.lastTrueStep) }
        #expect(found == steps)

        var filter = StepFilter()
        filter.condition = expression
        var kept: [Int] = []
        try timeline.forEach(matching: filter) { if case .step(let step) = $0 { kept.append(step.number) } }
        #expect(kept == steps)

        let (results, _) = try timeline.check([Invariant(name: "not", try Predicate(parsing: "(\(text)) | not"))])
        #expect(results[0].broken == steps[0]...steps[0])

        var debugger = Debugger(timeline)
        for step in steps {
            _ = debugger.execute("until * when \(text)")
            #expect(debugger.position == step)
        }
        #expect(try steps.allSatisfy { try timeline.verdict(of: expression, at: $0).holds == true })
    }

    @Test
    func areNotAskedForWhereThereIsNoStepYet() throws {
        #expect(try timeline.find(Predicate(parsing: "$before == null")).matches.isEmpty)
        #expect(try timeline.find(Predicate(parsing: "$step == 0")).matches.map(\.step) == [0])
    }

    @Test(arguments: [
        (".cuont > 1", "; did you mean /count?"), ("$before.cuont == .count", "; did you mean /count?"),
        (".action > 1", "; did you mean $action?"),
    ])
    func thatWereNeverThereAreToldOfEverywhere(text: String, hint: String) throws {
        let expression = try Predicate(parsing: text)
        #expect(try timeline.find(expression).unmatchedReference?.sentence.contains(hint) == true)
        #expect(try timeline.check([Invariant(name: "x", expression)]).results[0].unmatchedReference?.sentence.contains(hint) == true)
        #expect(
            try timeline.unmatchedReference(of: expression, in: SearchedStores(names: [timeline.mainStore]))?.sentence.contains(hint)
                == true)
        var debugger = Debugger(timeline)
        for line in ["break when \(text)", "break * when \(text)", "watch \(text)", "tbreak when \(text)", "condition 1 \(text)"] {
            guard case .breakpoint(_, let remark?) = debugger.execute(line) else {
                Issue.record("no remark on \(line)")
                continue
            }
            #expect(remark.sentence.contains(hint))
        }
        guard case .remarked(.displays, let remark) = debugger.execute("display \(text)") else { throw Failure("no remark on the display") }
        #expect(remark.sentence.contains(hint))
    }

    @Test
    func inAFilterThatReadsWhatNeverWasAreToldOfIfTheyAreOfTheState() throws {
        for text in [".cuont > 1", "$state.cuont == 3"] {
            var filter = StepFilter()
            filter.condition = try Predicate(parsing: text)
            let report = try timeline.forEach(matching: filter) { _ in }
            #expect(report.unmatchedReference?.sentence.contains("did you mean /count?") == true)
        }
    }

    @Test func whatCameBeforeLostStepsIsNotAmongTheLast() throws {
        let other = TemporaryFolder()
        let builder = try RecordingBuilder(in: other, state: ["count": 0])
        try builder.count([1], "add")
        try builder.count([2], "wait")
        try builder.journal(GapLine(steps: 3...4, reason: .unwritten("the disk is full")).json)
        try builder.count([5], "wait")
        let lost = try Timeline(Recording(directory: try builder.finish()))
        func last(at step: Int) throws -> JSONValue? { try lost.verdict(of: Predicate(parsing: "$last"), at: step).value }
        #expect(try last(at: 0) == [:])
        #expect(try last(at: 2) == ["add": 1, "wait": 2])
        #expect(try last(at: 5) == ["wait": 5])
        #expect(try last(at: 1) == ["add": 1], "also backwards")
    }

    @Test func withoutTheStepsBeforeThereIsNoLastOne() throws {
        let step = try #require(try timeline.step(at: 1))
        #expect(try !Predicate(parsing: "$last.add == null").holds(in: ["count": 1], before: ["count": 0], after: step))
    }
}
