import Foundation
import RewindRecorder

/// An effect for every fifth action: what its beginning and its end take on the dispatching thread, beside what an action adds there, and what
/// its lines add to the file.
struct EffectCosts {
    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    /// What is done for five actions: the first starts an effect, which goes on while two others are reduced.
    private enum Call: CaseIterable { case action, begin, end }
    private static let calls: [Call] = [.action, .begin, .action, .action, .end, .action, .action]

    func run() throws {
        let times = Table(
            "What an effect takes on the dispatching thread", "state", "actions, calls a second", "an action, added", "a beginning",
            "an end",
            "beginning : action", "end : action", "merged")
        for (steps, rate) in [(20_000, 10_000), (100_000, nil)] as [(Int, Int?)] {
            let actions = Mix.actions(.S, steps)
            var (medians, merged) = ([Call: [Int]](), 0)
            for _ in 0..<Rounds.count {
                let bare = try Variant.bare.run(.S, actions, rate: rate, bench).costs.median
                let recording = record(actions, rate: rate)
                defer { recording.remove() }
                for call in Call.allCases {
                    medians[call, default: []].append(median(of: call, in: recording.costs) - (call == .action ? bare : 0))
                }
                merged += try recording.merged()
            }
            func cell(_ call: Call) -> String { (medians[call] ?? []).spread }
            func ratio(_ call: Call) -> String {
                let ratios = zip(medians[call] ?? [], medians[.action] ?? []).map { Double($0) / Double(max(1, $1)) }.sorted()
                return rounded(ratios[ratios.count / 2]) + " ×"
            }
            times.row(
                "S", "\(Rounds.count) × \(steps), \(rate.map { "\($0)" } ?? "no pause")", cell(.action), cell(.begin), cell(.end),
                ratio(.begin), ratio(.end), "\(merged)")
        }
        let bytes = Table("Bytes a step, sealed, keyframes apart, S", "actions", "alone", "with an effect for every fifth step", "merged")
        let (few, many) = (2_000, 9_000)
        let actions = Mix.actions(.S, many)
        var cells: [String] = []
        var merged = 0
        for withEffects in [false, true] {
            let sealed = try [few, many].map { count in
                let some = Array(actions.prefix(count))
                let recording = try withEffects ? record(some, rate: 10_000) : bench.record(.S, some, rate: 10_000)
                defer { recording.remove() }
                return try recording.seal()
            }
            cells.append(rounded(Double(sealed[1].bytes - sealed[0].bytes) / Double(many - few)))
            merged += sealed[1].counts.merged
        }
        bytes.row("the mix", cells[0], cells[1], "\(merged)")
    }

    /// Records actions and their effects; each call is a step of the costs.
    private func record(_ actions: [AppAction], rate: Int?) -> Recorded {
        let recorder = bench.recorder { _ in }
        var state = AppState(.S)
        let store = recorder.store(initialState: state)
        recorder.flush()
        var step = 0
        var effect: EffectInProgress?
        let costs = measure(steps: actions.count / 5 * Self.calls.count, rate: rate) { number in
            switch Self.calls[number % Self.calls.count] {
            case .action:
                state = store.reduce(actions[step], from: state, reducer: reduce)
                step += 1
            case .begin: effect = store.beginEffect("todos/save", cause: Cause(step: step))
            case .end: if let effect { store.endEffect(effect) }
            }
        } finish: {
            recorder.finish()
        }
        return Recorded(directory: recorder.directory ?? "", costs: costs)
    }

    private func median(of call: Call, in costs: Costs) -> Int {
        costs.steps.enumerated().filter { Self.calls[$0.offset % Self.calls.count] == call }.map(\.element).middle
    }
}
