package import RewindFormat
import RewindValue

/// The steps that could have made a condition true, and did not.
package struct MissedChanges: Sendable {
    package let condition: Predicate
    package let store: String
    /// The steps that made it true; if none did, those that changed what it reads.
    package private(set) var made: [Step] = []
    /// Whether they made it true.
    package private(set) var isTrueElsewhere = false
    /// Steps of the same types before the one that was asked about, the nearest first: there it was not true before, nor afterwards.
    package private(set) var missed: [Step] = []
    /// How many more of these there are, further away.
    package private(set) var left = 0
    /// Remarks of the search.
    package private(set) var remarks: [Remark] = []
    /// The step since which it is true after the one that was asked about; `nil` if it is not.
    package private(set) var isTrueSince: Int?

    /// Searches a recording.
    ///
    /// Costs a pass over the states, as a search for the condition does, and one over the steps.
    ///
    /// - Parameters:
    ///   - step: the step after which the condition was expected to be true.
    ///   - limit: how many missed steps are kept.
    package init(
        of condition: Predicate, upTo step: Int, in timeline: Timeline, store: String, limit: Int = 5
    ) throws(RecordingError) {
        (self.condition, self.store) = (condition, store)
        let search = try timeline.find(condition, scope: .all, store: store)
        remarks = search.remarks
        let (first, matches) = (timeline.steps.lowerBound, search.matches)
        if let now = matches.last(where: { $0.step <= step }), now.lastTrueStep >= step { isTrueSince = now.step }
        let makers = Set(matches.filter { $0.steps.count == 1 && $0.step > first }.map { $0.step })
        /// The steps that changed what the condition reads.
        var writers: [Step] = []
        var byType: [String: [Step]] = [:]
        var types: Set<String> = []
        var counts: [String: Int] = [:]
        var changes = condition.reads.map { PlaceChanges(of: $0, in: timeline.steps, of: timeline) }
        var items = StoreSteps(of: store, in: timeline.steps, of: timeline)
        var match = 0
        while case let item? = try items.next(upTo: .max) {
            guard case .step(let next) = item, next.line != nil else { continue }
            let isWritten = try changes?.changed(at: next) == true
            if makers.contains(next.number) {
                made.append(next)
                types.insert(next.type)
            } else if isWritten {
                writers.append(next)
            }
            while match < matches.count, matches[match].lastTrueStep < next.number - 1 { match += 1 }
            let isTrue = match < matches.count && matches[match].steps.lowerBound <= next.number
            if next.number <= step, !isTrue {
                // Only the nearest of each type can be among those that are kept.
                var own = byType[next.type] ?? []
                own.append(next)
                if own.count > limit { own.removeFirst() }
                byType[next.type] = own
                counts[next.type, default: 0] += 1
            }
        }
        isTrueElsewhere = !made.isEmpty
        if made.isEmpty { made = writers }
        let writing = Set(writers.map { $0.type }).subtracting(types)
        for group in [types, writing] {
            let candidates = group.flatMap { byType[$0] ?? [] }.sorted { $0.number > $1.number }
            missed += candidates.prefix(max(0, limit - missed.count))
            left += group.reduce(0) { $0 + (counts[$1] ?? 0) }
        }
        left -= missed.count
    }

    /// The nearest steps that made it true, or changed what it reads, of the type of another step.
    package func made(like step: Step, limit: Int = 16) -> [Step] {
        let alike = made.filter { $0.type == step.type && $0.number != step.number }
        return Array(alike.sorted { abs($0.number - step.number) < abs($1.number - step.number) }.prefix(limit))
    }
}
