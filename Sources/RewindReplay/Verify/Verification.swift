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
