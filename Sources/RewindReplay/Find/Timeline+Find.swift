package import RewindFormat
import RewindValue

package struct SearchResult: Sendable, Equatable {
    /// Where the condition became true, in order.
    package var matches: [Match] = []
    /// The steps whose state is unknown.
    package var unknown = UnknownSteps()
    /// Whether any state could be examined; if not, finding nothing means nothing.
    package var examinedAnyState = false
    /// The steps at which the condition had no value.
    package var failures = FailedSteps()
    /// Set if the condition asks for something that nothing in the recording has.
    package var unmatchedReference: UnmatchedReference?
    /// Where it compares values of two kinds.
    var typeMismatches: [Remark] = []

    /// Remarks on the result; if nothing was found, they include what does not exist.
    package var remarks: [Remark] {
        typeMismatches + [Remark](unknown: unknown, failures: failures)
            + (matches.isEmpty ? [] : unmatchedReference.map { [.absent($0, from: nil)] } ?? [])
    }

    /// Where a condition became true.
    package struct Match: Sendable, Equatable {
        /// The steps that may have made it true: one, unless states between are unknown.
        package var steps: ClosedRange<Int>
        /// The last step after which it was still true.
        package var lastTrueStep: Int
        /// The store whose states it is true of.
        package var store: String
        /// The step after which it is true.
        package var step: Int { steps.upperBound }
    }
}

extension SearchResult {
    /// Adds what was found in another store.
    fileprivate mutating func add(_ other: SearchResult) {
        matches += other.matches
        unknown.add(other.unknown)
        failures.add(other.failures)
        examinedAnyState = examinedAnyState || other.examinedAnyState
        typeMismatches += other.typeMismatches.filter { !typeMismatches.contains($0) }
    }

    /// Sorts the matches of several stores, and keeps those that are wanted.
    fileprivate mutating func keepMatches(in scope: SearchScope, upTo end: Int) {
        if matches.count < 2 { return }
        matches.sort { $0.step < $1.step }
        switch scope {
        case .all: break
        case .last: matches.removeFirst(matches.count - 1)
        case .first:
            matches.removeLast(matches.count - 1)
            matches[0].lastTrueStep = end
        }
    }
}

/// Which places are wanted, of those where a condition becomes true.
package enum SearchScope: Sendable {
    /// The first one; the search ends there.
    case first
    case all
    case last
}

extension Timeline {
    /// Searches the states for the places where a condition becomes true; being true from the beginning counts as one.
    ///
    /// In a recording of several stores, every store is searched that can have what the condition reads, unless one is named. Costs one pass
    /// over the patches up to the answer; the condition is evaluated only where something it reads may have changed.
    ///
    /// - Throws: `RecordingError` if there is no such step, if the state's type does not encode what the condition reads, or a segment can't be read.
    package func find(
        _ predicate: Predicate, scope: SearchScope = .first, store: String? = nil, in range: ClosedRange<Int>? = nil
    ) throws(RecordingError) -> SearchResult {
        let range = range ?? steps
        let asked = try storesToSearch(for: [predicate], named: store)
        try refuseUnrecorded(in: predicate, of: asked)
        var found = try find(predicate, scope: scope, of: asked.names[0], in: range)
        for store in asked.names.dropFirst() {
            let end = scope == .first ? found.matches.first?.step ?? range.upperBound : range.upperBound
            found.add(try find(predicate, scope: scope, of: store, in: range.lowerBound...end))
        }
        found.keepMatches(in: scope, upTo: range.upperBound)
        if found.examinedAnyState {
            let end = scope == .first ? found.matches.first?.step ?? range.upperBound : range.upperBound
            found.unmatchedReference = try unmatchedReference(
                of: predicate, in: asked, range.lowerBound...end, typesCount: !found.matches.isEmpty)
        }
        return found
    }

    /// The same in one store.
    private func find(
        _ predicate: Predicate, scope: SearchScope, of store: String, in range: ClosedRange<Int>
    ) throws(RecordingError) -> SearchResult {
        var pass = try PredicatePass([predicate.forSearching], over: self, store: store, in: range)
        var result = SearchResult()
        func close(before step: Int) { if !result.matches.isEmpty { result.matches[result.matches.count - 1].lastTrueStep = step } }
        var held: Bool? = false
        /// The last step before unknown states at which it was true.
        var trueBefore: Int?
        while scope != .first || held != true, let steps = try pass.next(upTo: range.upperBound) {
            let finding = pass.findings[0]
            if finding.holds == held { continue }
            switch finding.holds {
            case nil: if held == true { trueBefore = steps.lowerBound - 1 }
            case true?:
                let before = trueBefore.take()
                // The change over all of these steps is known, and left it true.
                if before != nil, finding.holdsThroughout { break }
                if let before { close(before: before) }
                if scope == .last { result.matches = [] }
                // If the state was unknown for a while, the condition may have been false in between.
                let matchSteps = steps.clamped(to: range)
                result.matches.append(SearchResult.Match(steps: matchSteps, lastTrueStep: range.upperBound, store: store))
            case false?: if held == true || trueBefore != nil { close(before: trueBefore.take() ?? steps.lowerBound - 1) }
            }
            held = finding.holds
        }
        if let last = trueBefore { close(before: last) }
        if scope != .first || held != true { try pass.finish(at: range.upperBound) }
        result.unknown = pass.unknown
        result.examinedAnyState = pass.findings[0].examinedAnyState
        result.failures = pass.findings[0].failures
        result.typeMismatches = pass.findings[0].remarks
        return result
    }
}
