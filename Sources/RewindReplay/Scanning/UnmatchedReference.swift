package import RewindFormat
package import RewindValue

/// What a predicate asks for although nothing in a recording has it and no recorded type mentions it: most likely a typing error.
package enum UnmatchedReference: Sendable, Equatable {
    /// No state has anything at a place: what a state has instead, and the word that may be meant.
    case place(PathNotFound, StepWord?, isMissingInAllStores: Bool)
    /// No state has a member of a name; the store if it has to be named, the nearest name, and the word that may be meant.
    case member(String, store: String?, near: String?, StepWord?, isMissingInAllStores: Bool)
    /// The state's type has a property but does not encode it, as a sentence says.
    case unrecorded(String)
}

extension Timeline {
    /// What a predicate asks for although no state of some stores has it and no type mentions it; `nil` if everything exists.
    ///
    /// Costs a look at the types and at the states at both ends; for what these don't have, a pass over the changes of the places that it
    /// reads.
    ///
    /// - Parameters:
    ///   - range: The steps after whose states to look; by default all.
    ///   - number: The step whose state is described; by default the last.
    ///   - place: The part of the state at which its paths begin.
    ///   - typesTell: Whether anything that a type mentions counts as existing.
    /// - Throws: `RecordingError` if a segment can't be read.
    package func unmatchedReference(
        of predicate: Predicate, in asked: SearchedStores, _ range: ClosedRange<Int>? = nil, at number: Int? = nil,
        below place: JSONPointer = .root, typesCount: Bool = true
    ) throws(RecordingError) -> UnmatchedReference? {
        let range = range ?? steps
        var unseen = UnmatchedNames(predicate, below: place)
        if typesCount { for store in asked.names { unseen.removeMatches(inTypesOf: self, store: store) } }
        for step in [range.lowerBound, range.upperBound, number ?? range.upperBound] {
            for store in asked.names where !unseen.isEmpty { unseen.removeMatches(in: try lastKnownState(at: step, store: store)?.state) }
        }
        for store in asked.names {
            try unseen.removeMatches(inStatesOf: self, store: store, in: range)
            try unseen.removeMatches(inChangesOf: self, store: store, in: range)
        }
        if unseen.isEmpty { return nil }
        var nearest: (step: Int, state: JSONValue, store: String)?
        for store in asked.names {
            guard let last = try lastKnownState(at: number ?? range.upperBound, store: store) else { continue }
            if nearest.map({ unseen.distance(from: last.state) < unseen.distance(from: $0.state) }) ?? true {
                nearest = (last.step, last.state, store)
            }
        }
        return nearest.flatMap {
            unseen.unmatchedReference(from: $0.state, of: $0.store, step: $0.step, in: self, isMissingInAllStores: asked.isNowhere)
        }
    }
}
