import Dispatch
import RewindStore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct StoreOrder {
    @Test func eightThreadsLoseNoActionAndKeepEachThreadsOrder() async {
        struct Turn: Sendable { var thread: Int, number: Int }
        let inside = Atomic(0)
        let overlaps = Atomic(0)
        let store = Store<[Turn], Turn>(
            initialState: [],
            reducer: Reducer { turns, turn in
                if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
                turns.append(turn)
                inside.subtract(1, ordering: .relaxed)
                return .none
            })

        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<500 { store.dispatch(Turn(thread: thread, number: number)) }
        }
        await store.finish()

        let turns = store.state
        #expect(turns.count == 8 * 500)
        #expect(overlaps.load(ordering: .relaxed) == 0)
        for thread in 0..<8 {
            #expect(turns.filter { $0.thread == thread }.map(\.number) == Array(0..<500))
        }
    }

    @Test func aDispatchToAnIdleStoreReturnsWithTheNewStateInPlace() {
        let store = Store.journal()
        store.dispatch("a")
        #expect(store.state == ["a"])
    }

    @Test func whatAReducerDispatchesIsReducedAfterItNotInsideIt() {
        let box = Mutex<Store<Journal, String>?>(nil)
        let store = Store<Journal, String>(
            initialState: [],
            reducer: Reducer { journal, action in
                journal.append("\(action) begins")
                if action == "outer" { box.withLock { $0 }?.dispatch("inner") }
                journal.append("\(action) ends")
                return .none
            })
        box.withLock { $0 = store }
        store.dispatch("outer")
        #expect(store.state == ["outer begins", "outer ends", "inner begins", "inner ends"])
        box.withLock { $0 = nil }
    }

    @Test func whatSubscribersDispatchComesAfterWhatWasQueuedBefore() {
        let store = Store(initialState: [], reducer: .journal { $0 == "a" ? .send("from effect") : .none })
        let answering = store.subscribe { [weak store] journal in
            if journal == ["a"] { store?.dispatch("from subscriber") }
        }
        store.dispatch("a")
        #expect(store.state == ["a", "from effect", "from subscriber"])
        answering.cancel()
    }

    @Test func aDecisionIsMadeOnTheStateOfItsTurnNotOnThatOfItsDispatch() {
        let store = Store.journal()
        let deciding = store.subscribe { [weak store] journal in
            guard journal == ["a"] else { return }
            store?.dispatch("b")
            store?.dispatch { "after \($0)" }
            store?.dispatch { _ in nil }
        }
        store.dispatch("a")
        #expect(store.state == ["a", "b", #"after ["a", "b"]"#])
        deciding.cancel()
    }

    @Test func aReplacedStateReachesSubscribersAndTheNextReduction() {
        let events = Log<String>()
        let store = Store(
            initialState: [], reducer: .journal(),
            middlewares: [.observing { if case .replaced(let state, _) = $0 { events.note("replaced by \(state)") } }])
        let seen = Log<Journal>()
        let watching = store.subscribe { seen.note($0) }
        store.replaceState(["restored"])
        store.dispatch("a")
        watching.cancel()
        #expect(seen.entries == [[], ["restored"], ["restored", "a"]])
        #expect(events.entries == [#"replaced by ["restored"]"#])
    }
}
