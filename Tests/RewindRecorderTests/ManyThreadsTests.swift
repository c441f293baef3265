import Dispatch
import Foundation
import RewindFormat
import RewindJournal
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindRecorder

/// Eight threads dispatch at once, with a store each and with one for all; the recording has one order.
///
/// `REWIND_LONG=1` makes it a million actions. `.ci/tsan` runs them under ThreadSanitizer.
@Suite("Eight threads", .serialized, .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct ManyThreadsTests {
    /// What a thread sends: who it is, and how many it has sent.
    struct Sent: Codable, Sendable {
        var thread: Int
        var number: Int
    }

    static let threads = 8
    static let each = (ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 8_000 : 1_000_000) / threads

    let folder = TemporaryFolder()
    let recorder: Recorder

    init() throws { recorder = Recorder(.init(app: "Threads", directory: folder.path)) }

    @Test func withAStoreEachMakeOneOrder() throws {
        let stores = (0..<Self.threads).map { recorder.store("store-\($0)", initialState: Counter()) }
        Self.race { thread in
            var state = Counter()
            for number in 0..<Self.each {
                state = stores[thread].reduce(Sent(thread: thread, number: number), from: state) { state, _ in
                    Counter(count: state.count + 1)
                }
            }
        }
        try expectOneOrder()
    }

    @Test func withOneStoreMakeOneOrder() throws {
        let store = recorder.store(initialState: Counter())
        let state = Mutex(Counter())
        Self.race { thread in
            for number in 0..<Self.each {
                state.withLock { state in
                    state = store.reduce(Sent(thread: thread, number: number), from: state) { state, _ in Counter(count: state.count + 1) }
                }
            }
        }
        let recording = try expectOneOrder()
        // The last state tells that no reducer ran between an action and its number.
        let last = try #require(recording.segments.last)
        let states = try recording.segment(last.index).states
        #expect(states.last?.steps.upperBound == Self.threads * Self.each)
        #expect(state.withLock { $0.count } == Self.threads * Self.each)
    }

    /// Runs `body` on each thread, and waits for all.
    private static func race(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
        let group = DispatchGroup()
        for thread in 0..<threads { Thread.detachNewThread(in: group) { body(thread) } }
        group.wait()
    }

    /// Every action is there once, numbered without a gap, at no earlier time than the one before, each thread's in its own order.
    @discardableResult private func expectOneOrder() throws -> Recording {
        recorder.finish()
        let name = try #require(folder.contents.first { $0.hasSuffix(".live") })
        let recording = try Recording(directory: folder.path(name))
        #expect(recording.losses.isEmpty, "\(recording.losses.all)")
        var step = 0
        var time = 0
        var next = [Int](repeating: 0, count: Self.threads)
        for segment in recording.segments {
            for action in try recording.segment(segment.index).actions {
                step += 1
                try #require(action.step == step && action.time >= time)
                time = action.time
                let thread = try #require(action.action?["thread"]?.int)
                try #require(action.action?["number"]?.int == next[thread])
                next[thread] += 1
            }
        }
        #expect(next == Array(repeating: Self.each, count: Self.threads))
        return recording
    }
}

extension Thread {
    /// Starts a thread that a group waits for.
    fileprivate static func detachNewThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
    }
}
