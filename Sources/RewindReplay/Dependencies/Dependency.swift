package import RewindValue

/// A part of a step's action, or of the state before it, that a value after the step depends on: seen by changing that part alone.
package struct Dependency: Sendable, Equatable {
    package let source: Source
    /// The part as it was recorded; `nil` if nothing is there.
    package let value: JSONValue?
    /// What was there instead when the step was reduced again.
    package let replacedBy: JSONValue
    /// The value after the step that came of it; `nil` if nothing is there then, or if the reducer crashed.
    package let became: JSONValue?
    package let kind: Kind

    package init(_ source: Source, value: JSONValue?, replacedBy: JSONValue, became: JSONValue?, kind: Kind) {
        (self.source, self.value, self.replacedBy, self.became, self.kind) = (source, value, replacedBy, became, kind)
    }

    /// Where a part is.
    package enum Source: Sendable, Hashable {
        case action(JSONPointer)
        /// In the state before the step.
        case state(JSONPointer)

        package var place: JSONPointer {
            switch self {
            case .action(let place), .state(let place): place
            }
        }

        package var isAction: Bool { if case .action = self { true } else { false } }

        /// The part at another place of the same action or state.
        package func at(_ place: JSONPointer) -> Source { isAction ? .action(place) : .state(place) }
    }

    /// How the value depends on the part; the raw values are those of the JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// The part stands in the value: whatever the part is, the value has it.
        case copied
        /// The value is another if the part is, and not the part itself: a sum, a count, a choice.
        case computed
        /// With another part, the step does not write the value.
        case decides
        /// With another part, the reducer crashes in the step.
        case survives
    }
}

extension Dependency.Source {
    /// The members of a row's JSON that name the part.
    package var json: JSONObject {
        ["in": isAction ? "action" : "state", "path": .string(place.description)]
    }
}

extension Dependency {
    /// The dependency as JSON.
    package var json: JSONObject {
        var object = source.json
        object["kind"] = .string(kind.rawValue)
        object["value"] = value
        object["replacedBy"] = replacedBy
        object["became"] = became
        return object
    }
}
