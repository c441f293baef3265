import RewindReplay
import RewindValue
import SmallFoundation
import TestSupport
import Testing

/// How often `why` finds the true origin of a planted value.
///
/// `REWIND_ORIGINS=1` prints a line for each.
@Suite("Why a planted value is wrong", .timeLimit(.minutes(5))) struct OriginTests {
    private let folder = TemporaryFolder()
    private static let prints = ProcessInfo.processInfo.environment["REWIND_ORIGINS"] != nil

    @Test("Without the app's reducer, the true origin is in the tree of 36 of 40 values")
    func theOriginIsInTheTree() throws {
        var found = 0
        for recorded in try RecordedPlant.all(in: folder) {
            let measure = try WhyMeasure(recorded)
            if measure.found == .part { found += 1 }
            if Self.prints { print("\(measure.found)  \(recorded.plant.kind)  \(recorded.plant)  \(measure.links.count) links") }
        }
        print("why: the true origin of \(found) of 40 values is in the tree")
        #expect(found >= 36)
    }
}
