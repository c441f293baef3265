import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import Synchronization
import TestSupport
import Testing

@Suite("The effects of a store are recorded as they ran", .timeLimit(.minutes(5)))
struct EffectRecordingTests {
    private enum Work: Codable, Sendable { case start(Int), cancel(Int), sent(Int) }

    private struct Broken: Error {}

    /// What an effect really did, as it says itself.
    private struct Run: Equatable, Sendable {
        var end = ""
        var sent = 0
    }

    private final class Runs: Sendable {
        private let runs = Mutex<[Int: Run]>([:])
        var all: [Int: Run] { runs.withLock { $0 } }
        func change(_ number: Int, _ body: (inout Run) -> Void) { runs.withLock { body(&$0[number, default: Run()]) } }
    }

    /// Starts an effect for each number: most finish, some fail, some wait until they are cancelled.
    private func record(seed: UInt64, in folder: TemporaryFolder) async throws -> (Timeline, [Int: Run]) {
        let runs = Runs()
        var random = SeededGenerator(seed: seed)
        let kinds = (0..<(3 + random.below(10))).map { _ in (kind: random.below(4), yields: random.below(6), sends: random.below(3)) }
        let reducer = Reducer<[Int], Work> { state, action in
            switch action {
            case .start(let number):
                state.append(number)
                let (kind, yields, sends) = kinds[number]
                let work: @Sendable (Send<Work>) async throws -> Void = { send in
                    for _ in 0..<yields { await Task.yield() }
                    for _ in 0..<sends {
                        runs.change(number) { $0.sent += 1 }
                        send(.sent(number))
                    }
                    if kind == 1 || kind == 2 {
                        runs.change(number) { $0.end = "failed" }
                        throw Broken()
                    }
                    do {
                        if kind == 3 { try await Task.sleep(for: .seconds(3_600)) }
                    } catch {
                        runs.change(number) { $0.end = "cancelled" }
                        throw error
                    }
                    runs.change(number) { $0.end = "finished" }
                }
                let effect: Effect<Work> = kind == 2 ? .run(work, catch: { _ in .sent(-1) }) : .run(work)
                return kind == 3 ? effect.cancellable(id: number) : effect
            case .cancel(let number): return .cancel(id: number)
            case .sent: return .none
            }
        }
        let recorder = Recorder(.init(app: "Effects", directory: folder.path))
        let store = Store(
            initialState: [], reducer: reducer, middlewares: [recorder.middleware(initialState: [Int]())], onError: { _ in })
        for number in kinds.indices { store.dispatch(.start(number)) }
        // Cancelled before it has sent, an effect would not know what was dropped.
        for (number, kind) in kinds.enumerated() where kind.kind == 3 {
            while runs.all[number]?.sent ?? 0 < kind.sends { await Task.yield() }
            store.dispatch(.cancel(number))
        }
        await store.finish()
        recorder.finish()
        return (try Timeline(Recording(directory: try #require(recorder.directory))), runs.all)
    }

    @Test("What is recorded of random effects is what they did", arguments: 0..<200)
    func theRecordingHasWhatTheEffectsDid(seed: Int) async throws {
        let folder = TemporaryFolder()
        let (timeline, runs) = try await record(seed: UInt64(seed), in: folder)
        defer { withExtendedLifetime(folder) {} }
        #expect(timeline.recordsEffects && timeline.recording.losses.isEmpty)
        var found: [Int: Run] = [:]
        var ids: [Int: Int] = [:]
        try timeline.forEach(withEffects: true) { item in
            switch item {
            case .effect(let effect):
                let begin = try #require(effect.begin)
                #expect(begin.name == "start" && begin.site?.hasPrefix("EffectRecordingTests.swift:") == true)
                let cause = try #require(begin.cause)
                let number = try #require(try timeline.step(at: cause)?.action?["start"]?["_0"]?.int)
                ids[effect.line.id] = number
                found[number, default: Run()].end = effect.end?.word ?? ""
            case .step(let step):
                guard step.type == "sent", let id = step.effect else { return }
                let number = try #require(step.action?["sent"]?["_0"]?.int)
                if number < 0 { return }
                #expect(ids[id] == number)
                found[number, default: Run()].sent += 1
            case .gap, .swallowed, .mark, .log: break
            }
        }
        #expect(found == runs)
        #expect(try timeline.effectsUnderWayAtEnd() == [])
    }

    @Test func aThunkIsAnEffectToo() async throws {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let recorder = Recorder(.init(app: "Effects", directory: folder.path))
        let store = Store(
            initialState: 0, reducer: Reducer<Int, Work>(pure: { state, _ in state + 1 }),
            middlewares: [recorder.middleware(initialState: 0)])
        store.dispatch(Thunk { store in store.dispatch(.sent(1)) } as Thunk<Int, Work>)
        store.dispatch(
            Thunk { store in
                await Task.yield()
                store.dispatch(.sent(2))
            } as Thunk<Int, Work>)
        await store.finish()
        recorder.finish()
        let timeline = try Timeline(Recording(directory: try #require(recorder.directory)))
        let step = try #require(try timeline.step(at: 2))
        #expect(step.effect == 1)
        let sender = try #require(try timeline.effect(sending: step))
        #expect(sender.begin.name == "thunk" && sender.begin.cause == nil)
    }
}
