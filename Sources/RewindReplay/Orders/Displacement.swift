import RewindFormat
package import RewindValue

/// A step that comes elsewhere than it was recorded, never, or twice.
package struct Displacement: Sendable, Equatable {
    package let step: Step
    package let how: How

    package enum How: Sendable, Equatable {
        /// It comes after a step that was recorded later, or before one that was recorded earlier.
        case after(Step), before(Step)
        case never
        /// It comes once more, after a step.
        case again(after: Step)
    }

    package init(_ step: Step, _ how: How) { (self.step, self.how) = (step, how) }

    /// As a clause: `step 65, comments/editDidFinish, comes after step 67, comments/deleteDidFinish`.
    package var words: String {
        step.place
            + {
                switch how {
                case .after(let other): ", comes after \(other.place)"
                case .before(let other): ", comes before \(other.place)"
                case .never: ", never comes"
                case .again(let other): other.number == step.number ? ", comes twice" : ", comes again after \(other.place)"
                }
            }()
    }

    package var json: JSONValue {
        var object: JSONObject = ["step": .number(JSONNumber(step.number)), "type": .string(step.type)]
        switch how {
        case .after(let other): object["after"] = .number(JSONNumber(other.number))
        case .before(let other): object["before"] = .number(JSONNumber(other.number))
        case .never: object["never"] = true
        case .again(let other): object["again"] = .number(JSONNumber(other.number))
        }
        return .object(object)
    }
}

extension Step {
    /// `step 16, cart/add`.
    fileprivate var place: String { "step \(number), \(type)" }
}

extension [Displacement] {
    /// As a clause: all of them.
    package var words: String { map { $0.words }.joined(separator: ", and ") }
}
