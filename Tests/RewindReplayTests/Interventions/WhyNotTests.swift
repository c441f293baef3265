import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// Which steps could have made a condition true, and what held them back.
@Suite("Why a condition did not become true", .timeLimit(.minutes(5)))
struct WhyNotTests {
    private let folder = TemporaryFolder()

    /// A shop that is paid if it is open, the user is known and the method of payment is a card.
    private static func shop(_ action: JSONValue, _ state: inout JSONValue) {
        switch action.object?.keys.first {
        case "open": state.set("/isOpen", action.at("/open/on") ?? false)
        case "login": state.set("/user", action.at("/login/name") ?? .null)
        case "pay":
            let isPaid = state["isOpen"] == true && state["user"]?.string != nil && action.at("/pay/method") == "card"
            if isPaid { state.set("/status", "paid") }
            state.set("/tries", .number(JSONNumber(state.int("/tries") + 1)))
        case "reset": state.set("/status", "new")
        default: break
        }
    }

    private static let first: JSONValue = ["isOpen": false, "user": nil, "status": "new", "tries": 0, "note": "a"]

    /// A recording of what the shop makes of actions.
    private func timeline(_ actions: [JSONValue]) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: Self.first)
        var state = Self.first
        for (index, action) in actions.enumerated() {
            let before = state
            Self.shop(action, &state)
            try builder.action(index + 1, action.object?.keys.first ?? "?") { $0.action = action }
            builder.line(index + 1, ActionLine.mainStore, .patch(TreeDiff(from: before, to: state).patch))
        }
        return try Timeline(Recording(directory: builder.die()))
    }

    private func question(at step: Int? = nil, _ text: String = ".status == \"paid\"") throws -> WhyNotQuestion {
        WhyNotQuestion(try Predicate(parsing: text), written: text, at: step)
    }

    /// What the reducer says held the steps back.
    private func heldBack(
        _ question: WhyNotQuestion, in timeline: Timeline, budget: Int = 400, by function: @escaping FunctionReducer.Function = shop
    ) throws -> [MissedChange] {
        var reducer = FunctionReducer(function)
        var interventions = Interventions(in: timeline, of: "main", budget: InterventionBudget(runs: budget))
        return try interventions.heldBack(try question.missed(in: timeline), by: &reducer)
    }

    private static let card: JSONValue = ["pay": ["method": "card"]]
    private static let open: [JSONValue] = [["open": ["on": true]], ["login": ["name": "Ada"]]]
    private static let ordinary: [JSONValue] = open + [card, ["reset": [:]]]

    @Test("A flag that held the step back differs without a reducer, and is the cause with one")
    func findsGuard() throws {
        let timeline = try timeline(Self.ordinary + [["open": ["on": false]], Self.card])
        let read = try question().answer(in: timeline)
        #expect(read.rows.map(\.step.steps) == [6...6] && read.rows[0].made == 1 && read.rows[0].isTrueElsewhere)
        #expect(read.rows[0].parts.contains(MissedChange.Part(.state("/isOpen"), value: false, other: true)))
        #expect(read.rows[0].trial == nil && read.rows[0].json["differs"] != nil && read.rows[0].json["because"] == nil)
        let rows = try heldBack(try question(), in: timeline)
        #expect(rows.map(\.step.steps) == [6...6])
        #expect(rows[0].parts == [MissedChange.Part(.state("/isOpen"), value: false, other: true)])
        #expect(rows[0].trial?.areTogether == false && rows[0].json["because"] != nil)
        var answered = try question()
        answered.found = (rows, try answered.missed(in: timeline))
        #expect(try answered.answer(in: timeline).rows == rows)
    }

    @Test("Another case of an enum in the action, and an optional that is not set")
    func findsCaseAndOptional() throws {
        let cash = try timeline(Self.ordinary + [["pay": ["method": "cash"]]])
        let method = try heldBack(try question(), in: cash)
        #expect(method.map(\.parts) == [[MissedChange.Part(.action("/pay/method"), value: "cash", other: "card")]])
        let anonymous = try timeline(Self.ordinary + [["login": ["name": nil]], Self.card])
        let user = try heldBack(try question(), in: anonymous)
        #expect(user.map(\.parts) == [[MissedChange.Part(.state("/user"), value: .null, other: "Ada")]])
    }

    @Test("Of a condition that was never true, the steps that change what it reads are looked at, with the values that it asks for")
    func neverTrue() throws {
        let timeline = try timeline([["open": ["on": true]], ["pay": ["method": "card"]], ["pay": ["method": "cash"]]])
        let missed = try question(".tries == 5").missed(in: timeline)
        #expect(!missed.isTrueElsewhere && missed.made.map(\.number) == [2, 3] && missed.missed.map(\.number) == [3, 2])
        let rows = try heldBack(try question(".tries == 5"), in: timeline)
        #expect(
            rows.map(\.parts) == [
                [MissedChange.Part(.state("/tries"), value: 1, other: 4)], [MissedChange.Part(.state("/tries"), value: 0, other: 4)],
            ])
        let none = try question(".note == \"b\"").answer(in: timeline)
        guard case .no(.noneCouldMake(_, false, false)?) = none.conclusion.verdict else {
            Issue.record("\(none.conclusion)")
            return
        }
        #expect(none.rows.isEmpty)
    }

    @Test("Two flags that held the step back are named together")
    func together() throws {
        let timeline = try timeline(Self.ordinary + [["open": ["on": false]], ["login": ["name": nil]], Self.card])
        let rows = try heldBack(try question(), in: timeline)
        #expect(rows.count == 1 && rows[0].trial?.areTogether == true)
        #expect(Set(rows[0].parts.map(\.source)) == [.state("/isOpen"), .state("/user")])
        #expect(rows[0].json["becauseTogether"] != nil && rows[0].json["because"] == nil)
    }

    @Test("A change of the state before that makes the condition true by itself is no answer")
    func noTrivialAnswer() throws {
        let timeline = try timeline(Self.ordinary + [["login": ["name": "Bob"]], ["pay": ["method": "cash"]]])
        for row in try heldBack(try question(), in: timeline) {
            #expect(!row.parts.contains { $0.source == .state("/status") }, "\(row.parts)")
        }
    }

    @Test("A condition that is true already, and steps further back, are said")
    func remarks() throws {
        let isTrue = try timeline(Self.open + [Self.card])
        guard case .no(.isTrue(_, after: 3, since: 3)?) = try question().answer(in: isTrue).conclusion.verdict else {
            Issue.record("it is true after step 3")
            return
        }
        let many = try timeline(Self.ordinary + Array(repeating: ["pay": ["method": "cash"]], count: 9))
        let answer = try question().answer(in: many)
        #expect(answer.rows.map(\.step.steps.upperBound) == [13, 12, 11, 10, 9])
        #expect(answer.conclusion.remarks.contains(.moreCouldMake(".status == \"paid\"", count: 4)))
        // Before the step that was asked about, and not those at which it was true.
        #expect(try question(at: 6).answer(in: many).rows.map(\.step.steps.upperBound) == [6, 5])
    }

    @Test("A reducer that crashes, that makes it true today, or a small budget, claims nothing")
    func refuses() throws {
        let timeline = try timeline(Self.ordinary + [["open": ["on": false]], Self.card])
        let crash = try heldBack(try question(), in: timeline) { _, _ throws(FunctionReducer.Ending) in throw .crash }
        #expect(crash[0].parts.isEmpty && crash[0].trial?.refusal == "the reducer crashes in this step: SIGILL")
        let today = try heldBack(try question(), in: timeline) { _, state in state.set("/status", "paid") }
        #expect(today[0].parts.isEmpty && today[0].trial?.refusal == "today's reducer makes it true in this step")
        let never = try heldBack(try question(), in: timeline, budget: 6) { _, _ in }
        #expect(never[0].parts.isEmpty && never[0].trial?.runs == 6 && (never[0].trial?.untried ?? 0) > 0)
    }

    @Test("The surroundings of a step are compared by what all others have in common")
    func surroundings() {
        func state(_ state: JSONValue) -> StepSurroundings { StepSurroundings(action: nil, state: state) }
        let own = state(["on": false, "n": 1, "items": [], "user": nil, "screen": ["home": [:]], "same": 1])
        let others = [
            state(["on": true, "n": 2, "items": [1], "user": ["name": "Ada"], "screen": ["item": ["id": 1]], "same": 1]),
            state(["on": true, "n": 3, "items": [2, 3], "user": ["name": "Bob"], "screen": ["item": ["id": 2]], "same": 1]),
        ]
        let parts = own.differences(from: others)
        #expect(parts.map(\.source) == [.state("/on"), .state("/user"), .state("/items"), .state("/screen")])
        #expect(own.differences(from: []).isEmpty && own.differences(from: [own]).isEmpty)
    }
}
