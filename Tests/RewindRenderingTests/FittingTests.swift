import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("What does not fit")
struct FittingTests {
    @Test("on a narrow terminal keeps its numbers and marks: the type gives way")
    func narrow() throws {
        let folder = try TemporaryFolder()
        let timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder)))
        var rows = StepRow.header.rows(in: 40)
        try timeline.forEach { item in
            if case .step(let step) = item { rows += StepRow(step, ending: timeline.recording.manifest.ending).line.rows(in: 40) }
        }
        #expect(
            rows.text == """
                   STEP        TIME  TYPE      CHANGES  …
                      1  +00:00.010  cart/add        1
                      2  +00:00.020  cart/lo…     in 3  …
                      3  +00:00.030  cart/di…        2  …
                x     4  +01:02.500  cart/pay        -
                         ended here
                """)
    }

    @Test(
        "gives way by as much as is missing",
        arguments: [(80, "a/long/type/of/an/action            |"), (60, "a/long/type/of/…|"), (52, "a/long/…|"), (20, "a/long/…|")])
    func yielding(columns: Int, expected: String) {
        var line = Line()
        line.add("a/long/type/of/an/action", .name, width: 36, columnsBeside: 44)
        #expect(line.rows(in: columns).map { $0.text + "|" } == [expected])
    }

    /// A state that is longer than what is shown in full.
    private static let state: JSONValue = [
        "list": .array((0..<30).map { ["id": .number(JSONNumber($0)), "title": "an element with a title of some length, as they are"] }),
        "form": ["name": "", "isShown": false],
        "session": ["user": "ada", "token": "a text that is so long that this does not stay in one line"],
    ]

    @Test("of a state is folded, but for what the step touched")
    func folded() throws {
        let patch = try JSONPatch(json: JSONValue(parsing: #"[{"op":"replace","path":"/list/12/title","value":"x"}]"#))
        let folded = FoldedLines(Self.state, touchedBy: patch, indent: 0)
        #expect(folded.isFolded)
        #expect(
            folded.lines.text == """
                {
                  "list": [
                    {… 2 members},
                    {… 2 members},
                    {… 2 members},
                    … 9 elements,
                    {
                      "id": 12,
                      "title": "an element with a title of some length, as they are"
                    },
                    {… 2 members},
                    {… 2 members},
                    {… 2 members},
                    … 14 elements
                  ],
                  "form": {"name":"","isShown":false},
                  "session": {… 2 members}
                }
                """)
    }

    @Test("of a state is folded below its members where nothing says what was touched")
    func untouched() {
        let lines = FoldedLines(Self.state, touchedBy: nil, indent: 2).lines.text
        #expect(lines.contains(#"    "list": [… 30 elements],"#))
    }

    @Test("of a short state is nothing")
    func short() {
        let folded = FoldedLines(["session": Self.state["session"] ?? .null], touchedBy: nil, indent: 0)
        #expect(!folded.isFolded)
        #expect(folded.lines.text.contains(#""user": "ada""#))
    }
}
