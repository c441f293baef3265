import RewindReplay
import RewindValue
import Testing

@testable import RewindRendering

@Suite("What is too long for the terminal", .timeLimit(.minutes(5)))
struct WrappingTests {
    @Test(arguments: [
        (40, ["fact      some words of which there are", "          too many to stand in a row"]),
        (66, ["fact      some words of which there are too many to stand in a row"]),
        (34, ["fact      some words of which", "          there are too many to", "          stand in a row"]),
        (24, ["fact      some words of", "   which there are too", "   many to stand in a", "   row"]),
    ])
    func isBrokenBetweenWordsUnderItsColumn(columns: Int, rows: [String]) {
        let line = (Line("fact      ", .faint) + Line("some words of which there are too many to stand in a row")).hanging(10)
        #expect(line.wrapped(to: columns).map(\.text) == rows)
    }

    @Test
    func isBrokenAnywhereWhereItIsOneWordAndKeepsItsInks() {
        let line = (Line("ab ", .name) + Line(String(repeating: "x", count: 50), .alarm)).hanging(2)
        let rows = line.wrapped(to: 30)
        #expect(rows.map(\.text) == ["ab", "  " + String(repeating: "x", count: 28), "  " + String(repeating: "x", count: 22)])
        #expect(rows[1].spans.map(\.ink) == [.plain, .alarm])
        #expect(rows.map(\.text).joined().replacing(" ", with: "") == line.text.replacing(" ", with: ""))
    }

    @Test("A path that is longer than the terminal stays in one piece, from which it can be copied")
    func aWordStaysWholeIfThatIsWanted() {
        let path = "/home/ada/" + String(repeating: "x", count: 30) + "/a.rewind"
        let line = Line("rewind: the page is \(path): open it").hanging(8)
        #expect(
            line.wrapped(to: 30, keepsWords: true).map(\.text) == ["rewind: the page is", "   \(path):", "   open it"])
        #expect(line.wrapped(to: 30).allSatisfy { DisplayWidth.of($0.text) <= 30 })
    }

    @Test
    func staysAsItIsWithoutAColumn() {
        let line = Line(String(repeating: "a b ", count: 40))
        #expect(line.wrapped(to: 20) == [line])
    }

    @Test
    func inARowAboutAPlaceBeginsBelowIt() throws {
        let row = RowStep.header(Line("/comments/comments = [2 elements]  CommentRequests.swift:51"))
        #expect(
            row.rows(in: 80).map(\.text) == [
                "   STEP        TIME  TYPE", "                     /comments/comments = [2 elements]  CommentRequests.swift:51",
            ])
        #expect(row.rows(in: 120).count == 1)
    }

    @Test
    func inATableOfPartsOfTheStateGoesBelowWhereThereIsNoRoomBeside() throws {
        let paths = ["/a", "/b", "/c"]
        #expect(
            WatchTable(titles: paths, columns: nil).header.map(\.trimmed.text) == [
                "   STEP        TIME  TYPE                        /a                  /b                  /c"
            ])
        #expect(WatchTable(titles: paths, columns: 110).header.count == 1)
        #expect(
            WatchTable(titles: paths, columns: 60).header.map(\.trimmed.text) == [
                "   STEP        TIME  TYPE", "                     /a", "                     /b", "                     /c",
            ])
        #expect(WatchTable(titles: paths, columns: 20).header.count == 4)
    }

    @Test
    func inATextThatIsTypedIsWhatIsNew() throws {
        let place = try JSONPointer(argument: ".comments.draft.text")
        let text = "I liked the cake so much that I ate all of it"
        let patch = PatchText(JSONPatch([.replace(place, .string(text))]))
        #expect(patch.news(columns: 40, after: [place: String(text.dropLast())]).text == #"~ …/draft/text = "…t I ate all of it""#)
        #expect(patch.news(columns: 40, after: [:]).text == #"~ …/draft/text = "I liked the cake …""#)
        #expect(patch.news(columns: 80, after: [:]).text.count <= 80)
    }

    @Test(arguments: [
        (#""a quoted text that is long""#, 12, #""a quoted …""#), (#""tab\t\t\t\tand more""#, 10, #""tab\t\t…""#),
        (#""short""#, 7, #""short""#),
        ("[1,2,3,4]", 5, "[4 elements]"), (#"[{"a":1}]"#, 3, "[1 element]"), (#"{"a":{"b":1}}"#, 3, "{a: …}"),
        (#"{"signedIn":{"b":1}}"#, 14, "{signedIn: …}"), (#"{"signedInAsSomebody":1}"#, 14, "{1 member}"), ("123456", 4, "123…"),
    ])
    func aQuotedTextThatIsCutKeepsItsQuotes(json: String, limit: Int, words: String) throws {
        #expect(PatchText.brief(try JSONValue(parsing: json), limit) == words)
    }

    @Test
    func theHeadOfAListIsFaintThroughout() {
        #expect(StepRow.header.spans.allSatisfy { $0.ink == .faint || $0.text.allSatisfy { $0 == " " } })
    }
}
