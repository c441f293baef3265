import RewindFormat
package import RewindValue

/// A rule that always held in some recordings, in the language of expressions, with what shows it.
package struct LearnedRule: Sendable, Equatable {
    /// What it says, in words; has no colon.
    package var name: String
    /// The condition, as `rewind check` takes it.
    package var expression: String
    /// The places that it is about, as paths; elements are `[]`.
    package var places: [String]
    /// The action types without which it can not be broken; none if any action can break it.
    package var actions: [String]
    package var support: Support
    /// How surprising a break would be: the bits by which an accident is unlikely, and a few for the kind of the rule.
    package var surprise: Double

    /// How often a rule could have been broken and was not.
    package struct Support: Sendable, Equatable {
        /// How often.
        package var times: Int
        /// The recordings in which it could.
        package var recordings: Int
        /// All recordings.
        package var total: Int
        /// The number of different values, up to a few.
        package var values: Int
        /// A recording and a step where it held; no recording if it held in none.
        package var example: (recording: String, step: Int)

        package static func == (left: Support, right: Support) -> Bool {
            left.times == right.times && left.recordings == right.recordings && left.total == right.total && left.values == right.values
                && left.example == right.example
        }

        /// The support as a sentence without a full stop.
        package var text: String {
            let count = times == 1 ? "once" : "\(times) times"
            let words = "held \(count) in \(recordings) of \(total) \(total == 1 ? "recording" : "recordings"), with \(values)"
            return words + " \(values == 1 ? "value" : "different values")"
                + (example.recording.isEmpty ? "" : ", last at step \(example.step) of \(example.recording)")
        }
    }

    /// The rule as two lines of a file that `rewind check` reads: a comment with its support, and the rule.
    package var lines: [String] { ["# " + support.text, "\(name): \(expression)"] }

    /// The rule as JSON.
    package var json: JSONValue {
        [
            "name": .string(name), "expression": .string(expression), "places": .array(places.map(JSONValue.string)),
            "actions": .array(actions.map(JSONValue.string)),
            "times": .number(JSONNumber(support.times)), "recordings": .number(JSONNumber(support.recordings)),
            "of": .number(JSONNumber(support.total)), "values": .number(JSONNumber(support.values)),
            "example": support.example.recording.isEmpty
                ? .null : ["recording": .string(support.example.recording), "step": .number(JSONNumber(support.example.step))],
        ]
    }

    /// How many rules are shown, unless all are asked for.
    package static let limit = 40
}
