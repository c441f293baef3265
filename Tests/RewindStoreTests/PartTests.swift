import Dispatch
import Observation
import RewindStore
import Testing

@Suite(.timeLimit(.minutes(5))) struct Parts {
    enum Page: Sendable, Equatable { case list, editor(text: String) }

    static let pages = Reducer<Page, String>(pure: { _, text in text.isEmpty ? .list : .editor(text: text) })

    @Sendable static func text(_ page: Page) -> String? { if case .editor(let text) = page { text } else { nil } }

    @Test func aPartIsToldWhenItHasBecomeAnother() {
        let store = Store.journal()
        let seen = Log<String?>()
        let watching = store.subscribe(to: \.first) { seen.note($0) }
        for action in ["a", "b", "c"] { store.dispatch(action) }
        watching.cancel()
        #expect(seen.entries == [nil, "a"])
    }

    @Test func aSubscriptionToACaseEndsWhenTheStateLeavesIt() async {
        let store = Store(initialState: .editor(text: "a"), reducer: Self.pages)
        let seen = Log<String>()
        let editing = store.subscribe(whileSome: Self.text, onEnd: { seen.note("over") }) { seen.note($0) }
        let values = store.values(whileSome: Self.text)
        for text in ["a", "b", "", "c"] { store.dispatch(text) }
        #expect(seen.entries == ["a", "b", "over"])
        var streamed: [String] = []
        for await text in values { streamed.append(text) }
        #expect(streamed == ["a", "b"])
        editing.cancel()

        store.dispatch("")
        let none = store.subscribe(whileSome: Self.text, onEnd: { seen.note("at once") }) { seen.note($0) }
        #expect(seen.entries.last == "at once")
        none.cancel()
    }

    @Test @MainActor func partsAreDeliveredInOrderOnTheMainActor() async {
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>(pure: +))
        let (counts, continuation) = AsyncStream<Int>.makeStream()
        let watching = store.subscribe(
            to: { $0 },
            asynchronously: { @MainActor count in
                MainActor.assertIsolated()
                continuation.yield(count)
                if count == 100 { continuation.finish() }
            })
        for _ in 0..<100 { store.dispatch(1) }
        var seen: [Int] = []
        for await count in counts { seen.append(count) }
        #expect(seen == Array(0...100))
        watching.cancel()
    }

    @Test func partsAreDeliveredInOrderOnAChosenQueue() async {
        let queue = DispatchQueue(label: "chosen")
        let isChosen = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: isChosen, value: true)
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>(pure: +))
        let (counts, continuation) = AsyncStream<Int>.makeStream()
        let delivery = store.subscribe(
            to: \.self, on: queue,
            asynchronously: { count in
                #expect(DispatchQueue.getSpecific(key: isChosen) == true)
                continuation.yield(count)
                if count == 100 { continuation.finish() }
            })
        for _ in 0..<100 { store.dispatch(1) }
        var seen: [Int] = []
        for await count in counts { seen.append(count) }
        #expect(seen == Array(0...100))
        delivery.cancel()
    }

    @Test("An observed part is the new one when its own dispatch returns, and follows other dispatches")
    @MainActor func anObservedPartIsNewWhenItsDispatchReturns() async {
        let store = Store.journal()
        let count = store.observed(\.count)
        count.dispatch("a")
        #expect(count.value == 1)
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = count.value
        } onChange: {
            continuation.finish()
        }
        await Task.detached { store.dispatch("b") }.value
        for await _ in changes {}
        await Task.yield()
        #expect(count.value == 2)
    }
}
