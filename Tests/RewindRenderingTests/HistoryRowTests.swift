import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("Values that a part of the state had, for people", .timeLimit(.minutes(5)))
struct HistoryRowTests {
    private let long = String(repeating: "a", count: 60)

    /// What stands behind each step's type, of steps with these patches.
    private func history(of path: JSONPointer, _ patches: String...) throws -> [String] {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder)
        try builder.roll(at: 0, ["cart": ["id": .string(long), "note": "", "items": [1]], "old": 1])
        for (number, patch) in zip(1..., patches) {
            try builder.action(number, "act")
            try builder.patch(number, patch)
        }
        let timeline = try Timeline(Recording(directory: builder.finish()))
        let values = try HistoryQuestion(of: path).answer(in: timeline).rows.map { row in
            [row.line(of: path)].text.split(separator: "  ").dropFirst(3).joined(separator: "  ")
        }
        return values.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
    }

    @Test func aLongOneHasWhatTheStepChangedInItBehindIt() throws {
        #expect(
            try history(
                of: JSONPointer(tokens: ["cart"]),
                #"[{"op":"replace","path":"/cart/note","value":"hm"},{"op":"replace","path":"/old","value":2}]"#,
                #"[{"op":"add","path":"/cart/items/1","value":7},{"op":"move","from":"/cart/items/0","path":"/cart/first"}]"#,
                #"[{"op":"move","from":"/old","path":"/cart/old"}]"#,
                #"[{"op":"replace","path":"/cart","value":{"note":"short"}}]"#) == [
                    "{3 members}", #"{3 members}  ~ /note = "hm""#, "{4 members}  + /items/1 = 7, > /items/0 to /first", "{5 members}",
                    #"{"note":"short"}"#,
                ])
    }

    @Test func ofALongTextWhatIsNewIsShown() throws {
        let (one, two) = (long + "bcd", long + "bcdef")
        let patches = [one, two].map { #"[{"op":"replace","path":"/cart/id","value":"\#($0)"}]"# }
        #expect(
            try history(of: JSONPointer(tokens: ["cart", "id"]), patches[0], patches[1]).dropFirst() == [
                "\"…\(one.suffix(57))\"", "\"…\(two.suffix(57))\"",
            ])
        #expect(
            try history(of: JSONPointer(tokens: ["cart"]), patches[0], patches[1]).dropFirst() == [
                "{3 members}  ~ /id = \"…\(one.suffix(29))\"", "{3 members}  ~ /id = \"…\(two.suffix(29))\"",
            ])
    }

    @Test func aShortOneStandsAlone() throws {
        let items = try history(of: JSONPointer(tokens: ["cart", "items"]), #"[{"op":"add","path":"/cart/items/1","value":7}]"#)
        #expect(items == ["[1]", "[1,7]"])
    }
}
