import CustomDump
import Foundation
import RewindArchive
import RewindFormat
import RewindRecorder
import RewindValue

/// The ways to know afterwards what an app did, side by side.
enum Variant: String, CaseIterable {
    case bare = "the reducer alone"
    case recorder = "the reducer and the recorder"
    case keep = "keeping every state, encoding them at the end"
    case encoder = "JSONEncoder on every dispatch"
    case dump = "customDump's diff on every dispatch"

    /// Runs the mix on a state of that size.
    ///
    /// - Parameter rate: dispatches a second; as fast as it goes, without one.
    func run(_ size: Size, steps: Int, rate: Int?, folder: String) throws -> Costs {
        var state = AppState(size)
        var mix = Mix(size)
        let actions = (0..<steps).map { _ in mix.action() }
        switch self {
        case .bare:
            return measure(steps: steps, rate: rate) { state = reduce(state, actions[$0]) }
        case .recorder:
            let recorder = Recorder(.init(app: "Benchmark", directory: folder))
            let store = recorder.store(initialState: state)
            recorder.flush()
            let costs = measure(steps: steps, rate: rate) { number in
                state = store.reduce(actions[number], from: state, reducer: reduce)
            } finish: {
                recorder.finish()
                return ""
            }
            return try describe(costs, recorder)
        case .keep:
            var kept: [(AppAction, AppState)] = []
            kept.reserveCapacity(steps)
            return measure(steps: steps, rate: rate) { number in
                state = reduce(state, actions[number])
                kept.append((actions[number], state))
            } finish: {
                let encoder = JSONEncoder()
                var bytes = 0
                for (action, state) in kept { bytes += encoder.count(action) + encoder.count(state) }
                return "\(bytes / 1000) kB"
            }
        case .encoder:
            let encoder = JSONEncoder()
            var bytes = 0
            return measure(steps: steps, rate: rate) { number in
                state = reduce(state, actions[number])
                bytes += encoder.count(actions[number]) + encoder.count(state)
            } finish: {
                "\(bytes / 1000) kB"
            }
        case .dump:
            return measure(steps: steps, rate: rate) { number in
                let old = state
                state = reduce(state, actions[number])
                _ = diff(old, state)
            }
        }
    }

    /// What the recording says of itself: merges, and bytes a step once it is sealed.
    private func describe(_ costs: Costs, _ recorder: Recorder) throws -> Costs {
        var costs = costs
        let directory = recorder.directory ?? ""
        let began = nanoseconds(CLOCK_MONOTONIC)
        let sealed = try Sealing().seal(directory, to: directory + ".rewind")
        let took = nanoseconds(CLOCK_MONOTONIC) - began
        var streams = 0
        for segment in sealed.manifest.segments { streams += segment.actions.bytes + segment.states.bytes }
        let size = try FileManager.default.attributesOfItem(atPath: directory + ".rewind")[.size] as? Int ?? 0
        let perStep = rounded(Double(size) / Double(costs.steps.count))
        let speed = rounded(Double(streams) / Double(took) * 1000)
        costs.note = "\(sealed.manifest.counts.merged) merged, \(perStep) B a step sealed (keyframes included), sealing \(speed) MB/s"
        return costs
    }
}

extension JSONEncoder {
    /// Encodes a value for nothing but the size.
    fileprivate func count(_ value: some Encodable) -> Int { (try? encode(value))?.count ?? 0 }
}
