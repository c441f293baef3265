import CustomDump
import Foundation
import RewindRecorder

/// The ways to know afterwards what an app did, side by side.
enum Variant: String, CaseIterable {
    case bare = "the reducer alone"
    case recorder = "the reducer and the recorder"
    case keep = "keeping every state, encoding at the end"
    case encoder = "JSONEncoder on every dispatch"
    case dump = "customDump's diff on every dispatch"

    /// What a run gave.
    struct Outcome {
        var costs: Costs
        /// States that the recorder gave up under load.
        var merged: Int?
    }

    /// Runs actions on a state of that size.
    ///
    /// - Parameter rate: dispatches a second; as fast as it goes, without one.
    func run(_ size: Size, _ actions: [AppAction], rate: Int?, _ bench: Bench, countsProcessor: Bool = false) throws -> Outcome {
        var state = AppState(size)
        let steps = actions.count
        switch self {
        case .bare:
            return Outcome(
                costs: try measure(steps: steps, rate: rate, countsProcessor: countsProcessor) { state = reduce(state, actions[$0]) })
        case .recorder:
            let recording = try bench.record(size, actions, rate: rate, countsProcessor: countsProcessor)
            defer { recording.remove() }
            return Outcome(costs: recording.costs, merged: try recording.merged())
        case .keep:
            var kept: [(AppAction, AppState)] = []
            kept.reserveCapacity(steps)
            return Outcome(
                costs: measure(steps: steps, rate: rate, countsProcessor: countsProcessor) { number in
                    state = reduce(state, actions[number])
                    kept.append((actions[number], state))
                } finish: {
                    let encoder = JSONEncoder()
                    for (action, state) in kept { encoder.encodeForNothing(action, state) }
                })
        case .encoder:
            let encoder = JSONEncoder()
            return Outcome(
                costs: try measure(steps: steps, rate: rate, countsProcessor: countsProcessor) { number in
                    state = reduce(state, actions[number])
                    encoder.encodeForNothing(actions[number], state)
                })
        case .dump:
            return Outcome(
                costs: try measure(steps: steps, rate: rate, countsProcessor: countsProcessor) { number in
                    let old = state
                    state = reduce(state, actions[number])
                    _ = diff(old, state)
                })
        }
    }
}

extension JSONEncoder {
    fileprivate func encodeForNothing(_ action: AppAction, _ state: AppState) {
        _ = try? encode(action)
        _ = try? encode(state)
    }
}
