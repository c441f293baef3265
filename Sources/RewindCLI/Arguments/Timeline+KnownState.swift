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
}
