import RewindReplay
import RewindValue
import SmallFoundation
import TestSupport
import Testing

/// How often `why` finds the true origin of a planted value.
///
/// `REWIND_ORIGINS=1` prints a line for each, and follows each to its end, as `REWIND_LONG` does; otherwise the reducer is asked about the
/// first link only.
@Suite("Why a planted value is wrong", .timeLimit(.minutes(10))) struct OriginTests {
    private let folder = TemporaryFolder()
    private static let prints = ProcessInfo.processInfo.environment["REWIND_ORIGINS"] != nil
    private static let isLong = prints || ProcessInfo.processInfo.environment["REWIND_LONG"] != nil

    /// How many of 40 trees without the reducer have the origin, and of how many values the first "because" is true with it.
    ///
    /// Equality finds no origin of a sum or a condition, which twelve of them are.
    private static let reached = (inTree: 21, first: 38)

    @Test("Without the app's reducer, the true origin of a planted value is in the tree as often as before")
    func theOriginIsInTheTree() throws {
        var found = 0
        for recorded in try RecordedPlant.all(in: folder) {
            let measure = try WhyMeasure(recorded, by: EqualOrigins())
            if measure.found == .part { found += 1 }
            if Self.prints { print("\(measure.found)  \(recorded.plant.kind)  \(recorded.plant)  \(measure.links.count) links") }
        }
        print("why: the true origin of \(found) of 40 values is in the tree")
        #expect(found >= Self.reached.inTree)
    }

    @Test("With the reducer, the first because is true as often as before, and a replay contradicts no claim")
    func theFirstBecauseIsTrue() throws {
        var (found, first, claims, contradicted) = (0, 0, 0, 0)
        for recorded in try RecordedPlant.all(in: folder) {
            let measure: WhyMeasure
            let origins = ProvenOrigins(in: recorded.timeline, by: recorded.plant.reducer)
            do { measure = try WhyMeasure(recorded, by: FirstOrigins(origins, values: Self.isLong ? .max : 1)) } catch {
                Issue.record(error, "\(recorded.plant)")
                continue
            }
            let isFirst = measure.claims.first.map { measure.isListed($0) } ?? false
            let wrong = try measure.claims.filter { try measure.isContradicted($0) }
            if measure.found == .part { found += 1 }
            if isFirst { first += 1 }
            claims += measure.claims.count
            contradicted += wrong.count
            if Self.prints {
                let said = measure.claims.first.map { "\($0.origin)" } ?? "no because"
                print("\(measure.found)  \(isFirst ? "true" : "not")  \(recorded.plant.kind)  \(recorded.plant)  \(said)")
                for claim in wrong { print("    contradicted: \(claim.origin) for \(claim.place)") }
            }
        }
        print("why: the first because of \(first) of 40 values is true, the true origin of \(found) is in the tree;")
        print("     an independent replay contradicts \(contradicted) of \(claims) claims")
        #expect(first >= Self.reached.first && contradicted == 0)
    }
}
