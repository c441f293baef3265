package import RewindValue

/// Step numbers without steps in the recording: `{"gap":{"from":…,"to":…,"kind":…}}`.
package struct GapLine: Sendable, Equatable {
    package var steps: ClosedRange<Int>
    /// Why there are no steps.
    package var reason: Reason

    /// What became of the steps.
    package enum Kind: String, Sendable, CaseIterable {
        /// They happened, and could not be written: the disk was full or refused.
        case unwritten
        /// They were recorded, and an edit left them out on purpose.
        case leftOut = "left-out"
        /// They may have been recorded, but are in none of the parts that this recording was put together from.
        case inNoPart = "in-no-part"
    }

    /// Why steps are not in the recording.
    package struct Reason: Sendable, Hashable {
        /// What became of the steps.
        package var kind: Kind
        /// The words of the error, for people; no tool looks into them.
        package var error: String?
        /// The recording of several that lacks them, by its name there.
        package var part: String?

        package init(_ kind: Kind, error: String? = nil, part: String? = nil) {
            (self.kind, self.error, self.part) = (kind, error, part)
        }

        /// The actions could not be written.
        package static func unwritten(_ error: String) -> Reason { Reason(.unwritten, error: error) }
        package static let leftOut = Reason(.leftOut)
        /// The actions are in none of the parts.
        package static let inNoPart = Reason(.inNoPart)

        /// The members that say it, in a line and in an answer.
        package var json: JSONObject {
            var object: JSONObject = ["kind": .string(kind.rawValue)]
            object["part"] = part.map(JSONValue.string)
            object["reason"] = error.map(JSONValue.string)
            return object
        }

        /// Reads these members; a kind that this version does not know, or none, is taken for ``Kind/unwritten``.
        package init(_ members: JSONValue) {
            let error = members["reason"]?.string ?? ""
            self.init(
                members["kind"]?.string.flatMap { Kind(rawValue: $0) } ?? .unwritten, error: error.isEmpty ? nil : error,
                part: members["part"]?.string)
        }
    }

    package init(steps: ClosedRange<Int>, reason: Reason) {
        self.steps = steps
        self.reason = reason
    }

    package init?(_ gap: JSONValue) {
        guard let from = gap["from"]?.int(in: FormatLimits.stepNumbers), let to = gap["to"]?.int(in: FormatLimits.stepNumbers),
            from <= to, to - from < FormatLimits.gapSteps
        else { return nil }
        self.init(steps: from...to, reason: Reason(gap))
    }

    /// The line as JSON.
    package var json: JSONValue {
        var object: JSONObject = ["from": .number(JSONNumber(steps.lowerBound)), "to": .number(JSONNumber(steps.upperBound))]
        for (key, value) in reason.json { object[key] = value }
        return ["gap": .object(object)]
    }
}
