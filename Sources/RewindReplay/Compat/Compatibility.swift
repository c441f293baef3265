package import RewindFormat
package import RewindValue

/// Whether an app's types decode what was recorded.
package struct Compatibility: Sendable, Equatable {
    /// The actions that were looked at.
    package private(set) var actions = 0
    /// The states that were looked at.
    package private(set) var states = 0
    /// What is not as it was recorded: each member of each type once, with the first step.
    package private(set) var findings: [Finding] = []

    /// The migrations that would be worth a try, by the shapes of the types, each with its store.
    package private(set) var suggestions: [Suggestion] = []

    package init() {}

    /// A migration to try.
    package struct Suggestion: Sendable, Equatable {
        package let rule: StateRule
        package let store: String

        package var json: JSONValue {
            var object = rule.json.object ?? [:]
            object["store"] = .string(store)
            return ["suggestion": .object(object)]
        }
    }

    /// Suggests the migrations that the shapes of the types show, if something of the store is not as it was recorded; not those that are
    /// followed already.
    ///
    /// - Parameters:
    ///   - manifest: the recording's, whose types are the earlier ones.
    ///   - types: the shapes of today's types, by name.
    ///   - state: the name of the type of the state today.
    ///   - rules: the rules that were followed.
    ///   - version: the version of the state today.
    package mutating func suggest(
        for store: String, of manifest: Manifest, types: JSONObject, state: String, beside rules: [StateRule], version: Int
    ) {
        guard findings.contains(where: { $0.store == store }), let known = manifest.stores.first(where: { $0.name == store }) else {
            return
        }
        let followed = rules.map { $0.change }
        for change in ShapeComparison.changes(from: (manifest.types, known.state), to: (types, state)) where !followed.contains(change) {
            suggestions.append(Suggestion(rule: StateRule(change, version: max(version, known.version + 1)), store: store))
        }
    }

    package var grade: Grade { findings.map { $0.grade }.max() ?? .fine }

    /// How well something decodes; the raw values are those of the JSON.
    package enum Grade: String, Sendable, Comparable, CaseIterable {
        /// It decodes, and encodes as it was recorded.
        case fine
        /// It decodes, with something more or less than was recorded.
        case risky
        /// It does not decode.
        case impossible

        package static func < (left: Grade, right: Grade) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// A member that is not as it was recorded.
    package struct Finding: Sendable, Equatable {
        package let grade: Grade
        /// The type of the action; `nil` for the state.
        package let type: String?
        package let store: String
        /// The place, with `*` for each index; `nil` if it is not known.
        package let place: String?
        /// What is with it, as a clause.
        package let reason: String
        /// The first step with it.
        package let first: Int
        package fileprivate(set) var count = 1

        package var json: JSONValue {
            var object: JSONObject = [
                "grade": .string(grade.rawValue), "step": .number(JSONNumber(first)), "count": .number(JSONNumber(count)),
            ]
            object["type"] = type.map(JSONValue.string)
            object["store"] = .string(store)
            object["path"] = place.map(JSONValue.string)
            object["reason"] = .string(reason)
            return .object(object)
        }
    }

    /// What a type made of a recorded value.
    package enum Decoded: Sendable, Equatable {
        /// It encodes as this value.
        case value(JSONValue)
        /// It did not decode, for this reason.
        case undecodable(String, at: JSONPointer?)
    }

    /// Adds what became of an action, or of a state after a step.
    ///
    /// - Parameter type: the type of the action; `nil` for a state.
    package mutating func add(_ recorded: JSONValue, _ decoded: Decoded, type: String?, store: String, step: Int) {
        if type == nil { states += 1 } else { actions += 1 }
        switch decoded {
        case .undecodable(let reason, let place):
            add(
                Finding(
                    grade: .impossible, type: type, store: store, place: place.map { PointerPattern($0).description }, reason: reason,
                    first: step))
        case .value(let own):
            for place in StateDifference(from: recorded, to: own)?.places ?? [] {
                let reason =
                    place.recorded == nil
                    ? "is new: today's type has a value of its own there"
                    : place.reached == nil
                        ? "is no longer there: what was recorded is dropped" : "is encoded otherwise than it was recorded"
                add(
                    Finding(
                        grade: .risky, type: type, store: store, place: PointerPattern(place.pointer).description, reason: reason,
                        first: step))
            }
        }
    }

    private mutating func add(_ finding: Finding) {
        let known = findings.firstIndex { other in
            other.type == finding.type && other.store == finding.store && other.place == finding.place && other.grade == finding.grade
                && (finding.place != nil || other.reason == finding.reason)
        }
        if let known { findings[known].count += 1 } else { findings.append(finding) }
    }
}
