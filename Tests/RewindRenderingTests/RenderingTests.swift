import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindDebugger
@testable import RewindRendering

@Suite("What a person sees", .timeLimit(.minutes(5)))
struct RenderingTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws { timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder))) }

    @Test
    func isARowForEachStepWithTheOneMarkedThatTheProcessDiedIn() throws {
        var lines = [StepRow.header, StepRow.initial()]
        try timeline.forEach { item in
            if case .step(let step) = item { lines.append(StepRow(step, ending: timeline.recording.manifest.ending).line) }
        }
        #expect(
            lines.text == """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                      0  +00:00.000  @@INIT
                      1  +00:00.010  cart/add                                    1
                      2  +00:00.020  cart/load                                in 3  after 1
                      3  +00:00.030  cart/didLoad                                2  after 2
                x     4  +01:02.500  cart/pay                                    -  ended here
                """)
    }

    @Test
    func isAllThatIsKnownOfAStep() throws {
        #expect(
            try StepReport(ShowQuestion(3).answer(in: timeline).rows[0]).lines.text == """
                step        3
                time        +00:00.030
                type        cart/didLoad
                cause       the effect of step 2
                took        1.5 µs

                action
                  {
                    "cart/didLoad": {}
                  }

                changes
                  the recorder merged steps 2 to 3, under load or by its policy; these are the changes of all of them
                  ~ /isLoading = true
                  - /cart/note

                state
                  {
                    "cart": {
                      "items": [
                        {
                          "id": 7,
                          "name": "tea"
                        }
                      ]
                    },
                    "isLoading": true
                  }
                """)
    }

    @Test
    func saysWhyAStateIsNotKnown() throws {
        let lines = try StepReport(ShowQuestion(4).answer(in: timeline).rows[0]).lines.text
        #expect(
            lines.hasSuffix(
                "state\n  the state after step 4 is unknown: the process ended in the reducer of step 4. The nearest known state before it is that of step 3."
            ))
    }

    @Test
    func showsNoControlCharacterOfAState() throws {
        let lines = try StepReport(ShowQuestion(0).answer(in: timeline).rows[0]).lines.text
        #expect(lines.contains(#""note": "\u001b[2J""#))
        #expect(!lines.unicodeScalars.contains("\u{1B}"))
    }

    @Test
    func isWhatTheRecordingSaysOfItself() throws {
        #expect(
            InfoReport(timeline).lines.map(\.text).filter { !$0.hasPrefix("size") } == [
                "title       Buying \\u202etea",
                "app         Shop, 2.1",
                "device      Linux 6.1, x86_64",
                "recorded    2026-11-21 11:50:02 UTC, for 1 min 2 s",
                "steps       1 to 4",
                "stores      main (AppState)",
                "ended       it died without notice, as by SIGKILL",
                "under way   step 4, cart/pay, was in the reducer",
                "lost        nothing",
                "besides     1 state given up under load",
                "redacted    2 × key words",
                "recorder    \(RewindVersion.text)",
            ])
    }

    @Test
    func isTheAnswerToEachCommandOfTheDebugger() throws {
        var debugger = Debugger(timeline)
        let drawing = DebuggerLines(timeline: timeline)
        let text = ["1", "diff", "print .cart.items[0].name", "x"].map { drawing.lines(debugger.execute($0)).text }
        #expect(
            text == [
                """
                >     1  +00:00.010  cart/add                                    1
                           + /cart/items/- = {"id":7,"name":"tea"}
                """,
                """
                step 0 → step 1
                  cart
                    items
                +     0: {"id":7,"name":"tea"}
                    … 1 unchanged
                  … 1 unchanged
                """, #""tea""#, "there is no command 'x'; 'help' lists them",
            ])
    }

    @Test
    func canBeReadByProgramsTooWithNothingThatATerminalWouldObey() throws {
        let report = TerminalText.escaped(InfoQuestion().answer(of: timeline).json.jsonText)
        #expect(report.contains(#""title":"Buying \u202etea""#))
        #expect(report.contains(#""started":"2026-11-21T11:50:02Z","duration":62500000000,"steps":{"first":1,"last":4}"#))
        let step = try #require(try timeline.step(at: 2))
        #expect(
            JSONValue.object(step.json(ending: Ending(.finished))).jsonText
                == #"{"step":2,"time":20000000,"type":"cart/load","cause":1,"outcome":"merged","merged":[2,3]}"#)
        #expect(try ShowQuestion(4).answer(in: timeline).rows[0].json["unknownState"]?["nearest"] == 3)
    }

    @Test
    func saysOfAPlayedStepThatItsStateIsNotKnown() throws {
        func text(_ outcome: Step.Outcome) -> String {
            StepRow(Step(number: 7, store: "main", outcome: outcome), ending: Ending(.finished)).played().text
        }
        #expect(text(.lost).hasSuffix("  lost") && text(.unencodable("why")).hasSuffix("  unknown"))
        #expect(text(.merged(6...9, nil)).hasSuffix("  changes in 9") && text(.failed("why")).hasSuffix("  failed"))
        #expect(text(.changed(JSONPatch())) == text(.keyframe))
    }

    @Test
    func saysOfAnActionThatItIsOnlyADump() throws {
        let other = TemporaryFolder()
        let builder = try RecordingBuilder(in: other, state: [:])
        try builder.step(1, "Legacy") { $0.isDumped = true }
        let timeline = try Timeline(Recording(directory: builder.finish()))
        let step = try #require(try timeline.step(at: 1))
        let row = StepRow(step, ending: Ending(.finished))
        #expect(row.line.trimmed.text.hasSuffix("Legacy                                      0  dumped"))
        let answer = try ShowQuestion(1).answer(in: timeline).rows[0]
        #expect(StepReport(answer).lines.text.contains("action      dumped: its type is not Codable, so it can't be replayed"))
        #expect(answer.json["dumped"] == true)
        withExtendedLifetime(other) {}
    }

    @Test(arguments: [
        ("/cart/price", "the state after step 1 has nothing at /cart/price; /cart has items, note"),
        ("/cart/items/4", "the state after step 1 has nothing at /cart/items/4; /cart/items has the indices 0 to 0"),
        ("/isLoading/x", "the state after step 1 has nothing at /isLoading/x; /isLoading is false"),
    ])
    func namesWhatIsThereInsteadOfWhatIsNot(path: String, words: String) throws {
        let state = try timeline.state(at: 1).get()
        #expect(PathNotFound(of: try JSONPointer(parsing: path), in: state, step: 1).description == words)
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (14_260, "14.2 kB"), (3_000_000, "3.0 MB"), (Int.max, "9223372.0 TB"),
    ])
    func hasSizesAndMomentsAsPeopleWriteThem(bytes: Int, text: String) { #expect(ByteText.text(bytes) == text) }

    @Test(arguments: [
        (0, "1970-01-01 00:00:00 UTC"), (951_782_400_000_000_000, "2000-02-29 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
        (1_795_261_802_000_000_000, "2026-11-21 11:50:02 UTC"),
    ])
    func hasDatesByTheCalendar(nanoseconds: Int, text: String) { #expect(UTC.text(nanoseconds) == text) }
}
