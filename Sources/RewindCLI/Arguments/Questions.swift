import ArgumentParser
import RewindFormat
import RewindReplay
import RewindValue

extension Timeline {
    /// Says once which states a query had to leave out.
    func report(_ unknown: UnknownSteps) {
        if unknown.count > 0 { Diagnostics.say([.unknown(unknown)]) }
    }

    /// Makes sure that there is something at a place somewhere: else there is a typing error to be told of.
    func explainPathNotFound(of place: JSONPointer, store: String?, unknown: UnknownSteps) throws -> NegativeAnswer {
        let store = store ?? mainStore
        let words = "no \(unknown.count > 0 ? "known " : "")state has anything at \(place)"
        guard let (step, state) = try lastKnownState(at: steps.upperBound, store: store) else {
            return NegativeAnswer(description: words)
        }
        let isExpression = place.tokens.contains { $0.contains("|") }
        let hint = isExpression ? "; an expression is what 'rewind watch' and 'rewind find' take" : ""
        return NegativeAnswer(description: words + ": " + sentence(place, state, step, store) + hint)
    }

    private func sentence(_ place: JSONPointer, _ state: JSONValue, _ step: Int, _ store: String) -> String {
        PathNotFound(of: place, in: state, step: step, store: hasSeveralStores ? store : nil).description
    }

    /// The same of a place that may be in any store; `nil` if it is in one.
    func explainPathNotFound(of place: JSONPointer) throws -> NegativeAnswer? {
        var unknown: UnknownSteps?
        for store in storeNames {
            var isThere = false
            unknown = try forEachChange(of: [place], store: store) { row in
                isThere = row.values != [nil]
                return !isThere
            }
            if isThere { return nil }
        }
        return try unknown.map { try explainPathNotFound(of: place, store: nil, unknown: $0) }
    }
}
