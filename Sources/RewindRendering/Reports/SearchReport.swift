package import RewindReplay
package import RewindValue

/// Where a condition became true, as rows.
package struct SearchReport {
    package let result: SearchResult
    /// Whether it is known how long it stayed true.
    package let hasEnds: Bool
    package let timeline: Timeline

    package init(_ result: SearchResult, hasEnds: Bool, timeline: Timeline) {
        self.result = result
        self.hasEnds = hasEnds
        self.timeline = timeline
    }

    /// For people: a row each.
    package func lines() throws -> [Line] {
        try result.matches.map { match in
            let store = timeline.hasSeveralStores ? "in \(TerminalText.escaped(match.store))" : nil
            let end = hasEnds ? "true through \(match.through)" : nil
            let rest = [store, end].compactMap { $0 }.joined(separator: ", ")
            return try PlaceRow(match.steps, in: timeline, store: match.store).line(Line(rest))
        }
    }

    /// For programs: an object each.
    package func json() throws -> [JSONValue] {
        try result.matches.map { match in
            var object = try PlaceRow(match.steps, in: timeline, store: match.store).json
            if timeline.hasSeveralStores { object["store"] = .string(match.store) }
            if hasEnds { object["through"] = .number(JSONNumber(match.through)) }
            return .object(object)
        }
    }
}
