import RewindMiddleware
import RewindStore
import Synchronization
import Testing

@Suite("The logger prints actions and what they changed", .timeLimit(.minutes(5)))
struct LoggerTests {
    struct Account: Codable, Sendable {
        var name = ""
        var password = ""
        var visits = [1, 2]
    }

    enum Action: Codable, Sendable { case signIn(name: String, password: String), leave, nothing }

    private let reducer = Reducer<Account, Action> { account, action in
        switch action {
        case .signIn(let name, let password):
            (account.name, account.password) = (name, password)
            return .send(.leave, line: 7)
        case .leave: account.visits.removeFirst()
        case .nothing: break
        }
        return .none
    }

    @Test func withMinusAndPlusPlaceAndCauseWithoutSecrets() {
        let printed = Mutex<[String]>([])
        let numbering = Middleware<Account, Action>.reducing { context, state, action, reduce in
            context.step = printed.withLock(\.count) + 1
            return reduce(&context, &state, action)
        }
        let store = Store(
            initialState: Account(), reducer: reducer,
            middlewares: [.logger { text in printed.withLock { $0.append(text) } }, numbering])
        store.dispatch(.signIn(name: "ada", password: "lovelace"), line: 5)
        store.dispatch(.nothing, line: 9)
        let texts = printed.withLock(\.self)
        #expect(texts.count == 3)
        #expect(texts[0].hasPrefix(#"1 signIn {"name":"ada","password":"REDACTED"#))
        #expect(texts[0].contains("LoggerTests.swift:5\n- /name \"\"\n+ /name \"ada\"\n"))
        #expect(!texts[0].contains("lovelace"))
        #expect(texts[1] == "2 leave  LoggerTests.swift:7, after 1\n- /visits/0 1")
        #expect(texts[2] == "3 nothing  LoggerTests.swift:9")
    }
}
