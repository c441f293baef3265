import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("What does not fit", .timeLimit(.minutes(5)))
struct FittingTests {
    @Test
    func onANarrowTerminalKeepsItsNumbersAndMarksTheTypeGivesWay() throws {
        let folder = TemporaryFolder()
        let timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder)))
        var rows = StepRow.header.rows(in: 40)
        try timeline.forEach { item in
            if case .step(let step) = item { rows += StepRow(step, ending: timeline.recording.manifest.ending).line.rows(in: 40) }
        }
        #expect(
            rows.text == """
                   STEP        TIME  TYPE      CHANGES …
                      1  +00:00.010  cart/add        1
                      2  +00:00.020  ca…/load     in 3 …
                      3  +00:00.030  …didLoad        2 …
                x     4  +01:02.500  cart/pay        -
                         ended here
                """)
    }

    @Test(arguments: [(80, "a/long/type/of/an/action            |"), (60, "a/long/t…/action|"), (52, "…/action|"), (20, "…/action|")])
    func givesWayByAsMuchAsIsMissing(columns: Int, expected: String) {
        var line = Line()
        line.add("a/long/type/of/an/action", .name, width: 36, widest: 36, columnsBeside: 44, isName: true)
        #expect(line.rows(in: columns).map { $0.text + "|" } == [expected])
    }

    @Test("Types that begin alike can be told apart at any width", arguments: 6...30)
    func differentTypesAreCutDifferently(columns: Int) {
        let types = ["comments/delete", "comments/deleteDidFinish", "comments/editDidFinish", "comments/edit"]
        let cut = types.map { NameText.cut($0, to: columns) }
        #expect(Set(cut).count == types.count, "\(cut)")
        #expect(cut.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    @Test(
        "Of a name, the end stays, and the indentation in front of it",
        arguments: [
            ("comments/deleteDidFinish", 22, "comme…/deleteDidFinish"), ("comments/deleteDidFinish", 12, "delete…inish"),
            ("  └ comments/edit", 14, "  └ comm…/edit"), ("noFolderAtAllHere", 9, "noFo…Here"),
        ])
    func aNameIsCutInItsMiddle(name: String, columns: Int, expected: String) { #expect(NameText.cut(name, to: columns) == expected) }

    @Test(arguments: [
        (120, "comments/postDidFinish              |"), (90, "comments/postDidFinish  |"), (80, "comments/postDidFinish|"),
        (60, "c…/postDidFinish|"),
    ])
    func leavesRoomForTheNameOfAStoreOnlyWhereItCanStillBeTold(columns: Int, expected: String) {
        var line = Line()
        line.add("comments/postDidFinish", .name, width: 36, widest: 36, columnsBeside: 44, isName: true)
        #expect(line.leaving(22).rows(in: columns).map { $0.text + "|" } == [expected])
    }

    @Test(arguments: [40, 60, 80, 100, 120, 160, 240])
    func aLongTypeKeepsWhatIsBehindItInLine(columns: Int) throws {
        func step(_ type: String) -> Step {
            Step(number: 1, store: "main", line: ActionLine(step: 1, time: 0, type: type), outcome: .changed(JSONPatch()))
        }
        let types = ["cart/add", String(repeating: "a/long/feature/", count: 8) + "didReceive", String(repeating: "x", count: 37)]
        let rows = types.map { StepRow(step($0), ending: Ending(.finished)).line.rows(in: columns)[0].text }
        #expect(Set(rows.map { $0.lastIndex(of: "0")?.utf16Offset(in: $0) }).count == 1, "\(rows)")
        #expect(rows.contains { $0.contains(types[2]) } == (columns > 120))
        let places = types.map { RowStep(1...1, step($0)).line(Line("|")).rows(in: columns)[0].text }
        if columns == 40 { return }  // what is behind the type has a row of its own there
        #expect(Set(places.map { $0.firstIndex(of: "|")?.utf16Offset(in: $0) }).count == 1, "\(places)")
        #expect(!places[0].contains("…") && places[1].contains("…") && !places[1].contains("…|"))
    }

    /// A state that is longer than what is shown in full.
    private static let state: JSONValue = [
        "list": .array((0..<30).map { ["id": .number(JSONNumber($0)), "title": "an element with a title of some length, as they are"] }),
        "form": ["name": "", "isShown": false],
        "session": ["user": "ada", "token": "a text that is so long that this does not stay in one line"],
    ]

    @Test
    func ofAStateIsFoldedButForWhatTheStepTouched() throws {
        let patch = try JSONPatch(json: JSONValue(parsing: #"[{"op":"replace","path":"/list/12/title","value":"x"}]"#))
        let folded = ValueLines(Self.state, touchedBy: patch, indent: 0)
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

    @Test("A long state is folded below its members where nothing says what was touched")
    func aStateIsFoldedBelowItsMembers() {
        let lines = ValueLines(Self.state, touchedBy: nil, indent: 2).lines.text
        #expect(lines.contains(#"    "list": [… 30 elements],"#))
    }

    /// The app's own ellipsis is none of ours.
    @Test(arguments: [("Loading…", false), (String(repeating: "x", count: 199), true)])
    func aTextIsFoldedIfItIsTooLong(text: String, isFolded: Bool) {
        var state: JSONObject = ["text": .string(text)]
        for number in 0..<30 { state["member\(number)"] = .number(JSONNumber(number)) }
        #expect(ValueLines(.object(state), touchedBy: nil, indent: 0).isFolded == isFolded)
    }

    @Test
    func ofAShortStateIsNothing() {
        let folded = ValueLines(["session": Self.state["session"] ?? .null], touchedBy: nil, indent: 0)
        #expect(!folded.isFolded)
        #expect(folded.lines.text.contains(#""user": "ada""#))
    }
}
