import RewindStore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct Middlewares {
    typealias TestMiddleware = Middleware<Journal, String>

    @Test func interceptorsRunOutermostFirstThenReductionsThenTheReducer() {
        let log = Log<String>()
        func intercept(_ name: String) -> TestMiddleware {
            .intercepting { action, _, store, next in
                log.note("\(name) before \(store.state.count)")
                next(action)
                log.note("\(name) after \(store.state.count)")
            }
        }
        func reduce(_ name: String) -> TestMiddleware {
            .reducing { context, state, action, reduce in
                log.note("\(name) begins")
                defer { log.note("\(name) ends") }
                return reduce(&context, &state, action)
            }
        }
        let store = Store.journal([reduce("recorder 1"), intercept("outer"), intercept("inner"), reduce("recorder 2")]) { _ in
            log.note("reducer")
            return .none
        }
        store.dispatch("a")
        #expect(
            log.entries == [
                "outer before 0", "inner before 0", "recorder 1 begins", "recorder 2 begins", "reducer", "recorder 2 ends",
                "recorder 1 ends",
                "inner after 1", "outer after 1",
            ])
    }

    @Test(
        arguments: [
            ("pass on", ["a"], []), ("swallow", [], ["a"]), ("replace", ["A!"], []), ("repeat", ["a", "a"], []),
            ("add", ["a", "added"], []),
        ] as [(String, Journal, [String])])
    func anInterceptorMay(_ what: String, state: Journal, swallowed: [String]) {
        let lost = Log<String>()
        let store = Store.journal([
            .intercepting { action, _, store, next in
                switch (what, action) {
                case ("swallow", _): break
                case ("replace", _): next("A!")
                case ("repeat", _):
                    next(action)
                    next(action)
                case ("add", "a"):
                    store.dispatch("added")
                    next(action)
                default: next(action)
                }
            },
            .observing { if case .swallowed(let action, _) = $0 { lost.note(action) } },
        ])
        store.dispatch("a")
        #expect(store.state == state)
        #expect(lost.entries == swallowed)
    }

    @Test("A delayed action is reduced in its turn, and swallowed only once nothing can pass the action on")
    func aDelayedActionIsReducedInItsTurn() async {
        let kept = Mutex<(@Sendable (String) -> Void)?>(nil)
        let lost = Log<String>()
        let store = Store.journal([
            .intercepting { action, _, _, next in
                if action == "slow" { kept.withLock { $0 = next } } else { next(action) }
            },
            .observing { if case .swallowed(let action, _) = $0 { lost.note(action) } },
        ])
        store.dispatch("slow")
        store.dispatch("fast")
        #expect(lost.entries == [])
        await Task.detached { kept.withLock { $0.take() }?("slow") }.value
        await store.finish()
        #expect(store.state == ["fast", "slow"])
        #expect(lost.entries == [])

        store.dispatch("slow")
        kept.withLock { $0 = nil }
        #expect(lost.entries == ["slow"])
    }

    @Test func aSwallowedActionIsToldWithWhereItCameFrom() {
        let lost = Log<ActionContext>()
        let store = Store.journal([
            Middleware(intercept: { _, _, _, _ in }, observe: { if case .swallowed(_, let context) = $0 { lost.note(context) } })
        ])
        store.dispatch("a", line: 3)
        #expect(lost.entries == [ActionContext(site: "MiddlewareTests.swift:3")])
    }

    @Test func aReductionMiddlewareMayChangeWhatIsReducedAndAddEffects() async {
        let store = Store.journal([
            .reducing { context, state, action, reduce in
                let effect = reduce(&context, &state, action.uppercased())
                return action == "a" ? .merge(effect, .send("b")) : effect
            }
        ])
        store.dispatch("a")
        #expect(store.state == ["A", "B"])
    }
}
