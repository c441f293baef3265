import RewindFormat
import RewindValue

/// The last step of each action type of a store, step after step: cheap while the steps increase.
struct LastSteps {
    private let store: String
    private let timeline: Timeline
    private var steps: StoreSteps
    private var reached = Int.min
    private var last = JSONObject()

    init(of store: String, in timeline: Timeline) {
        (self.store, self.timeline) = (store, timeline)
        steps = StoreSteps(of: store, in: timeline.steps, of: timeline)
    }

    /// For each action type that came at or before a step, the number of its last step.
    ///
    /// Where steps are lost, nothing is known of what came before them, so that it is left out.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func numbers(upTo step: Int) throws(RecordingError) -> JSONValue {
        if step < reached { self = LastSteps(of: store, in: timeline) }
        reached = step
        while let item = try steps.next(upTo: step) {
            switch item {
            case .beginning: break
            case .step(let step) where step.line != nil: last[step.type] = .number(JSONNumber(step.number))
            case .step, .gap: last = JSONObject()
            }
        }
        return .object(last)
    }
}
