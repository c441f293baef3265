import Dispatch
import Foundation
import RewindStore
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600))) struct Turns {
    /// A million actions with `REWIND_LONG`.
    @Test("Eight threads get a total order without gaps, and a dispatch returns when its action is reduced")
    func eightThreadsGetATotalOrderWithoutGaps() {
        struct Turn: Sendable { var thread: Int, number: Int }
        struct Seen: Sendable {
            var count = 0
            var next = [Int](repeating: 0, count: 8)
            var isTorn = false
        }
        let perThread = ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5_000 : 125_000
        let store = Store<Seen, Turn>(
            initialState: Seen(),
            reducer: Reducer { seen, turn in
                if seen.next[turn.thread] != turn.number { seen.isTorn = true }
                seen.next[turn.thread] += 1
                seen.count += 1
                return .none
            })
        let counts = Log<Int>()
        let counting = store.subscribe(to: \.count) { count in if count.isMultiple(of: 1_000) { counts.note(count) } }
        let early = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<perThread {
                store.dispatch(Turn(thread: thread, number: number))
                if store.state.next[thread] != number + 1 { early.add(1, ordering: .relaxed) }
            }
        }
        counting.cancel()
        #expect(store.state.count == 8 * perThread)
        #expect(store.state.next == [Int](repeating: perThread, count: 8))
        #expect(!store.state.isTorn)
        #expect(early.load(ordering: .relaxed) == 0)
        #expect(counts.entries == Array(stride(from: 0, through: 8 * perThread, by: 1_000)))
    }

    @Test func twoStoresThatDispatchToEachOtherFromTwoThreadsWaitForNeither() {
        let stores = (Box<Store<Int, Int>>(), Box<Store<Int, Int>>())
        func store(_ other: Box<Store<Int, Int>>) -> Store<Int, Int> {
            Store(
                initialState: 0,
                reducer: Reducer { sum, number in
                    sum += 1
                    if number > 0 { other.value?.dispatch(number - 1) }
                    return .none
                })
        }
        (stores.0.value, stores.1.value) = (store(stores.1), store(stores.0))
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for _ in 0..<2_000 { (thread == 0 ? stores.0 : stores.1).value?.dispatch(3) }
        }
        // The last answer may be left to a turn that another thread has.
        #expect((stores.0.value?.state ?? 0) + (stores.1.value?.state ?? 0) == 2 * 2_000 * 4)
        (stores.0.value, stores.1.value) = (nil, nil)
    }

    enum Ball: Sendable { case ping(Int), pong(Int), other }

    @Test("A dispatch loop is broken and reported with its cycle, and the store goes on")
    func aDispatchLoopIsBrokenAndReported() throws {
        let errors = Log<String>()
        let refused = Log<Ball>()
        let box = Box<Store<Int, Ball>>()
        let store = Store<Int, Ball>(
            initialState: 0,
            reducer: Reducer { count, ball in
                count += 1
                switch ball {
                case .ping(let number): return .send(.pong(number + 1))
                case .pong(let number): box.value?.dispatch(.ping(number + 1))
                case .other: break
                }
                return .none
            },
            middlewares: [.observing { if case .refused(let ball, _) = $0 { refused.note(ball) } }], loopLimit: 100,
            onError: { errors.note("\($0)") })
        box.value = store
        store.dispatch(.ping(1))
        #expect(store.state == 101)
        #expect(errors.entries.count == 1)
        #expect(errors.entries.first?.hasPrefix("The dispatch loop pong → ping → … was broken after 100 actions in one turn") == true)
        #expect(store.refusedDispatches == 1 && refused.entries.count == 1)
        store.dispatch(.other)
        #expect(store.state == 102)
        box.value = nil
    }

    @Test func aLoopThatDoublesIsBrokenToo() {
        let box = Box<Store<Int, String>>()
        let errors = Log<String>()
        let store = Store<Int, String>(
            initialState: 0,
            reducer: Reducer { count, action in
                count += 1
                return .send(action, action)
            }, loopLimit: 1_000, onError: { errors.note("\($0)") })
        box.value = store
        store.dispatch("again")
        #expect(store.state == 1_001)
        #expect(errors.entries.count == 1)
        box.value = nil
    }

    @Test func aPauseKeepsWhatComesInItsOrderAndAReplayRefusesIt() async {
        let store = Store(initialState: [], reducer: .journal { $0 == "load" ? .run { $0("loaded") } : .none })
        store.mode = .paused
        for action in ["a", "load"] { store.dispatch(action) }
        store.dispatch { "after \($0.count)" }
        #expect(store.state == [])
        store.replaceState(["tool"])
        store.mode = .live
        await store.finish()
        #expect(store.state == ["tool", "a", "load", "after 3", "loaded"])
        #expect(store.refusedDispatches == 0)

        store.mode = .paused
        store.dispatch("b")
        store.mode = .replaying
        #expect(store.refusedDispatches == 1)
        store.mode = .live
        store.dispatch("c")
        #expect(store.state.suffix(2) == ["loaded", "c"])
    }

    @Test("A subscriber that another one unsubscribes is not called again, not even in the same delivery")
    func anUnsubscribedSubscriberIsNotCalledAgain() {
        let store = Store.journal()
        let seen = Log<String>()
        let second = Box<StoreSubscription>()
        let first = store.subscribe { journal in
            seen.note("first \(journal.count)")
            if journal.count == 1 { second.value?.cancel() }
        }
        second.value = store.subscribe { seen.note("second \($0.count)") }
        store.dispatch("a")
        store.dispatch("b")
        #expect(seen.entries == ["first 0", "second 0", "first 1", "first 2"])
        first.cancel()
    }

    @Test func aSubscriptionThatHoldsAnotherOneMayBeLetGoOf() {
        let store = Store.journal()
        let inner = store.subscribe { _ in }
        var outer: StoreSubscription? = store.subscribe { _ in withExtendedLifetime(inner) {} }
        #expect(outer != nil)
        outer = nil
        store.dispatch("a")
        #expect(store.state == ["a"])
    }

    @Test func afterTheStoreIsGoneAnEffectsActionsGoNowhere() async {
        let (gate, sent) = (Gate(), Gate())
        var store: Store<Journal, String>? = Store.journal { _ in
            .run { send in
                await gate.pass()
                send("late")
                sent.open()
            }
        }
        let gone = { [weak store] in store }
        store?.dispatch("start")
        store = nil
        #expect(gone() == nil)
        gate.open()
        await sent.pass()
    }
}
