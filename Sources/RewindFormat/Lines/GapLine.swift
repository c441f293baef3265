package import RewindValue

/// Step numbers without steps in the recording: `{"gap":{"from":…,"to":…,"kind":…,"reason":…}}`.
package struct GapLine: Sendable, Equatable {
    package var steps: ClosedRange<Int>
    /// Why there are no steps.
    package var reason: Reason

    /// What became of the steps; tools go by this, and never by words.
    package enum Kind: String, Sendable, CaseIterable {
        /// They happened, and could not be written: the disk was full or refused.
        case unwritten
        /// They were recorded, and an edit left them out on purpose.
        case leftOut = "left-out"
        /// They may have been recorded, but are in none of the parts that this recording was put together from.
        case inNoPart = "in-no-part"
    }

    /// Why steps are not in the recording: the kind, for tools, and the words, for people.
    package struct Reason: Sendable, Equatable, CustomStringConvertible {
        /// What became of the steps.
        package var kind: Kind
        /// The kind in words, and any further details.
        package var text: String

        /// A reason of a kind, in its usual words unless others are given.
        package init(_ kind: Kind, _ text: String? = nil) {
            self.kind = kind
            self.text = text ?? kind.phrase
        }

        /// The actions could not be written, for the reason in the error.
        package static func unwritten(_ error: String) -> Reason { Reason(.unwritten, error) }
        package static let leftOut = Reason(.leftOut)
        /// The actions are in none of the parts.
        package static let inNoPart = Reason(.inNoPart)

        package var description: String { text }

        /// The words after a colon; empty without words.
        package var clause: String { text.isEmpty ? "" : ": \(text)" }

        /// A reason of a line that names no kind, as in the first versions: only its words show the kind.
        fileprivate init(words: String) {
            let kind = Kind.allCases.first { !$0.phrase.isEmpty && (words == $0.phrase || words.hasPrefix($0.phrase + " (")) }
            self.init(kind ?? .unwritten, words)
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
        let words = gap["reason"]?.string ?? ""
        if let name = gap["kind"]?.string {
            // A kind of a later version: the steps are missing, that much is certain.
            self.init(steps: from...to, reason: Reason(Kind(rawValue: name) ?? .unwritten, words.isEmpty ? nil : words))
        } else {
            self.init(steps: from...to, reason: Reason(words: words))
        }
    }

    /// The line as JSON.
    package var json: JSONValue {
        [
            "gap": [
                "from": .number(JSONNumber(steps.lowerBound)), "to": .number(JSONNumber(steps.upperBound)),
                "kind": .string(reason.kind.rawValue), "reason": .string(reason.text),
            ]
        ]
    }
}

extension GapLine.Kind {
    /// The kind's usual phrase; empty where the text of an error is used instead.
    package var phrase: String {
        switch self {
        case .unwritten: ""
        case .leftOut: "left out on purpose"
        case .inNoPart: "in none of the parts that were put together"
        }
    }
}
