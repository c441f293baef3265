import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("What differs between two recordings, for people", .timeLimit(.minutes(5)))
struct ComparisonTests {
    private let folders: [TemporaryFolder]

    init() throws { folders = (0..<2).map { _ in TemporaryFolder() } }

    /// Actions of one letter each, which put a member of that name into the state; in the reducer of a capital one the process ended.
    private func timeline(_ number: Int, saying letters: String) throws -> Timeline {
        let builder = try RecordingBuilder(in: folders[number], state: [:])
        for (index, letter) in letters.enumerated() {
            try builder.action(index + 1, letter.lowercased())
            if letter.isUppercase {
                builder.underWay(index + 1, .reducer)
                return try Timeline(Recording(directory: builder.die()))
            }
            try builder.patch(index + 1, #"[{"op":"add","path":"/\#(letter)","value":1}]"#)
        }
        return try Timeline(Recording(directory: builder.finish()))
    }

    /// The lines about steps, without their times.
    private func rows(_ one: String, _ other: String) throws -> [String] {
        let question = ComparisonQuestion(with: try timeline(1, saying: other))
        let first = try timeline(0, saying: one)
        let lines = question.table(Drawing(of: first)).lines(try question.answer(in: first).rows[0])
        return lines.text.split(separator: "\n").filter { $0.contains("  +0") }
            .map { line in line.split(separator: " ").filter { !$0.hasPrefix("+0") }.joined(separator: " ") }
    }

    @Test func aStepInAnotherPlaceSaysWhereTheOtherRecordingHasIt() throws {
        #expect(try rows("abcdef", "abdecf") == ["- 3 c 1 change, step 5 in +", "+ 5 c 1 change, step 3 in -"])
        #expect(
            try rows("ccabdef", "abxdcefc") == [
                "- 1 c 1 change, step 5 in +", "- 2 c 1 change, step 8 in +", "+ 3 x 1 change", "+ 5 c 1 change, step 1 in -",
                "+ 8 c 1 change, step 2 in -",
            ])
        #expect(try rows("cabdef", "abdefxc") == ["- 1 c 1 change, step 7 in +", "+ 6 x 1 change", "+ 7 c 1 change, step 1 in -"])
        #expect(try rows("abcdef", "abdef") == ["- 3 c 1 change"])
    }

    private func differences(_ one: String, _ other: String) throws -> JSONValue? {
        let question = ComparisonQuestion(with: try timeline(1, saying: other))
        return try question.answer(in: timeline(0, saying: one)).rows[0].json["differences"]
    }

    @Test func theJSONSaysTheSame() throws {
        #expect(
            try differences("abcdef", "abdecf") == [
                ["first": 3, "kind": "onlyFirst", "movedTo": 5], ["second": 5, "kind": "onlySecond", "movedTo": 3],
            ])
        #expect(try differences("abcdef", "abdef") == [["first": 3, "kind": "onlyFirst"]])
        #expect(
            try differences("xabcD", "abcde") == [
                ["first": 1, "kind": "onlyFirst"], ["first": 5, "second": 4, "kind": "state", "endedIn": ["first"]],
                ["second": 5, "kind": "onlySecond"],
            ])
    }

    @Test func aStepInWhoseReducerOneOfThemEndedSaysSo() throws {
        #expect(try rows("abcD", "abcd") == ["~ 4 d 1 change, step 4 in -, where the process ended in its reducer"])
        #expect(try rows("abcd", "abcD") == ["~ 4 d the process ended in its reducer"])
        #expect(try rows("xabcD", "abcde") == ["- 1 x 1 change", "~ 4 d 1 change, step 5 in -, where the process ended in its reducer"])
    }
}
