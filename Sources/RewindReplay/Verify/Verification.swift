package import RewindValue

/// How a verification compares states, and what it does after a difference.
package struct VerifyOptions: Sendable {
    /// The state from which it goes on after a difference; `nil` to end there.
    package var goesOn: Continuation?
    /// The places that are not compared.
    package var ignored: [PointerPattern] = []
    /// Today's types, if they are known.
    package var types: StateTypes?

    package init(goesOn: Continuation? = nil, ignoring ignored: [PointerPattern] = [], types: StateTypes? = nil) {
        (self.goesOn, self.ignored, self.types) = (goesOn, ignored, types)
    }

    /// A state to go on from; the raw values are those of the JSON.
    package enum Continuation: String, Sendable {
        /// The recorded one, so that each step is judged by itself.
        case recorded
        /// The one that the reducer reached. A place that differs is held against the step at which it begins to.
        case own
    }
}

/// Whether a reducer still does what was recorded.
package struct Verification: Sendable, Equatable {
    /// The steps that were reduced again and compared.
    package var verified = 0
    /// The steps that were reduced again, or left out, because the recorded state after them, or before them, is unknown.
    package var unknown = 0
    /// Where it did not, or where it could not be judged, in order.
    package var divergences: [Divergence] = []
    /// The first step that was not looked at, since the verification ended at the first fault; `nil` if it reached the end.
    package var endedAt: Int?
    /// The members that the recorded types did not have, so that they were not compared.
    package var newMembers: [PointerPattern] = []

    package init() {}

    /// Whether the reducer did what was recorded, as far as the recording knows; `nil` if no step could be judged.
    package var holds: Bool? {
        if divergences.contains(where: { $0.isFault }) { return false }
        return verified > 0 || divergences.contains { $0.kind == .crashedAsRecorded || $0.kind == .noLongerCrashes } ? true : nil
    }

    /// Adds that of another store.
    package mutating func add(_ other: Verification) {
        verified += other.verified
        unknown += other.unknown
        divergences = (divergences + other.divergences).sorted { $0.steps.lowerBound < $1.steps.lowerBound }
        endedAt = [endedAt, other.endedAt].compactMap { $0 }.min()
        newMembers += other.newMembers.filter { !newMembers.contains($0) }
    }

    /// Adds a divergence; one that goes on at the next step of its store is one.
    mutating func add(_ divergence: Divergence, isNext: Bool) {
        if isNext, let last = divergences.last, last.goesOn(in: divergence) {
            divergences[divergences.count - 1].steps = last.steps.lowerBound...divergence.steps.upperBound
        } else {
            divergences.append(divergence)
        }
    }
}
