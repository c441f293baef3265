import Foundation
import RewindJournal
import RewindRecorder
import RewindReplay
import Synchronization
import TestSupport
import Testing

/// Random effects in stores of three shapes, recorded as the article AStoreThatIsNotYours says.
///
/// 20 sessions of each shape each time; `REWIND_LONG=1` makes it 200.
@Suite("The effects of other stores are recorded as they ran", .timeLimit(.minutes(5)))
struct ForeignEffectTests {
    static let sessions = ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 20 : 200

    @Test("What is recorded of random effects is what they did", arguments: Shape.allCases, 0..<sessions)
    func theRecordingHasWhatTheEffectsDid(shape: Shape, seed: Int) async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Effects", directory: folder.path))
        let app = App(shape, recorder.store(initialState: [Int]()))
        var random = SeededGenerator(seed: UInt64(seed))
        let plans = (0..<(3 + random.below(10))).map { _ in
            Plan(end: Plan.End.allCases[random.below(4)], yields: random.below(6), sends: random.below(3))
        }
        let tasks = plans.enumerated().map { app.start($0.offset, $0.element) }
        for (number, plan) in plans.enumerated() {
            while app.run(number).sent < plan.sends { await Task.yield() }
            if plan.end == .cancelled { app.cancel(number, tasks[number]) }
        }
        for (task, plan) in zip(tasks, plans) where plan.end != .open { await task.value }
        recorder.finish()
        for task in tasks { task.cancel() }

        let timeline = try Timeline(Recording(directory: try #require(recorder.directory)))
        #expect(timeline.recording.losses.isEmpty)
        var found: [Int: Run] = [:]
        var numbers: [Int: Int] = [:]
        try timeline.forEach(withEffects: true) { item in
            switch item {
            case .effect(let effect):
                let begin = try #require(effect.begin)
                let cause = try #require(begin.cause)
                let number = try #require(try timeline.step(at: cause)?.action?["start"]?["_0"]?.int)
                numbers[effect.line.id] = number
                found[number, default: Run()].end = effect.end?.word ?? ""
                #expect(begin.name == "work")
            case .step(let step):
                guard let number = step.action?["sent"]?["_0"]?.int else { return }
                let id = try #require(step.effect)
                #expect(numbers[id] == number)
                found[number, default: Run()].sent += 1
            case .gap, .swallowed, .mark, .log: break
            }
        }
        #expect(found == Dictionary(uniqueKeysWithValues: plans.indices.map { ($0, app.run($0)) }))
        let open = try timeline.effectsUnderWayAtEnd()?.map(\.id)
        #expect(Set(open ?? []) == Set(numbers.keys.filter { plans[numbers[$0] ?? 0].end == .open }))
        withExtendedLifetime(folder) {}
    }
}

/// How effects run.
enum Shape: CaseIterable {
    /// ReSwift's thunks, which say when they are done.
    case thunk
    /// The Composable Architecture's closures, which run in a task.
    case closure
    /// Mobius' handlers, whose connections can be disposed of.
    case handler
}

/// What an effect is to do.
private struct Plan: Sendable {
    enum End: CaseIterable { case finished, failed, cancelled, open }

    let end: End
    let yields: Int
    let sends: Int
}

/// What an effect really did, as it says itself.
private struct Run: Equatable, Sendable {
    var end = ""
    var sent = 0
}

private enum Work: Codable, Sendable { case start(Int), sent(Int) }

private struct NoNetwork: Error {}

/// A store with a reducer behind a lock, and effects of one shape.
private final class App: Sendable {
    private let shape: Shape
    private let storeRecorder: StoreRecorder<[Int]>
    private let state = Mutex<[Int]>([])
    private let runs = Mutex<[Int: Run]>([:])
    /// The connections of handlers that have not ended.
    private let connections = Mutex<[Int: EffectInProgress]>([:])

    init(_ shape: Shape, _ storeRecorder: StoreRecorder<[Int]>) { (self.shape, self.storeRecorder) = (shape, storeRecorder) }

    func run(_ number: Int) -> Run { runs.withLock { $0[number] ?? Run() } }

    private func note(_ number: Int, _ change: (inout Run) -> Void) { runs.withLock { change(&$0[number, default: Run()]) } }

    /// Reduces an action, and returns the cause of what it starts.
    @discardableResult private func send(_ action: Work) -> Cause? {
        state.withLock { state in
            storeRecorder.reduce(action, in: &state) { state, action in
                if case .start(let number) = action { state.append(number) }
                return Cause.current
            }
        }
    }

    /// Starts the effect of a number as the store's kind does.
    func start(_ number: Int, _ plan: Plan) -> Task<Void, Never> {
        let cause = send(.start(number))
        switch shape {
        case .thunk:
            let effect = storeRecorder.beginEffect("work", cause: cause)
            return effect.withCause {
                Task {
                    do {
                        try await work(number, plan)
                        storeRecorder.endEffect(effect)
                    } catch { storeRecorder.endEffect(effect, error: error) }
                }
            }
        case .closure:
            return Cause.$current.withValue(cause) {
                Task { try? await storeRecorder.effect("work") { try await work(number, plan) } }
            }
        case .handler:
            let effect = storeRecorder.beginEffect("work", cause: cause)
            connections.withLock { $0[number] = effect }
            return effect.withCause {
                Task {
                    do {
                        try await work(number, plan)
                        end(number)
                    } catch { end(number, error) }
                }
            }
        }
    }

    /// Cancels an effect; a handler's has ended by then, whatever its work still does.
    func cancel(_ number: Int, _ task: Task<Void, Never>) {
        task.cancel()
        end(number, CancellationError())
    }

    private func end(_ number: Int, _ error: (any Error)? = nil) {
        if let effect = connections.withLock({ $0.removeValue(forKey: number) }) { storeRecorder.endEffect(effect, error: error) }
    }

    /// The work of an effect, which says how it ended.
    private func work(_ number: Int, _ plan: Plan) async throws {
        for _ in 0..<plan.yields { await Task.yield() }
        for _ in 0..<plan.sends {
            send(.sent(number))
            note(number) { $0.sent += 1 }
        }
        switch plan.end {
        case .finished: note(number) { $0.end = "finished" }
        case .failed:
            note(number) { $0.end = "failed" }
            throw NoNetwork()
        case .cancelled, .open:
            defer { if plan.end == .cancelled { note(number) { $0.end = "cancelled" } } }
            try await Task.sleep(for: .seconds(3_600))
        }
    }
}
