package import RewindValue

/// A step at which running the reducer again did not give what was recorded, or could not be judged.
package struct Divergence: Sendable, Equatable {
    /// The step; several, if the states between are unknown or the same places differ after each of them.
    package var steps: ClosedRange<Int>
    package var store: String
    /// The name of the action of the first of them.
    package var type: String
    package var kind: Kind
    /// The places that differ after the last of the steps that had to be reduced to see it; empty if there is no state to compare with.
    package var places: [StateDifference.Place] = []
    /// The reason or the circumstances, as a clause; `nil` if the places say all.
    package var reason: String?
    /// How the reducer crashed, if it did.
    package var crash: ReducerCrash?
    /// Whether it is known, and so not held against the reducer.
    package var isKnown = false
    /// The state from which the verification went on; `nil` if it ended there, or nothing is held against the reducer.
    package var wentOn: VerifyOptions.Continuation?

    /// Whether it is held against the reducer.
    package var isFault: Bool { kind.isFault && !isKnown }

    package init(
        steps: ClosedRange<Int>, store: String, type: String, kind: Kind, places: [StateDifference.Place] = [], reason: String? = nil
    ) {
        (self.steps, self.store, self.type, self.kind, self.places, self.reason) = (steps, store, type, kind, places, reason)
    }

    /// Kinds of divergences; the raw values are those of the JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// The reducer crashes or hangs at the step, as it did when it was recorded.
        case crashedAsRecorded = "crashed-as-recorded"
        /// The recorded process ended in the step's reducer, and today's reducer gets through.
        case noLongerCrashes = "no-longer-crashes"
        /// The reducer crashes or hangs at a step that it got through when it was recorded.
        case crashed
        /// The reducer gives another state each time, or in each process.
        case notDeterministic = "not-deterministic"
        /// Arrays have the same elements in another order, the same each time.
        case orderOnly = "order-only"
        /// The reducer gives the same state each time, which is not the recorded one.
        case codeChanged = "code-changed"
        /// Today's types do not decode the action, or the state.
        case notDecodable = "not-decodable"
        /// The difference may come from what the recording hides.
        case redacted
        /// The recording does not have the action in a form in which it could be made again.
        case notRecorded = "not-recorded"
        /// The steps are lost.
        case gap

        /// Whether it speaks against the reducer, rather than being due to the recording, or no divergence at all.
        package var isFault: Bool {
            switch self {
            case .crashed, .notDeterministic, .orderOnly, .codeChanged, .notDecodable: true
            case .crashedAsRecorded, .noLongerCrashes, .redacted, .notRecorded, .gap: false
            }
        }
    }

    /// Whether a later divergence is the same one, going on.
    func goesOn(in later: Divergence) -> Bool {
        kind == later.kind && store == later.store && reason == later.reason
            && places.map { $0.pointer } == later.places.map { $0.pointer }
    }

    /// The divergence as JSON, without what is known of its step.
    package var json: JSONObject {
        var object: JSONObject = ["class": .string(kind.rawValue), "fault": .bool(isFault)]
        if isKnown { object["known"] = true }
        if !places.isEmpty { object["places"] = .array(places.map { $0.json }) }
        object["reason"] = reason.map(JSONValue.string)
        object["wentOn"] = wentOn.map { .string($0.rawValue) }
        return object
    }
}

extension StateDifference.Place {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["path": .string(pointer.description)]
        object["recorded"] = recorded
        object["recomputed"] = reached
        return .object(object)
    }
}
