import CLibrary
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("Effects around any store", .timeLimit(.minutes(5)))
struct EffectTests {
    let folder = TemporaryFolder()

    private struct NoNetwork: Error, CustomStringConvertible {
        var description: String { "no network for anna@example.org" }
    }

    private enum Work { case comments(Comments) }
    private enum Comments { case save(draft: String), load }

    /// The lines of effects of a recording, in order.
    private func effects(_ recording: Recording) throws -> [EffectLine] {
        try recording.segments.flatMap { try recording.segment($0.index).journal }
            .compactMap { if case .effect(let line) = $0 { line } else { nil } }
    }

    private func begin(_ name: String, cause: Int?, site: String? = nil) -> EffectLine.Event {
        .begin(EffectLine.Begin(name: name, cause: cause, site: site))
    }

    @Test func haveALineWhenTheyBeginAndOneWhenTheyHaveEnded() async throws {
        let recorder = Recorder(in: folder.path) { $0.level = .everything }
        let store = recorder.store(initialState: Counter())
        _ = store.reduce(CounterAction.increment, from: Counter()) { state, _ in state }
        let sum = store.effect("add", cause: 1, site: "Home.swift:42") { 1 + 1 }
        #expect(sum == 2)
        do throws(NoNetwork) {
            try store.effect("save", cause: 1) { () throws(NoNetwork) in throw NoNetwork() }
        } catch {}
        await #expect(throws: CancellationError.self) {
            try await store.effect("load") {
                await Task.yield()
                throw CancellationError()
            }
        }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await store.effect("late") { await Task.yield() }
        }
        task.cancel()
        await task.value
        let answered = store.beginEffect(EffectName(of: Work.comments(.save(draft: "hunter2"))), cause: 1)
        answered.withCause { _ = store.reduce(CounterAction.fail, from: Counter()) { state, _ in state } }
        store.endEffect(answered)
        let recording = try recorder.finished()
        let lines = try effects(recording)
        #expect(lines.map(\.id) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
        #expect(
            lines.map(\.event) == [
                begin("add", cause: 1, site: "Home.swift:42"), .end(.finished), begin("save", cause: 1),
                .end(.failed("no network for anna@example.org")), begin("load", cause: nil), .end(.cancelled), begin("late", cause: nil),
                .end(.cancelled), begin("comments/save", cause: 1), .end(.finished),
            ])
        #expect(lines.map(\.step) == [1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
        let actions = try recording.segment(0).actions
        #expect(actions.map(\.effect) == [nil, 5] && actions.map(\.cause) == [nil, 1])
        #expect(recording.manifest.counts.effects == 10)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    private func work() {}
    private func workThatFails() throws { throw NoNetwork() }
    private func workThatWaits() async { await Task.yield() }

    /// That this compiles without a warning is the test: work that returns at once has no `await`, wherever it is called.
    private func returnsAtOnce(_ store: StoreRecorder<Counter>) {
        store.effect("one") { work() }
        store.effect("two") {
            work()
            work()
        }
        try? store.effect("three") { try workThatFails() }
        store.effect("four", work)
    }

    @Test func needNoAwaitForWorkThatReturnsAtOnce() async throws {
        let recorder = Recorder(in: folder.path)
        let store = recorder.store(initialState: Counter())
        returnsAtOnce(store)
        store.effect("one") { work() }
        store.effect("two") {
            work()
            work()
        }
        try? store.effect("three") { try workThatFails() }
        store.effect("four", work)
        await store.effect("five") { await workThatWaits() }
        await store.effect("six", workThatWaits)
        await Task { store.effect("seven") { work() } }.value
        #expect(try effects(recorder.finished()).count == 22)
    }

    @Test func haveReadableNamesAndMaskedReasonsInAMaskedRecording() throws {
        let recorder = Recorder(in: folder.path) { $0.level = .masked }
        let store = recorder.store(initialState: Counter())
        #expect(throws: NoNetwork.self) { try store.effect("comments/save") { () throws(NoNetwork) in throw NoNetwork() } }
        let lines = try effects(try recorder.finished())
        #expect(lines.first?.event == begin("comments/save", cause: nil))
        guard case .end(.failed(let reason))? = lines.last?.event else { return #expect(Bool(false), "\(lines)") }
        #expect(!reason.isEmpty && !reason.contains("anna") && !reason.contains("network"))
    }

    @Test func areNotRecordedWithoutARecordingOrInAPause() throws {
        let off = Recorder.off.store(initialState: Counter())
        #expect(off.effect("a", cause: 3) { Cause.current } == 3)
        let recorder = Recorder(in: folder.path)
        let store = recorder.store(initialState: Counter())
        let before = store.beginEffect("before")
        recorder.pause()
        store.effect("in the pause") {}
        store.endEffect(before)
        recorder.resume()
        let lines = try effects(try recorder.finished())
        #expect(lines.map(\.event) == [begin("before", cause: nil), .end(.finished)])
    }

    @Test func thatAreUnderWayAreRepeatedInEachSegmentOfARing() throws {
        let recorder = Recorder(in: folder.path) { $0.limits = .last(states: 5) }
        let store = recorder.store(initialState: Counter())
        let open = store.beginEffect("listen")
        var state = Counter()
        for number in 1...1_000 {
            let short = store.beginEffect("short")
            state = store.reduce(CounterAction.increment, from: state) { state, _ in Counter(count: state.count + 1) }
            store.endEffect(short)
            if number % 16 == 0 { recorder.flush() }
        }
        store.endEffect(open)
        let recording = try recorder.finished()
        #expect(recording.segments.first?.index ?? 0 > 0)
        for summary in recording.segments {
            let segment = try recording.segment(summary.index)
            let first = try #require(segment.actions.first).step
            let again = segment.journal.prefix { if case .action = $0 { false } else { true } }.compactMap { line -> EffectLine? in
                guard case .effect(let effect) = line, case .begin(let begin) = effect.event, begin.isAgain else { return nil }
                return effect
            }
            #expect(again.map(\.id).contains(1) && again.allSatisfy { $0.step == first - 1 }, "segment \(summary.index)")
            #expect(again.count <= 2)
        }
        #expect(try effects(recording).last?.event == .end(.finished))
    }

    @Test func thatHaveBegunAreThereWhenTheProcessIsKilled() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Victim", directory: path))
            let store = recorder.store(initialState: Counter())
            for number in 1...5 {
                let effect = store.beginEffect("save")
                if number % 2 == 0 { store.endEffect(effect) }
            }
            store.effect("last") { _ = kill(getpid(), SIGKILL) }
        }
        let name = try #require(FileSystem.names(in: folder.path).first { $0.hasSuffix(".live") })
        let recording = try Recording(directory: folder.path(name))
        var open: Set<Int> = []
        for line in try effects(recording) {
            switch line.event {
            case .begin: open.insert(line.id)
            case .end: open.remove(line.id)
            }
        }
        #expect(open == [1, 3, 5, 6])
        #expect(recording.manifest.counts.effects == 8)
    }
}
