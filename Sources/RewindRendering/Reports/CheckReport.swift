package import RewindReplay
package import RewindValue

/// Whether an invariant holds, as a row.
package struct CheckReport {
    private let result: InvariantResult
    private let timeline: Timeline
    /// The states that could not be looked at.
    private var unknown: UnknownSteps { result.unknown }

    /// The report of a result.
    package init(_ result: InvariantResult, timeline: Timeline) {
        self.result = result
        self.timeline = timeline
    }

    /// For people: a row.
    package func line() throws -> Line {
        let name = Line(result.invariant.name, .strong) + Line(timeline.hasSeveralStores ? " in \(TerminalText.escaped(result.store))" : "")
        if result.asksForNothing { return (Line("no path ", .alarm) + name).hanging(8) }
        if !result.isCondition { return (Line("no test ", .alarm) + name).hanging(8) }
        if result.verdict == .unknown { return Line("unknown ", .alarm) + name + Line(": no state is known") }
        guard let broken = result.broken else {
            let rest = unknown.count == 0 ? "" : " (\(unknown.count) \(unknown.count == 1 ? "state" : "states") not checked)"
            return (Line("holds   ", .added) + name + Line(rest, .faint)).hanging(8)
        }
        let place = try PlaceRow(broken, in: timeline, store: result.store)
        var words =
            broken.count > 1
            ? " from one of steps \(place.number)" : " from step \(place.number)" + (place.step.map { ", \($0.type)" } ?? "")
        if result.failures.count > 0 { words += ": \(result.failures.reason)" }
        return (Line("broken  ", .alarm) + name + Line(words)).hanging(8)
    }

    /// Whether nobody can tell, because of what is known or of how the invariant is written.
    private var isUndecided: Bool { result.verdict == .unknown || result.asksForNothing || !result.isCondition }

    /// For programs: an object.
    package func json() throws -> JSONValue {
        var object: JSONObject = [
            "name": .string(result.invariant.name), "expression": .string(result.invariant.condition.description),
            "holds": isUndecided ? .null : .bool(result.verdict == .holds),
        ]
        if timeline.hasSeveralStores { object["store"] = .string(result.store) }
        object["neverThere"] = result.asksForNothing ? result.absence.map { .string($0.sentence) } : nil
        if result.verdict != .broken, unknown.count > 0 { object["notLookedAt"] = .number(JSONNumber(unknown.count)) }
        if let broken = result.broken {
            for (key, value) in try PlaceRow(broken, in: timeline, store: result.store).json { object[key] = value }
            if result.failures.count > 0 { object["reason"] = .string(result.failures.reason) }
        }
        return .object(object)
    }
}
