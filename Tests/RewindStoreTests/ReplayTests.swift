import RewindStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct Replaying {
    @Test("A replay runs no effects and no interceptors, and middlewares around the reduction see a replay")
    func aReplayRunsNoEffectsAndNoInterceptors() async {
        let log = Log<(action: String, context: ActionContext)>()
        let intercepted = Log<String>()
        let store = Store(
            initialState: [], reducer: .journal { $0 == "load" ? .merge(.send("at once"), .run { $0("loaded") }) : .none },
            middlewares: [
                .intercepting { action, _, _, next in
                    intercepted.note(action)
                    next(action)
                }, .numbering(into: log),
            ])
        store.mode = .replaying
        store.replay("load", context: ActionContext(cause: 4))
        await store.finish()
        #expect(store.state == ["load"])
        #expect(intercepted.entries == [])
        #expect(log.entries.map(\.context) == [ActionContext(cause: 4, step: 1, isReplay: true)])
    }

    @Test func dispatchesAndThunksAreRefusedCountedAndTold() async {
        let refused = Log<String>()
        let store = Store(
            initialState: [], reducer: .journal(),
            middlewares: [.observing { if case .refused(let action, _) = $0 { refused.note(action) } }])
        store.mode = .replaying
        store.dispatch("a")
        store.dispatch(Thunk { $0.dispatch("b") })
        store.dispatch { _ in "c" }
        store.replay("recorded")
        await store.finish()
        #expect(store.state == ["recorded"])
        #expect(store.refusedDispatches == 3)
        #expect(refused.entries == ["a"])

        store.mode = .live
        store.dispatch("a")
        #expect(store.state == ["recorded", "a"])
        #expect(store.refusedDispatches == 3)
    }

    @Test func whoObservesIsToldWhoDrivesTheStoreOnceForEachChange() {
        let modes = Log<StoreMode>()
        let store = Store(
            initialState: [], reducer: .journal(), middlewares: [.observing { if case .modeChanged(let mode) = $0 { modes.note(mode) } }])
        for mode in [StoreMode.replaying, .replaying, .paused, .live, .live] { store.mode = mode }
        #expect(modes.entries == [.replaying, .paused, .live])
    }

    @Test func effectsThatRunWhenTheReplayBeginsAreCancelledAndHeardNoMore() async {
        let gate = Gate()
        let store = Store(initialState: [], reducer: .loading(behind: gate))
        store.dispatch("load")
        store.mode = .replaying
        gate.open()
        await store.finish()
        store.mode = .live
        #expect(store.state == ["load"])
        #expect(store.refusedDispatches == 0)
    }

    @Test func whatEffectsSendIsReducedAfterwardsWhereTheReplayKeepsIt() async {
        let gate = Gate()
        let store = Store(initialState: [], reducer: .loading(behind: gate))
        store.dispatch("load")
        store.replayKeepingAnswers()
        store.replaceState(["then"])
        gate.open()
        await store.finish()
        store.dispatch("refused")
        #expect(store.state == ["then"])
        store.replaceState(["load"])
        store.mode = .live
        #expect(store.state == ["load", "loaded"])
        #expect(store.refusedDispatches == 1)
        store.mode = .replaying
        store.dispatch("refused")
        #expect(store.refusedDispatches == 2)
    }

    @Test func seekingReplacesTheStateWhileReplaying() {
        let store = Store(initialState: ["now"], reducer: .journal())
        store.mode = .replaying
        store.replaceState(["then"])
        store.replay("next")
        #expect(store.state == ["then", "next"])
    }
}
