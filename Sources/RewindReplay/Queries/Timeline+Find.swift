public import RewindFormat
import RewindValue

/// The result of a search.
public struct SearchResult: Sendable, Equatable {
    /// Where the condition became true, in order.
    public var matches: [Match] = []
    /// The steps whose state is unknown.
    public var unknown = UnknownSteps()
    /// Whether any state could be examined; if not, finding nothing means nothing.
    public var hasLooked = false
    /// The steps at which the condition had no value.
    public var failures = FailedSteps()
    /// Set if the condition reads something that no state contains: what was asked for and what there is.
    public var pathNotFound: String?

    /// Where a condition became true.
    public struct Match: Sendable, Equatable {
        /// The steps that may have made it true: one, unless states between are unknown.
        public var steps: ClosedRange<Int>
        /// The last step after which it was still true.
        public var through: Int
        /// The store whose states it is true of.
        public var store: String
        /// The step after which it is true.
        public var step: Int { steps.upperBound }
    }
}

extension SearchResult {
    /// Adds what was found in another store.
    fileprivate mutating func add(_ other: SearchResult) {
        matches += other.matches
        unknown.add(other.unknown)
        failures.add(other.failures)
        hasLooked = hasLooked || other.hasLooked
        // What one store has is there.
        if other.pathNotFound == nil { pathNotFound = nil }
    }

    /// Puts the matches of several stores in order, and keeps those that are wanted.
    fileprivate mutating func choose(_ scope: SearchScope, upTo end: Int) {
        if matches.count < 2 { return }
        matches.sort { $0.step < $1.step }
        switch scope {
        case .all: break
        case .last: matches.removeFirst(matches.count - 1)
        case .first:
            matches.removeLast(matches.count - 1)
            matches[0].through = end
        }
    }
}

/// Which of the places are wanted where a condition becomes true.
public enum SearchScope: Sendable {
    /// The first one; the search ends there.
    case first
    /// All of them.
    case all
    /// The last one.
    case last
}

extension Timeline {
    /// Searches the states for the places where a condition becomes true; being true from the beginning counts as one.
    ///
    /// In a recording of several stores, every store is searched that can have what the condition reads, unless one is named. Costs one pass
    /// over the patches up to the answer; the condition is evaluated only where something it reads may have changed.
    ///
    /// - Throws: `RecordingError` if there is no such step, if the state's type does not encode what the condition reads, or a segment can't be read.
    public func find(
        _ condition: Expression, scope: SearchScope = .first, store: String? = nil, in range: ClosedRange<Int>? = nil
    ) throws(RecordingError) -> SearchResult {
        try find(condition as any Predicate, scope: scope, store: store, in: range)
    }

    /// The same for a condition in any language.
    package func find(
        _ predicate: any Predicate, scope: SearchScope = .first, store: String? = nil, in range: ClosedRange<Int>? = nil
    ) throws(RecordingError) -> SearchResult {
        let range = range ?? steps
        let asked = try storesAsked(by: [predicate], named: store)
        try refuseUnrecorded(in: predicate, of: asked)
        var found = try find(predicate, scope: scope, of: asked.names[0], in: range)
        for store in asked.names.dropFirst() {
            let end = scope == .first ? found.matches.first?.step ?? range.upperBound : range.upperBound
            found.add(try find(predicate, scope: scope, of: store, in: range.lowerBound...end))
        }
        found.choose(scope, upTo: range.upperBound)
        found.pathNotFound = asked.sentence(found.pathNotFound)
        return found
    }

    /// The same in one store.
    private func find(
        _ predicate: any Predicate, scope: SearchScope, of store: String, in range: ClosedRange<Int>
    ) throws(RecordingError) -> SearchResult {
        if !predicate.words.isEmpty { return try findAtSteps(predicate, scope: scope, store: store, in: range) }
        var walk = try StateWalk(self, store: store, from: range.lowerBound, to: range.upperBound, places: predicate.reads)
        var condition = Condition(predicate)
        var result = SearchResult()
        func close(before step: Int) { if !result.matches.isEmpty { result.matches[result.matches.count - 1].through = step } }
        func open(_ steps: ClosedRange<Int>) {
            if scope == .last { result.matches = [] }
            result.matches.append(SearchResult.Match(steps: steps, through: range.upperBound, store: store))
        }
        _ = condition.look(at: nil, in: walk.state, step: range.lowerBound)
        var wasTrue = condition.holds == true
        if wasTrue { open(range.lowerBound...range.lowerBound) }
        /// The last step before states that are not known, where it was true.
        var trueBefore: Int?
        while scope != .first || !wasTrue, let change = try walk.next(upTo: range.upperBound) {
            guard condition.look(at: change, in: walk.state, step: change.step) else { continue }
            switch condition.holds {
            case nil: if wasTrue { trueBefore = change.steps.lowerBound - 1 }
            case true?:
                let before = trueBefore.take()
                // The change over all of these steps is known, and left it true.
                if before != nil, case .patch = change.kind { break }
                if let before { close(before: before) }
                // Where the state was not known for a while, it may have been false in between.
                open(change.steps.clamped(to: range.lowerBound...range.upperBound))
            case false?: if wasTrue || trueBefore != nil { close(before: trueBefore.take() ?? change.steps.lowerBound - 1) }
            }
            wasTrue = condition.holds == true
        }
        if let last = trueBefore { close(before: last) }
        if scope != .first || !wasTrue { try walk.finish(at: range.upperBound) }
        if !result.matches.isEmpty { condition.see(typesOf: self, store: walk.store) }
        // A walk that left segments out has only what the condition reads.
        let end = result.matches.isEmpty || scope != .first ? range.upperBound : result.matches[0].step
        if condition.hasUnseen, let last = try lastKnownState(at: end, store: walk.store) {
            condition.see(last.state)
            result.pathNotFound = condition.pathNotFound(in: last.state, of: store, step: last.step, in: self)
        }
        result.unknown = walk.unknown
        result.hasLooked = condition.hasLooked
        result.failures = condition.failures
        return result
    }

    /// The same where more is read than the state: every step is asked.
    private func findAtSteps(
        _ predicate: any Predicate, scope: SearchScope, store: String, in range: ClosedRange<Int>
    ) throws(RecordingError) -> SearchResult {
        var conditions = StepConditions(predicate, timeline: self, from: range.lowerBound, store: store)
        var result = SearchResult()
        var isTrue = false
        var unknownSince: Int?
        try forEachStep(of: store, in: range, withBeginning: predicate.isKnownAtBeginning, lost: &result.unknown) {
            number, step throws(RecordingError) in
            let verdict = try conditions.verdict(at: number, step)
            if verdict == true, !isTrue {
                if scope == .last { result.matches = [] }
                result.matches.append(SearchResult.Match(steps: (unknownSince ?? number)...number, through: range.upperBound, store: store))
            } else if verdict != true, isTrue {
                result.matches[result.matches.count - 1].through = number - 1
            }
            isTrue = verdict == true
            unknownSince = verdict == nil ? unknownSince ?? number : nil
            return scope != .first || !isTrue
        }
        result.unknown.add(conditions.report.unknown)
        result.failures = conditions.report.failures
        result.hasLooked = conditions.hasLooked
        result.pathNotFound = try conditions.pathNotFound(upTo: range.upperBound, norInTypes: !result.matches.isEmpty)
        if result.pathNotFound == nil {
            result.pathNotFound = try conditions.actionNotFound(limit: result.matches.isEmpty ? .max : Self.segmentsForRemarks)?.description
        }
        return result
    }
}
