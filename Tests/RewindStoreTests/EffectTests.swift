import Dispatch
import Foundation
import RewindStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct Effects {
    @Test func everyActionOfAnEffectNamesTheStepThatStartedItAsItsCause() async {
        let log = Log<(action: String, context: ActionContext)>()
        let store = Store.journal([.numbering(into: log)]) { action in
            switch action {
            case "load": .run { send in send("loaded") }
            case "loaded":
                .merge(
                    .send("shown"),
                    .sequence(
                        AsyncStream {
                            $0.yield("streamed"); $0.finish()
                        }))
            default: .none
            }
        }
        store.dispatch("other")
        store.dispatch("load")
        await store.finish()
        let causes = Dictionary(uniqueKeysWithValues: log.entries.map { ($0.action, $0.context.cause) })
        #expect(causes == ["other": nil, "load": nil, "loaded": 2, "shown": 3, "streamed": 3])
    }

    @Test("A dispatch from a task of the effect's own inherits the cause, and one from elsewhere does not")
    func anEffectsOwnTaskInheritsTheCause() async {
        let log = Log<(action: String, context: ActionContext)>()
        let box = Box<Store<Journal, String>>()
        let store = Store.journal([.numbering(into: log)]) { action in
            guard action == "start" else { return .none }
            return .run { _ in await Task { box.value?.dispatch("from a child task") }.value }
        }
        box.value = store
        let answering = store.subscribe { journal in
            if journal.last == "start" { box.value?.dispatch("from a subscriber") }
        }
        store.dispatch("start")
        store.dispatch("from outside")
        await store.finish()
        answering.cancel()
        box.value = nil
        let causes = Dictionary(uniqueKeysWithValues: log.entries.map { ($0.action, $0.context.cause) })
        #expect(causes == ["start": nil, "from a child task": 1, "from a subscriber": 1, "from outside": nil])
    }

    @Test func theSiteIsTheFileAndLineOfTheDispatch() async {
        let log = Log<(action: String, context: ActionContext)>()
        let store = Store(
            initialState: [],
            reducer: .journal { $0 == "a" ? .run { send in send("b", line: 7) } : .none }, middlewares: [.numbering(into: log)])
        store.dispatch("a", line: 42)
        await store.finish()
        #expect(log.entries.map(\.context.site) == ["EffectTests.swift:42", "EffectTests.swift:7"])
    }

    @Test func anErrorBecomesAnActionACancellationEndsInSilence() async {
        struct Broken: Error {}
        let store = Store.journal { action in
            switch action {
            case "fail": .run({ _ in throw Broken() }, catch: { "failed: \($0)" })
            case "stop": .run({ _ in throw CancellationError() }, catch: { "failed: \($0)" })
            default: .none
            }
        }
        store.dispatch("fail")
        store.dispatch("stop")
        await store.finish()
        #expect(store.state == ["fail", "stop", "failed: Broken()"])
    }

    @Test("No action of a cancelled effect reaches the reducer, not even one that waits for its turn")
    func noActionOfACancelledEffectIsReduced() async {
        let queued = Gate()
        let blocked = Log<String>()
        let sends = DispatchSemaphore(value: 0)
        let store = Store.journal([
            .intercepting { action, _, _, next in
                // While this action is under way, the effect sends its own, which waits.
                if action == "cancel" {
                    queued.open()
                    sends.wait()
                }
                next(action)
            }
        ]) { action in
            switch action {
            case "start":
                .run { send in
                    await queued.pass()
                    blocked.note("sends")
                    sends.signal()
                    send("late")
                }
                .cancellable(id: "work")
            case "cancel": .cancel(id: "work")
            default: .none
            }
        }
        store.dispatch("start")
        // On a thread of its own: the effect needs one of those that tasks run on.
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                store.dispatch("cancel")
                done.resume()
            }
        }
        await store.finish()
        #expect(store.state == ["start", "cancel"])
        #expect(blocked.entries == ["sends"])
    }

    @Test func cancellingIsByEqualValueOfTheSameType() async {
        enum ID { case one, two }
        let gate = Gate()
        let store = Store.journal { action in
            let wait = Effect<String>.run { send in
                await gate.pass()
                if !Task.isCancelled { send("\(action) done") }
            }
            return switch action {
            case "one": wait.cancellable(id: ID.one)
            case "two": wait.cancellable(id: ID.two)
            case "cancel": .cancel(id: ID.one)
            default: .none
            }
        }
        for action in ["one", "two", "cancel"] { store.dispatch(action) }
        gate.open()
        await store.finish()
        #expect(store.state == ["one", "two", "cancel", "two done"])
    }

    @Test func debounceLetsOnlyTheLastOneThroughAPauseAfterIt() async {
        let clock = ManualClock()
        let store = Store.journal { action in
            guard action.hasPrefix("type") else { return .none }
            return .send("search \(action.dropFirst(5))").debounce(id: "search", for: .milliseconds(300), clock: clock)
        }
        for text in ["o", "of", "off"] {
            store.dispatch("type \(text)")
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(200))
        }
        #expect(store.state == ["type o", "type of", "type off"])
        clock.advance(by: .milliseconds(100))
        await store.finish()
        #expect(store.state == ["type o", "type of", "type off", "search off"])
    }

    @Test func aThunkReadsTheStateAndDispatches() async {
        let store = Store(initialState: ["first"], reducer: .journal())
        store.dispatch(Thunk { store in store.dispatch("after \(store.state.count)") })
        await store.finish()
        #expect(store.state == ["first", "after 1"])
    }

    @Test func effectsEndWithTheirStore() async {
        let ended = Gate()
        var store: Store<Journal, String>? = Store.journal { _ in
            .run { _ in
                let (forever, continuation) = AsyncStream<Void>.makeStream()
                for await _ in forever {}
                continuation.finish()
                ended.open()
            }
        }
        store?.dispatch("start")
        store = nil
        await ended.pass()
    }

    @Test func finishReturnsWhenItsOwnTaskIsCancelledThoughAnEffectGoesOn() async {
        let gate = Gate()
        let store = Store(initialState: [], reducer: Reducer<Journal, String>.journal { _ in .run { _ in await gate.pass() } })
        store.dispatch("start")
        let waiting = Task { await store.finish() }
        waiting.cancel()
        await waiting.value
        gate.open()
        await store.finish()
    }
}
