import RewindStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StoreSubscriptions {
    @Test func aSubscriberSeesThePresentStateFirstAndThenEveryStateInOrder() {
        let store = Store(initialState: ["start"], reducer: .journal())
        let seen = Log<Journal>()
        let watching = store.subscribe { seen.note($0) }
        for action in ["a", "b"] { store.dispatch(action) }
        #expect(seen.entries == [["start"], ["start", "a"], ["start", "a", "b"]])
        watching.cancel()
    }

    @Test func nothingIsDeliveredAfterCancelNorAfterTheTokenIsGone() {
        let store = Store.journal()
        let seen = Log<Int>()
        let cancelled = store.subscribe { seen.note($0.count) }
        var dropped: StoreSubscription? = store.subscribe { seen.note($0.count + 100) }
        cancelled.cancel()
        #expect(dropped != nil)
        dropped = nil
        store.dispatch("a")
        #expect(seen.entries == [0, 100])
    }

    @Test("A subscriber of all states is told when the store goes, but not when its subscription is cancelled")
    func aSubscriberIsToldWhenTheStoreGoes() {
        var store: Store<Journal, String>? = Store.journal()
        let seen = Log<String>()
        let kept = store?.subscribe(onEnd: { seen.note("kept") }) { _ in }
        let cancelled = store?.subscribe(onEnd: { seen.note("cancelled") }) { _ in }
        cancelled?.cancel()
        store = nil
        #expect(seen.entries == ["kept"])
        kept?.cancel()
    }

    @Test func aSubscriptionMadeByASubscriberStartsWithTheStateOfItsOwnTurn() {
        let store = Store.journal()
        let seen = Log<String>()
        let inner = Log<StoreSubscription>()
        let outer = store.subscribe { [weak store] journal in
            seen.note("outer \(journal.count)")
            if journal.count == 1, let token = store?.subscribe({ seen.note("inner \($0.count)") }) { inner.note(token) }
        }
        store.dispatch("a")
        store.dispatch("b")
        #expect(seen.entries == ["outer 0", "outer 1", "inner 1", "outer 2", "inner 2"])
        outer.cancel()
    }

    @Test("A subscriber that dispatches again and again stops at its own condition, without recursion")
    func aDispatchingSubscriberStopsWithoutRecursion() {
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>(pure: +), loopLimit: .max)
        let counting = store.subscribe { [weak store] count in
            if count < 100_000 { store?.dispatch(1) }
        }
        #expect(store.state == 100_000)
        counting.cancel()
    }

    @Test func theStatesSequenceEndsWithItsStore() async {
        var store: Store<Journal, String>? = Store.journal()
        let states = store?.states()
        store?.dispatch("a")
        store = nil
        var seen: [Journal] = []
        if let states { for await state in states { seen.append(state) } }
        #expect(seen == [[], ["a"]])
    }

    @Test func firstStateWaitsForAStateOfThatKind() async {
        let gate = Gate()
        let store = Store(initialState: [], reducer: .loading(behind: gate))
        store.dispatch("load")
        gate.open()
        #expect(await store.firstState { $0.contains("loaded") } == ["load", "loaded"])
        #expect(await store.firstState { $0.count == 2 } == ["load", "loaded"])
    }
}
