import ReplayTestSupport
import RewindFormat
import RewindJournal
import TestSupport
import Testing

@testable import RewindReplay

@Suite("The last part of a recording")
struct LastPartTests {
    @Test(arguments: [
        ("1", 4...4), ("2", 3...4), ("4", 1...4), ("5", 0...4), ("1000000", 0...4), ("1s", 4...4), ("62470ms", 3...4),
        ("62.48s", 2...4),
        ("1:02.48", 2...4), ("2m", 0...4), ("1h", 0...4), ("1 s", 4...4), ("2  m", 0...4),
    ])
    func isSoManyStepsOrWhatBeganSoLongBeforeTheLastAction(text: String, expected: ClosedRange<Int>) throws {
        // Steps at 10, 20 and 30 ms, and one at 62.5 s.
        let folder = try TemporaryFolder()
        let timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder)))
        #expect(try LastPart(parsing: text).resolve(in: timeline) == expected)
    }

    @Test(arguments: ["", "0", "-3", "1:62", "+3", "0s", "2.5", "s", "x", "1:", "30 ", " s", "3 0s", "99999999999999999999"])
    func isNeitherNothingNorABareFraction(text: String) { #expect(throws: ReferenceError.self) { try LastPart(parsing: text) } }
}
