import RewindFormat
import RewindReplay
import RewindValue

extension Timeline {
    /// The state after a step; throws a negative answer if it is unknown.
    func knownState(at step: Int, store: String?) throws -> JSONValue {
        switch try state(at: step, store: store) {
        case .known(let value): return value
        case .unknown(let reason): throw NegativeAnswer(description: reason.description)
        }
    }

    /// The first step after which a store's state is known: the store may begin later than the recording.
    func firstStep(of store: String) throws -> Int {
        var first = steps.lowerBound
        try forEachChange(of: [.root], store: store) { row in
            first = row.step
            return false
        }
        return first
    }
}
