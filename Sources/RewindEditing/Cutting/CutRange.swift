import RewindFormat
import RewindReplay

/// The steps that a cut keeps: the requested ones, and more if the states at the borders are unknown.
///
/// Steps that share a patch can't be separated, and a store's changes in a gap are only known after it.
struct CutRange {
    /// The first step with an action, from 1 on.
    private(set) var first: Int
    /// The last step; one less than `first` for a recording with only a state.
    private(set) var last: Int
    /// The state of each store before the first step, if it existed.
    private(set) var base: [StoreBase] = []

    /// The known state of a store before the first step.
    struct StoreBase {
        let store: String
        let state: StateAnswer
    }

    /// Finds the borders for the requested steps.
    init(_ wanted: ClosedRange<Int>, in timeline: Timeline) throws(RecordingError) {
        first = max(wanted.lowerBound, timeline.steps.lowerBound + 1)
        last = max(wanted.upperBound, first - 1)
        if wanted.upperBound < first { last = first - 1 }
        let stores = timeline.recording.manifest.stores.map(\.name)
        let names = stores.isEmpty ? [timeline.mainStore] : stores
        repeat { try beginWithAction(timeline) } while try extendDown(names, timeline)
        while try extendUp(names, timeline) {}
    }

    /// Moves the beginning down to a step whose action is recorded: a recording covers the steps from its first action on.
    ///
    /// If there is no such step, or in a segment without actions, the state lines determine the steps.
    private mutating func beginWithAction(_ timeline: Timeline) throws(RecordingError) {
        guard timeline.steps.contains(first) else { return }
        let segment = timeline.recording.segments.last { $0.steps.map { $0.lowerBound <= first } ?? false }
        if let segment, segment.times == nil, segment.steps?.contains(first) == true { return }
        let beginning = timeline.steps.lowerBound + 1
        guard beginning <= first, let step = try timeline.lastStep(in: beginning...first, where: { $0.line != nil }) else { return }
        first = step.number
    }

    private mutating func extendDown(_ stores: [String], _ timeline: Timeline) throws(RecordingError) -> Bool {
        base = []
        for store in stores {
            let answer = try timeline.state(at: first - 1, store: store)
            if case .unknown(let unknown) = answer {
                switch unknown.reason {
                case .merged(let steps), .gap(let steps), .leftOut(let steps):
                    if steps.lowerBound < first, steps.lowerBound > timeline.steps.lowerBound {
                        first = steps.lowerBound
                        return true
                    }
                case .noKeyframe: continue
                case .underWay, .unencodable, .absent, .lost, .notCaptured, .pending, .notRecorded, .misfit, .noSuchStore: break
                }
            }
            base.append(StoreBase(store: store, state: answer))
        }
        return false
    }

    private mutating func extendUp(_ stores: [String], _ timeline: Timeline) throws(RecordingError) -> Bool {
        guard last >= first else { return false }
        for store in stores {
            if case .unknown(let unknown) = try timeline.state(at: last, store: store), case .merged(let steps) = unknown.reason,
                steps.upperBound > last, steps.upperBound <= timeline.steps.upperBound
            {
                last = steps.upperBound
                return true
            }
        }
        return false
    }

    /// The steps as a range; `nil` if only a state is left.
    var steps: ClosedRange<Int>? { first <= last ? first...last : nil }

    func contains(_ step: Int) -> Bool { step >= first && step <= last }

    /// Whether the state after a step is kept: that before the first one is the cut recording's beginning.
    func keepsState(after step: Int) -> Bool { step >= first - 1 && step <= last }
}
