import RewindStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EffectTimes {
    @Test func throttleDropsWhatComesTooEarlyOnceLetsThroughTheFirstOneOnly() async {
        let clock = ManualClock()
        let store = Store.journal { action in
            switch action {
            case "refresh": .send("refreshed").throttle(id: "refresh", for: .seconds(10), clock: clock)
            case "appear": .send("set up").once(id: "set up")
            default: .none
            }
        }
        for (action, seconds) in [("refresh", 0), ("refresh", 9), ("appear", 0), ("refresh", 1), ("appear", 0)] {
            clock.advance(by: .seconds(seconds))
            store.dispatch(action)
        }
        #expect(store.state == ["refresh", "refreshed", "refresh", "appear", "set up", "refresh", "refreshed", "appear"])
    }

    @Test func aTimerTicksUntilItIsCancelled() async {
        let clock = ManualClock()
        let store = Store.journal { action in
            switch action {
            case "start": .timer(every: .seconds(1), clock: clock) { "tick" }.cancellable(id: "timer")
            case "stop": .cancel(id: "timer")
            default: .none
            }
        }
        store.dispatch("start")
        for _ in 0..<3 {
            await clock.sleepers(1)
            let count = store.state.count
            clock.advance(by: .seconds(1))
            _ = await store.firstState { $0.count > count }
        }
        await clock.sleepers(1)
        store.dispatch("stop")
        await store.finish()
        #expect(store.state == ["start", "tick", "tick", "tick", "stop"])
    }

    @Test func anEffectThatThrowsIsReportedWithItsPlaceAndCause() async {
        struct Broken: Error {}
        let errors = Log<String>()
        let store = Store(
            initialState: [], reducer: .journal { _ in .run(line: 7) { _ in throw Broken() } },
            middlewares: [.numbering(into: Log())], onError: { errors.note("\($0)") })
        store.dispatch("a")
        await store.finish()
        #expect(
            errors.entries == [
                "The effect of EffectTimeTests.swift:7, started by step 1, failed: Broken(). Give it a catch: that turns its errors into actions."
            ])
    }

    @Test func aDebouncedEffectIsCancelledAfterItsPauseToo() async {
        let clock = ManualClock()
        let gate = Gate()
        let store = Store.journal { action in
            switch action {
            case "type":
                Effect.run { send in
                    await gate.pass()
                    send("found")
                }
                .debounce(id: "search", for: .seconds(1), clock: clock)
            case "leave": .cancel(id: "search")
            default: .none
            }
        }
        store.dispatch("type")
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        _ = await store.firstState { _ in true }
        store.dispatch("leave")
        gate.open()
        await store.finish()
        #expect(store.state == ["type", "leave"])
    }

    @Test("A synchronous thunk runs at once and sees the state after each of its dispatches")
    func aSynchronousThunkRunsAtOnce() {
        let store = Store.journal()
        store.dispatch(
            Thunk { store in
                store.dispatch("a")
                store.dispatch("after \(store.state)")
            })
        #expect(store.state == ["a", #"after ["a"]"#])
    }

    @Test func anAsynchronousThunkReportsWhatItThrows() async {
        struct Broken: Error {}
        let errors = Log<String>()
        let store = Store(initialState: [], reducer: .journal(), onError: { errors.note("\($0)") })
        store.dispatch(
            Thunk(line: 9) { store in
                await Task.yield()
                store.dispatch("\(store.state.count)")
                throw Broken()
            })
        await store.finish()
        #expect(store.state == ["0"])
        #expect(errors.entries.first?.hasPrefix("The effect of EffectTimeTests.swift:9 failed: Broken().") == true)
    }
}
