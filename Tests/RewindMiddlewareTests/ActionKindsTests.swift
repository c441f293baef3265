import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import RewindValue
import TestSupport
import Testing

@Suite("Actions of every kind are recorded, and replayed where that can be", .timeLimit(.minutes(5)))
struct ActionKindsTests {
    protocol Action: Sendable {}
    struct Add: Action, Codable {
        var amount: Int
    }
    enum Text: Action, Codable { case set(String), clear }
    struct Renamed: Action, Codable, ActionNaming {
        var actionName: String { "a name of its own" }
    }
    struct Legacy: Action {
        var token = "hunter2"
        var amount = 10
    }
    struct Stranger: Decodable {}

    struct Sum: Codable, Equatable, Sendable {
        var sum = 0
        var text = ""
    }

    let folder = TemporaryFolder()

    private static let reducer = Reducer<Sum, any Action>(pure: { state, action in
        var state = state
        switch action {
        case let add as Add: state.sum += add.amount
        case let legacy as Legacy: state.sum += legacy.amount
        case Text.set(let text): state.text = text
        case Text.clear: state.text = ""
        default: break
        }
        return state
    })

    private func recorded(_ actions: [any Action]) throws -> Timeline {
        let recorder = Recorder(.init(app: "Kinds", directory: folder.path))
        let store = Store(initialState: Sum(), reducer: Self.reducer, middlewares: [recorder.middleware(initialState: Sum())])
        for action in actions { store.dispatch(action) }
        recorder.finish()
        return try Timeline(Recording(directory: try #require(recorder.directory)))
    }

    private static let actions: [any Action] = [Add(amount: 2), Text.set("x"), Legacy(), Renamed(), Text.clear, Add(amount: 3)]

    @Test("Behind a protocol, an action is named by its type first, and one that is not Codable is dumped")
    func actionsBehindAProtocolAreNamedByTheirType() throws {
        let timeline = try recorded(Self.actions)
        let lines = try timeline.recording.segment(0).actions
        #expect(
            lines.map(\.type) == [
                "ActionKindsTests.Add", "ActionKindsTests.Text/set", "ActionKindsTests.Legacy",
                "ActionKindsTests.Renamed/a name of its own",
                "ActionKindsTests.Text/clear", "ActionKindsTests.Add",
            ])
        #expect(lines.map(\.isDumped) == [false, false, true, false, false, false])
        #expect(lines[0].action == ["amount": 2])
        #expect(lines[2].action?["amount"] == 10)
        #expect(lines[2].redacted.map(\.description) == ["/token"])
        #expect(lines[2].action?["token"]?.string?.contains("hunter2") == false)
    }

    @Test("Replay reduces actions of the types that the app names, and restores a dump's state with a reason")
    func namedTypesAreReducedAgainAndDumpsRestored() async throws {
        let timeline = try recorded(Self.actions)
        let store = Store(initialState: Sum(), reducer: Self.reducer)
        let types = ActionTypes<any Action>(Add.self, Text.self, Renamed.self)
        let report = try await store.replay(timeline, actions: types, schedule: PlaySchedule(speed: 1_000_000), clock: ContinuousClock())
        #expect(store.state == Sum(sum: 15, text: ""))
        #expect(report.reduced == 5 && report.restored == [3])
        #expect(
            report.refused.map(\.description) == [
                "The action of step 3 (ActionKindsTests.Legacy) can't be reduced again: only a dump of the action was recorded. Make its type Codable to replay it."
            ])
    }

    @Test
    func withoutATypeItIsTheOnlyOneThatItCanBe() throws {
        struct Tick: Action, Codable, Sendable {}
        func decode(_ value: JSONValue, _ types: ActionTypes<any Action>) throws(UnreplayableAction) -> any Action {
            try types.decode(ActionLine(step: 0, time: 0, type: "", action: value))
        }
        #expect(try decode(["amount": 2], ActionTypes(Add.self, Text.self)) is Add)
        let both = #expect(throws: UnreplayableAction.self) { try decode(["amount": 2], ActionTypes(Add.self, Renamed.self, Tick.self)) }
        #expect(both?.description.contains("several types can be it: ActionKindsTests.Add, ") == true, "\(both as Any)")
        let none = #expect(throws: UnreplayableAction.self) { try decode([:], ActionTypes(Add.self, Text.self)) }
        #expect(none?.description.contains("it is not one of ActionKindsTests.Add, ActionKindsTests.Text") == true, "\(none as Any)")
    }

    @Test
    func aTypeThatWasNotNamedOrIsNoActionIsRefusedInWords() throws {
        let timeline = try recorded(Self.actions)
        let line = try #require(try timeline.recording.segment(0).actions.first)
        func words(_ types: ActionTypes<any Action>) -> String {
            do throws(UnreplayableAction) {
                _ = try types.decode(line)
                return ""
            } catch { return error.description }
        }
        let start = "The action of step 1 (ActionKindsTests.Add) can't be reduced again: "
        #expect(words(ActionTypes()) == start + "no action types were named. Name them: ActionTypes(…).")
        #expect(
            words(ActionTypes(Text.self, Renamed.self)) == start
                + "no type of that name was given, only ActionKindsTests.Renamed, ActionKindsTests.Text. Add it to ActionTypes.")
        #expect(words(ActionTypes(Add.self)).isEmpty)
        #expect(throws: UnreplayableAction.self) { try ActionTypes<Int>.itself.decode(line) }
    }

    @Test
    func redactedActionsDecodeAndReplay() async throws {
        struct SignIn: Action, Codable {
            @Redacted var answer: String
            var password: String
            var amount: Int
        }
        let timeline = try recorded([SignIn(answer: "hunter2", password: "hunter2", amount: 1), Add(amount: 4)])
        let line = try #require(try timeline.recording.segment(0).actions.first)
        let action = try #require(try ActionTypes<any Action>(SignIn.self).decode(line) as? SignIn)
        #expect(action.amount == 1)
        #expect(action.answer == action.password && action.answer.hasPrefix("[REDACTED "))
        #expect(line.redacted.map(\.description) == ["/password", "/answer"])
    }

    @Test func aReplacedStateHasTheCauseAndTheCallSiteThatAreKnown() throws {
        let recorder = Recorder(.init(app: "Kinds", directory: folder.path))
        let store = Store(initialState: Sum(), reducer: Self.reducer, middlewares: [recorder.middleware(initialState: Sum())])
        store.replaceState(Sum(sum: 1), context: ActionContext(site: CallSite(#fileID, #line)))
        Cause.$current.withValue(1) { store.replaceState(Sum(sum: 2)) }
        recorder.finish()
        let lines = try Recording(directory: try #require(recorder.directory)).segment(0).actions
        #expect(lines.map(\.type) == [ActionLine.external, ActionLine.external])
        #expect(lines[0].site?.contains("ActionKindsTests.swift:") == true && lines[0].cause == nil)
        #expect(lines[1].site == nil && lines[1].cause == 1)
    }
}
