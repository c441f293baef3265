import ArgumentParser
import RewindReplay
import RewindValue

extension Timeline {
    /// Says once which states a query had to leave out.
    func report(_ unknown: UnknownSteps) {
        if let sentence = unknown.sentence { Diagnostics.say(sentence) }
    }

    /// Makes sure that there is something at a place somewhere: else there is a typing error to be told of.
    func explainPathNotFound(of place: JSONPointer, store: String?, unknown: UnknownSteps) throws -> NegativeAnswer {
        let words = "no \(unknown.count > 0 ? "known " : "")state has anything at \(place)"
        let end = steps.upperBound
        guard case .known(let state) = try state(at: end, store: store ?? mainStore) else { return NegativeAnswer(description: words) }
        return NegativeAnswer(description: words + ": " + PathNotFound(of: place, in: state, step: end).description)
    }
}
