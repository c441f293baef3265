import RewindFormat
import RewindReplay
import RewindValue

extension Timeline {
    /// The state after a step; that nobody knows it is a no.
    func knownState(at step: Int, store: String?) throws -> JSONValue {
        switch try state(at: step, store: store) {
        case .known(let value): return value
        case .unknown(let reason): throw NegativeAnswer(description: reason.description)
        }
    }

    /// The first step after which a store has a known state: it may begin later than the recording.
    func firstStep(of store: String) throws -> Int {
        var first = steps.lowerBound
        try forEachChange(of: [.root], store: store) { row in
            first = row.step
            return false
        }
        return first
    }

    /// The last step whose state is known: a crash leaves the step that it happened in without one.
    func lastKnownStep(of store: String) throws(RecordingError) -> Int {
        let end = steps.upperBound
        if knowsAllStates(of: store) { return end }
        guard case .unknown(let unknown) = try state(at: end, store: store) else { return end }
        return unknown.nearest.map { max($0, steps.lowerBound) } ?? end
    }
}
