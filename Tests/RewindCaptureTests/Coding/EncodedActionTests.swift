import RewindCapture
import RewindRedaction
import RewindValue
import Testing

@Suite(.timeLimit(.minutes(5))) struct EncodedActionTests {
    enum AppAction: Codable {
        case home(HomeAction)
        case select(tab: Tab)
        case open(Tab)
        case renamed(HomeAction)
        case logOut
        case both(HomeAction, HomeAction)
        case maybe(HomeAction?)

        private enum CodingKeys: String, CodingKey { case home, select, open, renamed = "other", logOut, both, maybe }
    }
    enum HomeAction: Codable { case didReceive([Int]), row(RowAction), reload }
    enum RowAction: Codable { case tap(index: Int) }
    enum Tab: String, Codable { case search }
    enum ListAction: Codable {
        case rows(Identified<RowAction>), child(id: Tab, event: HomeAction), only(action: RowAction), pick(id: Int, of: Tab)
    }
    enum Identified<Action: Codable & Sendable>: Codable, Sendable { case element(id: [String], action: Action) }
    enum Generic<Value: Codable & Sendable>: Codable, Sendable { case value(Value) }
    struct AddTodo: Codable { var title: String }
    enum Named: Codable, ActionNaming {
        case anything
        var actionName: String { "my-name" }
    }
    struct Timed: Codable {
        var time = 0.5
        var note = "\"{"
        var action: AppAction
    }
    struct Sent<Event: Codable & Sendable>: Codable, Sendable { var event: Event }
    struct Both: Codable { var action = HomeAction.reload, event = HomeAction.reload }
    struct Wrapped: Codable, ActionNaming {
        var base: AppAction
        var actionName: String { Self.name(of: base) }
    }
    enum Own: Encodable {
        case one
        func encode(to encoder: any Encoder) throws { try [1].encode(to: encoder) }
    }

    static let names: [(any Encodable & Sendable, String)] = [
        (AppAction.home(.didReceive([1])), "home/didReceive"), (AppAction.home(.row(.tap(index: 3))), "home/row/tap"),
        (AppAction.home(.reload), "home/reload"), (AppAction.select(tab: .search), "select"), (AppAction.open(.search), "open"),
        (AppAction.logOut, "logOut"), (AppAction.both(.reload, .reload), "both"), (AppAction.maybe(.reload), "maybe"),
        (AppAction.renamed(.reload), "other"), (Generic.value(HomeAction.reload), "value/reload"), (Generic.value(1), "value"),
        (Tab.search, "search"), (AddTodo(title: "Milk"), "EncodedActionTests.AddTodo"), (Named.anything, "my-name"),
        (Own.one, "EncodedActionTests.Own"),
        (ListAction.rows(.element(id: ["}\"", "{"], action: .tap(index: 1))), "rows/element/tap"),
        (ListAction.child(id: .search, event: .row(.tap(index: 1))), "child/row/tap"),
        (ListAction.only(action: .tap(index: 2)), "only/tap"), (ListAction.pick(id: 1, of: .search), "pick"),
        (Timed(action: .home(.didReceive([1]))), "home/didReceive"), (Timed(action: .logOut), "logOut"),
        (Sent(event: HomeAction.row(.tap(index: 1))), "row/tap"),
        (Sent(event: Tab.search), "EncodedActionTests.Sent<RewindCaptureTests.EncodedActionTests.Tab>"),
        (Sent(event: 1), "EncodedActionTests.Sent<Swift.Int>"), (Both(), "EncodedActionTests.Both"),
        (Wrapped(base: .home(.reload)), "home/reload"),
        (Identified<HomeAction>.element(id: [], action: .didReceive([1])), "element/didReceive"),
    ]

    @Test func theBytesOfAnActionAreNamedAlike() throws {
        let actions = ActionBytes(RecordedForm())
        func name(_ action: some Encodable) -> String? {
            actions.encode(action) ? String(decoding: actions.type, as: UTF8.self) : nil
        }
        for (action, expected) in Self.names {
            let name = name(action)
            #expect(name == expected)
        }
    }

    @Test func anActionIsNamedByItsPathOfCasesOrItsType() throws {
        for (action, name) in Self.names { #expect(try EncodedAction(encoding: action).type == name) }
    }

    @Test func theValueIsTheWholeAction() throws {
        let action = try EncodedAction(encoding: AppAction.home(.didReceive([1])))
        #expect(action.value.jsonText == #"{"home":{"_0":{"didReceive":{"_0":[1]}}}}"#)
    }
}
