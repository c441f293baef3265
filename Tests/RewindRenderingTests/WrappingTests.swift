import RewindReplay
import RewindValue
import Testing

@testable import RewindRendering

@Suite("What is too long for the terminal")
struct WrappingTests {
    @Test(
        "is broken between words, under its column",
        arguments: [
            (40, ["fact      some words of which there are", "          too many to stand in a row"]),
            (66, ["fact      some words of which there are too many to stand in a row"]),
            (34, ["fact      some words of which", "          there are too many to", "          stand in a row"]),
            (24, ["fact      some words of", "   which there are too", "   many to stand in a", "   row"]),
        ])
    func words(columns: Int, rows: [String]) {
        let line = (Line("fact      ", .faint) + Line("some words of which there are too many to stand in a row")).hanging(10)
        #expect(line.wrapped(to: columns).map(\.text) == rows)
    }

    @Test("is broken anywhere where it is one word, and keeps its inks")
    func long() {
        let line = (Line("ab ", .name) + Line(String(repeating: "x", count: 50), .alarm)).hanging(2)
        let rows = line.wrapped(to: 30)
        #expect(rows.map(\.text) == ["ab", "  " + String(repeating: "x", count: 28), "  " + String(repeating: "x", count: 22)])
        #expect(rows[1].spans.map(\.ink) == [.plain, .alarm])
        #expect(rows.map(\.text).joined().replacing(" ", with: "") == line.text.replacing(" ", with: ""))
    }

    @Test("stays as it is without a column")
    func untouched() {
        let line = Line(String(repeating: "a b ", count: 40))
        #expect(line.wrapped(to: 20) == [line])
    }

    @Test("in a row about a place begins below it")
    func place() throws {
        let row = PlaceRow.header(Line("/comments/comments = [2 elements]  CommentRequests.swift:51"))
        #expect(
            row.rows(in: 80).map(\.text) == [
                "   STEP        TIME  TYPE", "                     /comments/comments = [2 elements]  CommentRequests.swift:51",
            ])
        #expect(row.rows(in: 120).count == 1)
    }

    @Test("in a table of parts of the state goes below, as many side by side as fit")
    func table() throws {
        let paths = ["/a", "/b", "/c"]
        #expect(
            WatchTable(names: paths, columns: nil).header.map(\.trimmed.text) == [
                "   STEP        TIME  TYPE                        /a                  /b                  /c"
            ])
        #expect(WatchTable(names: paths, columns: 110).header.count == 1)
        #expect(
            WatchTable(names: paths, columns: 60).header.map(\.trimmed.text) == [
                "   STEP        TIME  TYPE", "                     /a                  /b", "                     /c",
            ])
        #expect(WatchTable(names: paths, columns: 20).header.count == 4)
    }

    @Test("in a text that is typed is what is new")
    func news() throws {
        let place = try JSONPointer(argument: ".comments.draft.text")
        let text = "I liked the cake so much that I ate all of it"
        let patch = PatchText(JSONPatch([.replace(place, .string(text))]))
        #expect(patch.news(columns: 40, after: [place: String(text.dropLast())]).text == #"~ …/draft/text = "…t I ate all of it""#)
        #expect(patch.news(columns: 40, after: [:]).text == #"~ …/draft/text = "I liked the cake s…"#)
        #expect(patch.news(columns: 80, after: [:]).text.count <= 80)
    }
}
