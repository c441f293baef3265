import RewindFormat
import Testing

@testable import RewindRecorder

/// The queue between who dispatches and the writer: how much waits, and who is told what.
@Suite("The queue of states", .timeLimit(.minutes(5))) struct StateQueueTests {
    private final class State: Sendable {}

    private func item(_ step: Int, segment: Int = 0) -> StateQueue.Item {
        .init(entry: JournalEntry(step: step, segment: segment, segmentFirst: 1), first: step, outcome: .state(State()), took: nil)
    }

    private func filled(_ count: Int, keyframeBytes: Int) -> (steps: [ClosedRange<Int>], calls: [StateQueue.WakeRequest]) {
        var queue = StateQueue()
        queue.note(keyframe: keyframeBytes)
        let calls = (1...count).map { queue.push(item($0)) }
        var items = StateItems()
        queue.drain(into: &items)
        #expect(queue.isEmpty)
        return (items.map { $0.first...$0.entry.step }, calls)
    }

    @Test(arguments: [(2_000, 16_384), (100_000, 671), (10_000_000, 6), (1 << 30, 4)])
    func soManyWaitAndThenTheNewestTakeWhatComesAlong(keyframeBytes: Int, limit: Int) {
        let steps = filled(limit + 3, keyframeBytes: keyframeBytes).steps
        #expect(steps.count == limit)
        #expect(steps.dropLast().allSatisfy { $0.count == 1 })
        #expect(steps.last == limit...(limit + 3))
    }

    @Test(
        "The queue calls the writer once, when many states wait or a small part of the room is taken",
        arguments: [(2_000, 256), (100_000, 20), (10_000_000, 2), (1 << 30, 2)])
    func theQueueCallsTheWriterOnce(keyframeBytes: Int, count: Int) {
        let calls = filled(16_384, keyframeBytes: keyframeBytes).calls
        #expect(calls.indices.filter { calls[$0] == .wakeAtOnce } == [count - 1])
    }

    @Test func theFirstStateWakesAWriterThatSleeps() {
        var queue = StateQueue()
        queue.isWriterAsleep = true
        let calls = [queue.push(item(1)), queue.push(item(2))]
        #expect(calls == [.wake, .nothing])
    }

    @Test func stepsOfTwoSegmentsAreNeverMerged() {
        var queue = StateQueue()
        queue.note(keyframe: 1 << 30)
        for step in 1...4 { _ = queue.push(item(step)) }
        _ = queue.push(item(5, segment: 1))
        var items = StateItems()
        queue.drain(into: &items)
        #expect(items.map(\.first) == [1, 2, 3, 4, 5])
    }

    @Test func whatIsOlderIsMergedAndTheNewestKept() {
        let items = StateItems((1...10).map { item($0, segment: $0 / 5) })
        #expect(items.mergingOlder(keeping: 3).map { $0.first...$0.entry.step } == [1...4, 5...7, 8...8, 9...9, 10...10])
        #expect(items.mergingOlder(keeping: 10).map(\.first) == Array(1...10))
    }

    @Test func whatWasTakenLetsGoOfItsState() {
        var items = StateItems()
        weak var first: State?
        for step in 1...3 {
            let state = State()
            if step == 1 { first = state }
            items.append(
                .init(entry: JournalEntry(step: step, segment: 0, segmentFirst: 1), first: step, outcome: .state(state), took: nil))
        }
        #expect(first != nil)
        items.removeOldest()
        #expect(first == nil && items.map(\.first) == [2, 3])
        items.append(item(4))
        for _ in 1...4 { items.removeOldest() }
        #expect(items.isEmpty)
        items.append(item(5))
        #expect(items.map(\.first) == [5])
    }

    @Test func fewWaitWhileTheWriterIsInHaste() {
        var queue = StateQueue()
        queue.shortLimit = 5
        for step in 1...100 { _ = queue.push(item(step)) }
        #expect(queue.count == 5 && queue.merged == 95)
        queue.shortLimit = nil
        for step in 101...200 { _ = queue.push(item(step)) }
        #expect(queue.count == 105 && queue.merged == 95)
    }

    @Test func asManyWaitAsThereIsRoomForWhatTheyDoNotShare() {
        func count(_ held: [Int]) -> Int {
            var queue = StateQueue()
            queue.note(keyframe: 10 << 20)
            for bytes in held { queue.note(uniqueBytes: bytes) }
            queue.note(keyframe: 10 << 20)
            for step in 1...2_000 { _ = queue.push(item(step)) }
            return queue.count
        }
        #expect(count([]) == 6)
        #expect(count([100 << 10]) == 655)
        #expect(count([100, 1 << 20]) == 64, "the largest of the last ones counts")
        #expect(count([8 << 20] + Array(repeating: 1 << 10, count: 100)) == 2_000, "and no longer when it has long gone by")
    }
}
