import ArgumentParser
import RewindFormat
import RewindJournal
import RewindReplay
import SmallFoundation
import Synchronization
import TestSupport
import Testing

@testable import EpisodesCore
@testable import RewindStore

/// How the effects of each step ended, as they say themselves.
private final class Runs: Sendable {
    private let state = Mutex<[Int: [String]]>([:])

    var ends: [Int: [String]] { state.withLock { $0.mapValues { $0.sorted() } } }

    /// The same effect, whose work says how it ended.
    func watched(_ effect: Effect<AppAction>) -> Effect<AppAction> {
        switch effect.operation {
        case .run(let operation, let site): Effect(operation: .run({ send in try await self.run { try await operation(send) } }, site))
        case .merge(let effects): .merge(effects.map(watched))
        case .cancellable(let effect, let id): Effect(operation: .cancellable(watched(effect), id: id))
        case .gated(let effect, let id, let gate): Effect(operation: .gated(watched(effect), id: id, gate: gate))
        case .none, .send, .cancel: effect
        }
    }

    private func run(_ work: () async throws -> Void) async throws {
        let step = Cause.current?.step ?? -1
        func note(_ end: String) { state.withLock { $0[step, default: []].append(Task.isCancelled ? "cancelled" : end) } }
        do {
            try await work()
            note("finished")
        } catch {
            note(error is CancellationError ? "cancelled" : "failed")
            throw error
        }
    }
}

/// Random sessions, with a server that fails often, and with screens that are left while it answers.
///
/// 5 sessions each time; `REWIND_LONG=1` makes it 200.
@Suite("The effects of the app are recorded as they ran", .timeLimit(.minutes(30)))
struct RecordedEffectTests {
    private static let sessions = ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 200

    @Test func theRecordingsHaveWhatTheEffectsDid() async throws {
        var counts: [String: Int] = [:]
        for seed in 0..<Self.sessions {
            let (recorded, ran) = try await ends(seed: UInt64(seed))
            #expect(recorded == ran, "seed \(seed)")
            for end in ran.values.joined() { counts[end, default: 0] += 1 }
        }
        let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("effects of \(Self.sessions) sessions: \(words)")
        #expect(Set(counts.keys) == EffectLine.EffectEnd.words, "each way to end is there")
    }

    /// How the effects of each step ended, as they are recorded, and as they say.
    private func ends(seed: UInt64) async throws -> (recorded: [Int: [String]], ran: [Int: [String]]) {
        let folder = TemporaryFolder()
        let (clock, runs) = (ManualClock(), Runs())
        var random = TestSupport.SeededGenerator(seed: seed)
        var conditions = BundledRepository.Conditions()
        (conditions.seed, conditions.failureRate) = (seed, 0.3)
        let app = Reducer.app(AppDependencies(repository: try BundledRepository(conditions, clock: clock), clock: clock))
        let recorder = try RecordingOptions.parse(["--record", folder.path]).begin(details: [:])
        let store = AppStore(
            initialState: AppState(), reducer: Reducer { state, action in runs.watched(app.reduce(&state, action)) },
            middlewares: recorder.middlewares(from: AppState()))
        store.dispatch(.navigation(.launch))
        store.dispatch(.signIn(.setName("ada")))
        store.dispatch(.signIn(.setPassword("lovelace")))
        for _ in 0..<60 {
            store.dispatch(action(in: store.state, &random))
            for _ in 0..<random.below(8) { await Task.yield() }
            if random.below(3) == 0 { clock.advance(by: .milliseconds(random.below(400))) }
        }
        let rest = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
        await store.finish()
        rest.cancel()
        recorder.finish()
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let timeline = try Timeline(Recording(directory: folder.path(name)))
        #expect(timeline.recording.losses.isEmpty)
        var recorded: [Int: [String]] = [:]
        try timeline.forEach(withEffects: true) { item in
            guard case .effect(let effect) = item else { return }
            let begin = try #require(effect.begin)
            let cause = try #require(begin.cause)
            let type = try timeline.step(at: cause)?.type
            #expect(begin.name == type)
            if let end = effect.end { recorded[cause, default: []].append(end.word) }
        }
        let open = try timeline.effectsUnderWayAtEnd()
        #expect(open == [])
        return (recorded.mapValues { $0.sorted() }, runs.ends)
    }

    /// What a user may do; nobody edits a comment, which may crash the app.
    private func action(in state: AppState, _ random: inout TestSupport.SeededGenerator) -> AppAction {
        switch random.below(12) {
        case 0: .home(.load)
        case 1: .navigation(.open(.search))
        case 2, 3: .search(.setQuery(["", "a", "the", "dead"][random.below(4)]))
        case 4: .navigation(.open(.details(11 + random.below(2))))
        case 5: .details(.load(11))
        case 6: .comments(.load(11))
        case 7: .signIn(.submit)
        case 8: .comments(.post(text: "Mine"))
        case 9: state.comments.comments.last.map { .comments(.delete(id: $0.id)) } ?? .navigation(.back)
        case 10: .session(.signOut)
        default: .navigation(.back)
        }
    }
}
