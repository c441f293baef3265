package import RewindFormat
package import RewindValue

/// The action of a step, and the state before it.
package struct StepSurroundings: Sendable {
    package var action: JSONValue?
    /// The state before; `nil` if it is unknown.
    package var state: JSONValue?

    package init(action: JSONValue?, state: JSONValue?) { (self.action, self.state) = (action, state) }

    /// The surroundings of a step in a recording.
    package init(of step: Step, in timeline: Timeline, store: String) throws(RecordingError) {
        action = step.action
        if step.number > timeline.steps.lowerBound, case .known(let before) = try timeline.state(at: step.number - 1, store: store) {
            state = before
        }
    }

    package func value(at source: Dependency.Source) -> JSONValue? {
        source.isAction ? action?[source.place] : state?[source.place]
    }

    /// The places where all of some others have one value, and this has another; what most likely decides something comes first.
    package func differences(from others: [StepSurroundings]) -> [MissedChange.Part] {
        var found = SurroundingDifferences()
        if others.isEmpty { return [] }
        found.compare(action, others.map { $0.action }, .action(.root))
        if state != nil, others.allSatisfy({ $0.state != nil }) { found.compare(state, others.map { $0.state }, .state(.root)) }
        // In their order within a rank.
        return (0...3).flatMap { rank in found.parts.filter { $0.rank == rank }.map { $0.part } }
    }
}

/// Gathers what differs between a value and some others that have something in common.
private struct SurroundingDifferences {
    var parts: [(rank: Int, part: MissedChange.Part)] = []
    /// How many more values are looked at.
    private var left = 20_000

    mutating func compare(_ own: JSONValue?, _ others: [JSONValue?], _ source: Dependency.Source) {
        left -= 1
        guard left > 0, let first = others.first, !others.allSatisfy({ $0 == own }) else { return }
        func add(_ rank: Int) { parts.append((rank, MissedChange.Part(source, value: own, other: first))) }
        let areThere = others.map { $0.isThere }
        switch (own, first) {
        case (.object(let one)?, .object(let two)?) where others.allSatisfy({ $0?.object != nil }):
            if one.count == 1, others.allSatisfy({ $0?.object?.count == 1 }), one.keys.first != two.keys.first {
                // The case of an enum: what is in it is another thing.
                if others.allSatisfy({ $0?.object?.keys.first == two.keys.first }) { add(2) }
                return
            }
            for (key, member) in one { compare(member, others.map { $0?[key] }, source.at(source.place.appending(key))) }
            for (key, _) in two where one[key] == nil { compare(nil, others.map { $0?[key] }, source.at(source.place.appending(key))) }
        case (.array(let one)?, .array?):
            // Elements are often others; whether there are any may decide.
            if one.isEmpty, others.allSatisfy({ $0?.array?.isEmpty == false }) { add(2) }
            if !one.isEmpty, others.allSatisfy({ $0?.array?.isEmpty == true }) { add(2) }
        case _ where own.isThere != areThere[0] && areThere.allSatisfy({ $0 == areThere[0] }): add(1)
        case (.bool?, .bool?) where others.allSatisfy({ $0 == first }): add(0)
        case _ where others.allSatisfy({ $0 == first }): add(own?.string == nil ? 3 : 2)
        default: break
        }
    }
}

extension JSONValue? {
    /// Whether it is something other than `null`.
    fileprivate var isThere: Bool { self != nil && self != .null }
}
