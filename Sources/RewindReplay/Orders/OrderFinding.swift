import RewindFormat
package import RewindValue

/// What an order of a session's answers, other than the recorded one, shows.
package struct OrderFinding: Sendable {
    package let kind: Kind
    /// Which steps come elsewhere, of those that are left.
    package let displaced: [Displacement]
    /// The step at which it shows; `nil` if it is the end.
    package let step: Step?
    /// How the reducer crashed, if it did.
    package let crash: ReducerCrash?
    /// The rule that is broken, if one is.
    package let rule: Invariant?
    /// Where the last state differs; what counts as recorded is the value in the order of recording.
    package let places: [StateDifference.Place]
    /// Whose answer wins a lost update in this order, where one request came earlier.
    package let winner: Winner?
    /// How many steps show it, and of how many.
    package let steps: Int, of: Int
    /// The path of the recording that shows it, if one was written.
    package var output: String?
    /// Whether it is known, and so not held against the reducer.
    package var isKnown = false
    /// Whether an end that depends on the order counts, whatever its reason.
    package var isStrict = false

    package init(
        _ kind: Kind, _ displaced: [Displacement], at step: Step? = nil, crash: ReducerCrash? = nil, rule: Invariant? = nil,
        places: [StateDifference.Place] = [], winner: Winner? = nil, steps: Int, of: Int
    ) {
        (self.kind, self.displaced, self.step, self.crash, self.rule) = (kind, displaced, step, crash, rule)
        (self.places, self.winner, self.steps, self.of) = (places, winner, steps, of)
    }

    /// A request of two; the raw values are those of the JSON.
    package enum Winner: String, Sendable { case older, newer }

    /// Kinds of findings, the gravest first; the raw values are those of the JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// The reducer crashes, and does not in the recorded order.
        case crashed
        /// A rule is broken that the recorded order keeps.
        case broken
        /// Two answers of the same type write the same place, and whichever comes last wins.
        case lostUpdate = "lost-update"
        /// The last state depends on the order in another way, as a list in the order of arrival does.
        case order
    }

    /// Whether it is held against the reducer.
    package var isFault: Bool { !isKnown && (kind != .order || isStrict) }

    /// The finding as JSON.
    package var json: JSONObject {
        func number(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
        var object: JSONObject = ["class": .string(kind.rawValue), "fault": .bool(isFault)]
        if isKnown { object["known"] = true }
        object["order"] = .array(displaced.map { $0.json })
        if let step { (object["step"], object["type"]) = (number(step.number), .string(step.type)) }
        object["reason"] = crash.map { .string($0.words) }
        object["name"] = rule.map { .string($0.name) }
        object["expression"] = rule.map { .string($0.condition.description) }
        if !places.isEmpty {
            object["places"] = .array(
                places.map { place in
                    var object: JSONObject = ["path": .string(place.pointer.description)]
                    object["recorded"] = place.recorded
                    object["other"] = place.reached
                    return .object(object)
                })
        }
        object["winner"] = winner.map { .string($0.rawValue) }
        (object["steps"], object["of"]) = (number(steps), number(of))
        object["output"] = output.map { .string($0) }
        return object
    }
}
