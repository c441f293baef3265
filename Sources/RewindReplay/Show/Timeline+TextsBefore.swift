package import RewindFormat
package import RewindValue

extension Timeline {
    /// The texts that a step replaced, by place: for texts that are too long to be shown whole, they show what is new.
    ///
    /// Costs the state before the step, but only if there is such a text.
    ///
    /// - Parameter limit: the number of characters shown of a value.
    package func textsBefore(_ step: Step, longerThan limit: Int) throws(RecordingError) -> [JSONPointer: String] {
        let places = (step.patch?.operations ?? []).compactMap { operation -> JSONPointer? in
            guard case .replace(let place, .string(let text)) = operation, text.utf8.count > limit else { return nil }
            return place
        }
        var first = step.number
        if case .merged(let steps, _) = step.outcome { first = steps.lowerBound }
        guard !places.isEmpty, first > steps.lowerBound, case .known(let state) = try state(at: first - 1, store: step.store)
        else { return [:] }
        var texts: [JSONPointer: String] = [:]
        for place in places { texts[place] = state[place]?.string }
        return texts
    }
}
