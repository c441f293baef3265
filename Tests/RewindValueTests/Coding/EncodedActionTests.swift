import RewindValue
import Testing

@Suite struct EncodedActionTests {
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
    enum Generic<Value: Codable & Sendable>: Codable, Sendable { case value(Value) }
    struct AddTodo: Codable { var title: String }
    enum Named: Codable, ActionNaming {
        case anything
        var actionName: String { "my-name" }
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
        (Tab.search, "search"), (AddTodo(title: "Milk"), "AddTodo"), (Named.anything, "my-name"), (Own.one, "Own"),
    ]

    @Test func `an action is named by its path of cases, or its type`() throws {
        for (action, name) in Self.names { #expect(try EncodedAction(encoding: action).type == name) }
    }

    @Test func `the value is the whole action`() throws {
        let action = try EncodedAction(encoding: AppAction.home(.didReceive([1])))
        #expect(action.value.jsonText == #"{"home":{"_0":{"didReceive":{"_0":[1]}}}}"#)
    }
}
