package import RewindFormat
import RewindValue

/// The stores that a question is asked of: the named store, or else every store that can have everything that is asked for.
///
/// An answer from one store might be false for another, so an answer about one store is given only if no other store could give one, or if
/// it names the store.
package struct SearchedStores: Sendable, Equatable {
    /// The stores, in the order of the recording; never empty.
    package let names: [String]
    /// Whether no store can have everything that is asked for; then ``names`` has only the store that has the most of it.
    package let isNowhere: Bool

    package init(names: [String], isNowhere: Bool = false) { (self.names, self.isNowhere) = (names, isNowhere) }
}

extension Timeline {
    package func ownStore(at number: Int) throws(RecordingError) -> String { try step(at: number)?.store ?? mainStore }

    /// The stores that are asked some expressions together.
    ///
    /// A store can have what they read if one of its states has it, or its types mention it. Costs nothing in a recording of one store;
    /// otherwise a look into the index, or at the states at both ends, and a pass over the changes of the places that these lack.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func storesToSearch(for expressions: [Predicate], named name: String? = nil) throws(RecordingError) -> SearchedStores {
        if let name { return SearchedStores(names: [name], isNowhere: false) }
        guard hasSeveralStores else { return SearchedStores(names: [mainStore], isNowhere: false) }
        var able: [String] = []
        var nearest: (store: String, distance: UnmatchedNames.Distance)?
        for store in storeNames {
            var unseen = expressions.map { UnmatchedNames($0) }
            for index in unseen.indices { try unseen[index].removeMatches(inIndexOf: self, store: store) }
            if knowsAllStates(of: store), unseen.allSatisfy({ $0.isEmpty }) {
                able.append(store)
                continue
            }
            guard let state = try lastKnownState(at: steps.upperBound, store: store)?.state else {
                // An unknown state might have it, but a store without steps has no unknown states.
                if try hasSteps(of: store) { able.append(store) }
                continue
            }
            var distance = UnmatchedNames.Distance()
            for index in unseen.indices {
                unseen[index].removeMatches(inTypesOf: self, store: store)
                unseen[index].removeMatches(in: state)
                unseen[index].removeMatches(in: try lastKnownState(at: steps.lowerBound, store: store)?.state)
                try unseen[index].removeMatches(inStatesOf: self, store: store, in: steps)
                try unseen[index].removeMatches(inChangesOf: self, store: store, in: steps)
                distance.add(unseen[index].distance(from: state))
            }
            if distance.missing == 0 { able.append(store) }
            if nearest.map({ distance < $0.distance }) ?? true { nearest = (store, distance) }
        }
        return able.isEmpty
            ? SearchedStores(names: [nearest?.store ?? mainStore], isNowhere: true) : SearchedStores(names: able, isNowhere: false)
    }

    /// Whether a store has any step; reads segments until one is found.
    private func hasSteps(of store: String) throws(RecordingError) -> Bool {
        for position in 0..<segmentCount where try segment(at: position).steps.contains(where: { $0.store == store }) { return true }
        return false
    }

    /// The last step of a store at or before a step; `nil` if the store has no such step.
    func lastStep(of store: String, upTo number: Int) throws(RecordingError) -> Step? {
        try lastStep(in: steps.lowerBound...number) { $0.store == store }
    }
}
