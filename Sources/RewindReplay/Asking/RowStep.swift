package import RewindFormat
package import RewindValue

/// The step that a row of an answer is about, or several, of which one is meant, if the states between are unknown.
package struct RowStep: Sendable, Equatable {
    package let steps: ClosedRange<Int>
    /// The last of them; `nil` if that number has no step.
    package let step: Step?
    /// Why there is no step.
    package let noStep: Timeline.NoStep?
    /// Whether a step before these is meant.
    package internal(set) var isBefore = false
    /// Whether one of several is meant, and it is unknown which: then the row does not have the type of the last.
    package private(set) var isOneOfThese = false

    package init(_ steps: ClosedRange<Int>, _ step: Step) { (self.steps, self.step, noStep) = (steps, step, nil) }

    /// Steps of a timeline, of which one is meant.
    ///
    /// - Parameter store: the store that the row is about: its first state, at a step of another store, comes from no action.
    package init(_ steps: ClosedRange<Int>, in timeline: Timeline, store: String? = nil) throws(RecordingError) {
        self.steps = steps
        isOneOfThese = steps.count > 1
        let found = try timeline.step(at: steps.upperBound)
        if let found, let store, found.store != store {
            (step, noStep) = (nil, .beginning)
        } else {
            step = found
            noStep = try found == nil ? timeline.noStep(at: steps.upperBound) : nil
        }
    }

    /// `17`, or `15..17`.
    package var number: String { steps.count == 1 ? "\(steps.upperBound)" : "\(steps.lowerBound)..\(steps.upperBound)" }

    /// The members of a row's JSON that name its step.
    package var json: JSONObject {
        var object: JSONObject = ["step": .number(JSONNumber(steps.upperBound))]
        if isBefore {
            object["before"] = true
            return object
        }
        if steps.count > 1 { object["steps"] = steps.json }
        for (key, value) in noStep?.json(of: steps.upperBound) ?? [:] { object[key] = value }
        guard let step else { return object }
        object["time"] = step.time.map { .number(JSONNumber($0)) }
        if isOneOfThese { return object }
        object["type"] = .string(step.type)
        object["site"] = step.site.map(JSONValue.string)
        object["cause"] = step.cause.map { .number(JSONNumber($0)) }
        return object
    }
}

extension Timeline.NoStep {
    /// A row's JSON for a number without a step, apart from the number itself.
    package func json(of number: Int) -> JSONObject {
        switch self {
        case .beginning: return number == 0 ? ["time": 0, "type": .string(ActionLine.initial)] : [:]
        case .gap(let steps, let reason):
            var object: JSONObject = ["lost": steps.json]
            for (key, value) in reason?.json ?? [:] { object[key] = value }
            return object
        }
    }
}
