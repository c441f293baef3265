import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

@Suite("The last part of a recording", .timeLimit(.minutes(5)))
struct LastPartTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        ("1", 4...4), ("2", 3...4), ("4", 1...4), ("5", 0...4), ("1000000", 0...4), ("1s", 4...4), ("62470ms", 3...4),
        ("62.48s", 2...4),
        ("1:02.48", 2...4), ("2m", 0...4), ("1h", 0...4), ("1 s", 4...4), ("2  m", 0...4),
    ])
    func isSoManyStepsOrWhatBeganSoLongBeforeTheLastAction(text: String, expected: ClosedRange<Int>) throws {
        // Steps at 10, 20 and 30 ms, and one at 62.5 s.
        let timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder)))
        #expect(try LastPart(parsing: text).resolve(in: timeline) == expected)
    }

    @Test func countsToTheRecordingsEndAndTellsWhatIsLeftThere() throws {
        let builder = try RecordingBuilder(in: folder, state: [:]) { manifest in
            manifest.ending = Ending(.finished)
            manifest.ending.at = 90_000_000_000
        }
        for (step, second) in [(1, 1), (2, 40), (3, 80)] {
            try builder.action(step, step == 3 ? "quit" : "move", time: second * 1_000_000_000)
            try builder.patch(step, "[]")
        }
        let timeline = try Timeline(Recording(directory: builder.finish()))
        #expect(try LastPart(parsing: "20s").resolve(in: timeline) == 3...3 && LastPart(parsing: "55s").resolve(in: timeline) == 2...3)
    }

    @Test(arguments: [(":here", 20...60), ("@50s", 20...60), ("10..20", 10...20), ("3", 98...100), (":far", 78...100)])
    func aPartIsNamedByItsEndByWhatItSurroundsOrByItsSteps(text: String, expected: ClosedRange<Int>) throws {
        let builder = try RecordingBuilder(in: folder, state: [:])
        for step in 1...100 {
            // A step a second, and the last ones far from all others.
            try builder.action(step, "move", time: step * 1_000_000_000 + (step > 93 ? 500_000_000_000 : 0))
            try builder.patch(step, "[]")
            if step == 50 { try builder.journal(MarkLine(time: 1, step: 50, name: "here").json) }
            if step == 98 { try builder.journal(MarkLine(time: 1, step: 98, name: "far").json) }
        }
        let timeline = try Timeline(Recording(directory: builder.finish()))
        #expect(try PartReference(parsing: text).resolve(in: timeline) == expected)
    }

    @Test(arguments: ["", "0", "-3", "1:62", "+3", "0s", "2.5", "s", "x", "1:", "30 ", " s", "3 0s", "99999999999999999999"])
    func isNeitherNothingNorABareFraction(text: String) { #expect(throws: ReferenceError.self) { try LastPart(parsing: text) } }
}
