package import RewindValue

/// A value of the state that a person says is wrong: where it is, what it is, and what it should be.
package struct WrongValue: Sendable, Equatable {
    /// The step after which it is wrong.
    package var step: Int
    /// The store that has it.
    package var store: String
    package var place: JSONPointer
    /// What is there; `nil` if nothing is.
    package var actual: JSONValue?
    /// What should be there; `nil` if the person did not say.
    package var expected: JSONValue?
    /// Members that this version does not know.
    package var unknown: JSONObject = [:]

    package init(step: Int, store: String, place: JSONPointer, actual: JSONValue?, expected: JSONValue? = nil) {
        (self.step, self.store, self.place, self.actual, self.expected) = (step, store, place, actual, expected)
    }

    /// Parses what a manifest has; `nil` without a step, or a path that a state can have.
    package init?(json: JSONValue) {
        guard var rest = json.object, let step = rest.removeValue(forKey: "step")?.int(in: FormatLimits.stepNumbers),
            let place = rest.removeValue(forKey: "path")?.string.flatMap({ try? JSONPointer(parsing: $0) }),
            place.tokens.count <= FormatLimits.default.depth
        else { return nil }
        self.init(
            step: step, store: rest.removeValue(forKey: "store")?.string ?? ActionLine.mainStore, place: place,
            actual: rest.removeValue(forKey: "actual"), expected: rest.removeValue(forKey: "expected"))
        unknown = rest
    }

    package var json: JSONValue {
        var object: JSONObject = ["step": .number(JSONNumber(step)), "store": .string(store), "path": .string(place.description)]
        object["actual"] = actual
        object["expected"] = expected
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}
