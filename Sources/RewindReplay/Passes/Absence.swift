package import RewindFormat
package import RewindValue

/// What a predicate asks for although nothing in a recording has it and no recorded type mentions it: most likely a typing error.
package enum Absence: Sendable, Equatable {
    /// No state has anything at a place: what a state has instead, and the word that may be meant.
    case place(PathNotFound, StepWord?, isInNoStore: Bool)
    /// No state has a member of a name; the store if it has to be named, the nearest name, and the word that may be meant.
    case member(String, store: String?, near: String?, StepWord?, isInNoStore: Bool)
    /// The state's type has a property but does not encode it, as a sentence says.
    case unrecorded(String)
    /// No action has a type; the nearest types.
    case type(String, near: [String])
    /// No action has anything at a place: how far into the place any action leads, the nearest member there, and the members that exist.
    case placeInActions(JSONPointer, reached: JSONPointer, near: String?, has: [String])
    /// No action has a member of a name, but one with a similar name.
    case memberInActions(String, near: String)

    package var isOfState: Bool {
        switch self {
        case .place, .member, .unrecorded: true
        case .type, .placeInActions, .memberInActions: false
        }
    }

    /// How many segments are searched if the answer itself does not read actions.
    package static let segmentLimit = 32
}

extension Timeline {
    /// What a predicate asks for although no state of some stores has it, no action has it, and no type mentions it; `nil` if everything
    /// exists.
    ///
    /// Costs a look at the types and at the states at both ends; for what these don't have, a pass over the changes of the places that it
    /// reads, and one over segments until an action has it.
    ///
    /// - Parameters:
    ///   - range: The steps after whose states to look; by default all.
    ///   - number: The step whose state is described; by default the last.
    ///   - place: The part of the state at which its paths begin.
    ///   - typesTell: Whether anything that a type mentions counts as existing.
    ///   - isOnlyNear: Whether an absence in actions is reported only if they have something with a similar name.
    ///   - limit: How many segments to read; if there are more, no absence in actions is reported.
    /// - Throws: `RecordingError` if a segment can't be read.
    package func absence(
        of predicate: Predicate, in asked: AskedStores, _ range: ClosedRange<Int>? = nil, at number: Int? = nil,
        below place: JSONPointer = .root, typesTell: Bool = true, isOnlyNear: Bool = false,
        segments limit: Int = Absence.segmentLimit
    ) throws(RecordingError) -> Absence? {
        let range = range ?? steps
        var unseen = UnmatchedNames(predicate, below: place)
        if typesTell { for store in asked.names { unseen.see(typesOf: self, store: store) } }
        for step in [range.lowerBound, range.upperBound, number ?? range.upperBound] {
            for store in asked.names where !unseen.isEmpty { unseen.see(try lastKnownState(at: step, store: store)?.state) }
        }
        for store in asked.names {
            try unseen.see(statesOf: self, store: store, in: range)
            try unseen.see(changesOf: self, store: store, in: range)
        }
        if unseen.isEmpty { return try absenceInActions(of: predicate, isOnlyNear: isOnlyNear, segments: limit) }
        var nearest: (step: Int, state: JSONValue, store: String)?
        for store in asked.names {
            guard let last = try lastKnownState(at: number ?? range.upperBound, store: store) else { continue }
            if nearest.map({ unseen.distance(from: last.state) < unseen.distance(from: $0.state) }) ?? true {
                nearest = (last.step, last.state, store)
            }
        }
        return nearest.flatMap {
            unseen.absence(from: $0.state, of: $0.store, step: $0.step, in: self, isInNoStore: asked.isNowhere)
        }
    }

    private func absenceInActions(
        of predicate: Predicate, isOnlyNear: Bool, segments limit: Int
    ) throws(RecordingError) -> Absence? {
        var unseen = UnmatchedInActions(predicate)
        for position in 0..<segmentCount {
            if unseen.isEmpty || position >= limit { return nil }
            for step in try segment(at: position).steps { unseen.see(step) }
        }
        unseen.see(typesOf: self)
        if unseen.isEmpty { return nil }
        for store in storeNames {
            for end in [steps.lowerBound, steps.upperBound] { unseen.see(namesOf: try lastKnownState(at: end, store: store)?.state) }
        }
        return unseen.absence(isOnlyNear: isOnlyNear)
    }
}
