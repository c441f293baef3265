import RewindStore
import Testing

@Suite(.timeLimit(.minutes(5))) struct Reducers {
    struct App: Sendable, Equatable {
        var count = 0
        var log: [String] = []
        var page = Page.list
    }

    enum Page: Sendable, Equatable { case list, editor(text: String) }
    enum AppAction: Sendable, Equatable { case counter(Int), log(String) }

    let counter = Reducer<Int, Int> { count, amount in
        count += amount
        return amount == 10 ? .send(1) : .none
    }

    @Test("A part's reducer works on its part, and its effects come back as actions of the whole")
    func aPartsReducerWorksOnItsPart() {
        let app: Reducer<App, AppAction> = .combine(
            counter.scope(\.count, extract: { if case .counter(let amount) = $0 { amount } else { nil } }, embed: AppAction.counter),
            Reducer { app, action in
                app.log.append("\(action) at \(app.count)")
                return .none
            })
        let store = Store(initialState: App(), reducer: app)
        store.dispatch(.counter(10))
        store.dispatch(.log("x"))
        #expect(store.state.count == 11)
        #expect(store.state.log == ["counter(10) at 10", "counter(1) at 11", #"log("x") at 11"#])
    }

    @Test func aCaseOfAnEnumCanBeAPart() {
        let typing = Reducer<String, String>(pure: +).scope(
            get: { (app: App) in if case .editor(let text) = app.page { text } else { nil } },
            set: { app, text in app.page = .editor(text: text) },
            extract: { (action: AppAction) in if case .log(let text) = action { text } else { nil } },
            embed: AppAction.log)
        let store = Store(initialState: App(), reducer: typing)
        store.dispatch(.log("lost"))
        #expect(store.state.page == .list)
        store.replaceState(App(page: .editor(text: "a")))
        store.dispatch(.log("b"))
        #expect(store.state.page == .editor(text: "ab"))
    }

    @Test(arguments: [(nil, nil), (1, 3)] as [(Int?, Int?)])
    func anOptionalPartIsReducedWhileItIsThere(_ before: Int?, _ after: Int?) {
        var state = before
        _ = counter.optional.reduce(&state, 2)
        #expect(state == after)
    }
}
