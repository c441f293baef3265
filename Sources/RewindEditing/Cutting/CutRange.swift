import RewindFormat
import RewindReplay

/// The steps that a cut keeps: those that were wanted, and more where the recording does not know the states at the borders.
///
/// Steps that share one patch can't be parted, and what a store changed in a gap is only known after it.
struct CutRange {
    /// The steps with an action, the first from 1 on.
    private(set) var first: Int
    /// The last step; one less than `first` for a recording of nothing but a state.
    private(set) var last: Int
    /// The state of each store before the first step, as far as there was one.
    private(set) var base: [StoreBase] = []

    /// What is known of a store's state before the first step.
    struct StoreBase {
        let store: String
        let state: StateAnswer
    }

    /// Finds the borders for the steps that are wanted.
    init(_ wanted: ClosedRange<Int>, in timeline: Timeline) throws(RecordingError) {
        first = max(wanted.lowerBound, timeline.steps.lowerBound + 1)
        last = max(wanted.upperBound, first - 1)
        if wanted.upperBound < first { last = first - 1 }
        let stores = timeline.recording.manifest.stores.map(\.name)
        let names = stores.isEmpty ? [timeline.mainStore] : stores
        repeat { try beginWithAction(timeline) } while try extendDown(names, timeline)
        while try extendUp(names, timeline) {}
    }

    /// Goes down to a step whose action is there: a recording answers for the steps from its first action on.
    ///
    /// Where there is none, and in a segment without any, the states tell of the steps.
    private mutating func beginWithAction(_ timeline: Timeline) throws(RecordingError) {
        guard timeline.steps.contains(first) else { return }
        let segment = timeline.recording.segments.last { $0.steps.map { $0.lowerBound <= first } ?? false }
        if let segment, segment.times == nil, segment.steps?.contains(first) == true { return }
        let beginning = timeline.steps.lowerBound + 1
        let lowest = max(beginning, first - Self.searchLimit)
        var place = first
        while try timeline.step(at: place)?.action == nil {
            if place == beginning { return }
            if place == lowest { break }
            place -= 1
        }
        first = place
    }

    /// Steps in a row without an action that are passed in search of one.
    private static let searchLimit = 1 << 16

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
                case .underWay, .unencodable, .lost, .notCaptured, .pending, .notRecorded, .misfit, .noSuchStore: break
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

    /// The steps as a range; `nil` where only a state is left.
    var steps: ClosedRange<Int>? { first <= last ? first...last : nil }

    /// Whether a step is kept.
    func contains(_ step: Int) -> Bool { step >= first && step <= last }
}
