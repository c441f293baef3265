import Foundation
import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

/// Keys in, rows of text out.
@Suite("The full screen over a recording", .timeLimit(.minutes(5)))
struct StepScreenTests {
    private let folder = TemporaryFolder()
    private var screen: StepScreen

    init() throws {
        screen = try StepScreen(HostedDebugger(Debugger(Timeline(Recording(directory: ShopRecording.crashed(in: folder))))))
        screen.size = (24, 100)
        screen.perform()
    }

    private mutating func press(_ keys: ScreenKey...) {
        for key in keys {
            screen.press(key)
            screen.perform()
        }
    }

    private mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
        press(.enter)
    }

    private mutating func rows() -> [String] { screen.frame().text }

    private mutating func said() -> String { rows().dropLast().last ?? "" }

    @Test
    mutating func saysWhereOneIsAndWhatCanBeDone() {
        let rows = rows()
        #expect(rows.count == 24)
        #expect(rows[0].contains("step 0 of 4"))
        #expect(rows[2].hasPrefix(" ●─"))
        #expect(rows[4].hasPrefix(">0"))
        #expect(rows[23].contains("? keys") && rows[23].contains("q quit"))
    }

    @Test func listsWhereEffectsBeginAndHowTheyEnd() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.count([1], "save")
        let begin = EffectLine.Begin(name: "comments/save", cause: 1)
        try builder.journal(EffectLine(time: 11_000_000, step: 1, id: 1, .begin(begin)).json)
        try builder.count([2], "edit")
        try builder.journal(EffectLine(time: 31_000_000, step: 2, id: 1, .end(.failed("no network"))).json)
        var screen = try StepScreen(HostedDebugger(Debugger(Timeline(Recording(directory: builder.die())))))
        screen.size = (24, 160)
        screen.perform()
        let rows = screen.frame().text
        #expect(rows.contains { $0.contains("comments/save  effect 1 begins, by 1") }, "\(rows)")
        #expect(rows.contains { $0.contains("comments/save  effect 1 failed after 20.0 ms: no network") }, "\(rows)")
        withExtendedLifetime(folder) {}
    }

    @Test
    mutating func goesFromStepToStep() {
        press(.down)
        #expect(rows()[0].contains("step 1 of 4"))
        #expect(rows()[5].hasPrefix(">1"))
        press(.end)
        #expect(screen.position == 4)
        press(.character(","))
        #expect(screen.position == 3)
        press(.home, .up)
        #expect(screen.position == 0)
        type(":goto @0.03")
        #expect(screen.position == 3)
        press(.click(row: 2, column: 98))
        #expect(screen.position == 4)
        press(.click(row: 5, column: 2))
        #expect(screen.position == 1)
    }

    /// A character may take two columns.
    @Test(arguments: [("あ", 38), ("あ", 39), ("あ", 60), ("あ", 100), ("a", 100), ("👩‍💻", 70)])
    func ofALongLineTheEndIsShownAndTheCursorStandsBehindIt(character: String, count: Int) {
        let line = LineInput(.verb, String(repeating: character, count: count))
        let shown = line.shown(width: 80).text
        let width = DisplayWidth.of(shown)
        #expect(width == line.column(width: 80) && width < 80)
        #expect(count * DisplayWidth.of(character) < 78 || width >= 78)
        #expect(shown.hasSuffix(character))
    }

    @Test
    mutating func whatIsPastedIsOneTextAndNoKeys() {
        press(.paste("q\nj\n"))
        #expect(!screen.isDone && screen.position == 0 && said().contains("pasted text does nothing here"), "\(said())")
        press(.character(":"), .paste("goto\n3\n"))
        #expect(rows().contains { $0.hasPrefix(":goto 3") }, "\(rows())")
        press(.enter)
        #expect(screen.position == 3)
    }

    @Test
    mutating func tellsTheChangesWithTheValuesBefore() {
        type(":3")
        let text = rows().joined(separator: "\n")
        #expect(text.contains("~ /isLoading  false → true"), "\(text)")
        #expect(text.contains("- /cart/note"), "\(text)")
    }

    @Test
    mutating func findsPlacesOfTheStateByPath() {
        type(":3")
        press(.tab)
        #expect(rows()[3].contains("▌step 3"), "\(rows()[3])")
        for (path, place) in [("/cart/it", "/cart/items"), (".isLoad", "/isLoading")] {
            type("/" + path)
            #expect(rows()[0].contains("  \(place)"), "\(rows()[0])")
        }
        type("//nowhere")
        #expect(said().contains("nothing in the state has '/nowhere' in its path"), "\(said())")
    }

    @Test
    mutating func foldsTheStateAndKeepsItsFoldsFromStepToStep() throws {
        type(":3")
        press(.tab)
        let cart = try #require(screen.outline.rows.firstIndex { $0.node == .value(.state, ["cart"]) })
        for _ in 0..<cart { press(.down) }
        #expect(screen.outline.rows[screen.cursor].node == .value(.state, ["cart"]))
        if screen.outline.rows[screen.cursor].isOpen == true { press(.left) }
        #expect(screen.outline.rows[screen.cursor].isOpen == false)
        press(.right)
        #expect(screen.outline.rows[screen.cursor].isOpen == true)
        press(.character("."))
        #expect(screen.outline.rows.first { $0.node == .value(.state, ["cart"]) }?.isOpen == true)
        #expect(screen.outline.rows[screen.cursor].node == .value(.state, ["cart"]), "the cursor stays on the value")
        press(.left, .left)
        #expect(screen.outline.rows[screen.cursor].node == .section(.state))
    }

    @Test
    mutating func asksOfTheValueUnderTheCursorAndLeadsToTheAnswersStep() throws {
        type(":3")
        press(.tab)
        let row = try #require(screen.outline.rows.firstIndex { $0.node == .value(.state, ["isLoading"]) })
        for _ in 0..<row { press(.down) }
        #expect(rows()[0].hasSuffix("/isLoading"))
        press(.character("h"))
        #expect(screen.pane == .answer)
        #expect(rows()[3].contains("history /isLoading"))
        let (step, _) = (try #require(screen.answer?.step), press(.enter))
        #expect(screen.position == step && screen.pane == .step)
        press(.character("y"))
        #expect(screen.takeCopied() == "/isLoading")
        press(.character("Y"))
        #expect(screen.takeCopied().map { ["true", "false"].contains($0) } == true)
        press(.character("w"))
        #expect(rows().joined().contains("1: /isLoading ="), "it is there at once")
        press(.character("."))
        #expect(rows().joined().contains("1: /isLoading ="))
    }

    @Test("o asks where the value under the cursor comes from")
    mutating func asksForTheOriginOfAValue() throws {
        type(":3")
        press(.tab)
        let row = try #require(screen.outline.rows.firstIndex { $0.node == .value(.state, ["isLoading"]) })
        for _ in 0..<row { press(.down) }
        press(.character("o"))
        #expect(screen.pane == .answer && rows()[3].contains("why /isLoading"))
        #expect(rows().contains { $0.contains("← one of steps 2 to 3 wrote it") })
    }

    @Test
    mutating func findsInStepsAndInTheState() {
        type("/didLoad")
        #expect(screen.position == 3)
        press(.character("n"))
        #expect(said().contains("no step after this one has 'didLoad'"))
        press(.tab)
        type("/isloading")
        #expect(rows()[0].hasSuffix("/isLoading"))
        type("/nothing like it")
        #expect(said().contains("nothing in the state has"))
    }

    @Test("In the step, / finds what its changes and its action say, and then the state; in an answer, its rows")
    mutating func findsWhatThePaneShows() throws {
        type(":3")
        press(.tab)
        type("/false → true")
        #expect(said().contains("1 of 1 in the step"), "\(said())")
        #expect(screen.row?.line.text.contains("/isLoading") == true)
        press(.home)
        type("/isloading")
        #expect(screen.row?.node == .line(.changes, 0))
        press(.character("n"))
        #expect(screen.row?.node == .value(.state, ["isLoading"]))
        press(.character("n"))
        #expect(screen.row?.node == .line(.changes, 0))
        press(.character("?"))
        type("/to the other pane")
        #expect(screen.pane == .answer && rows().contains { $0.contains("to the other pane") })
        type("/no such words")
        #expect(said().contains("nothing in this answer has 'no such words'"), "\(said())")
    }

    @Test("G and gg go to the ends of a pane, and a number and Enter to a step")
    mutating func goesToTheEndsAndToANumber() {
        press(.character("G"))
        #expect(screen.position == 4)
        press(.character("g"), .character("g"))
        #expect(screen.position == 0 && screen.input == nil)
        type("2")
        #expect(screen.position == 2)
        type("gend-1")
        #expect(screen.position == 3)
        press(.tab, .character("G"))
        #expect(screen.position == 3 && screen.cursor == screen.outline.rows.count - 1)
        press(.character("g"), .character("g"))
        #expect(screen.position == 3 && screen.cursor == 0)
    }

    @Test("The first lines have the title, that texts are pseudonyms, which pictures there are, and the note")
    func saysWhatTheRecordingIsAbout() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["count": 0]) {
            ($0.title, $0.note, $0.level) = ("Tea is gone", "\nI ordered tea.\nTwice.", "masked")
        }
        try builder.count([1], "go")
        var screen = try StepScreen(HostedDebugger(Debugger(Timeline(Recording(directory: builder.finish())), at: 1)))
        screen.size = (24, 100)
        screen.perform()
        let rows = screen.frame().text
        #expect(rows[1] == " Tea is gone" && rows[2] == " masked: texts are pseudonyms  I ordered tea.", "\(rows)")
        #expect(rows[3].contains("●") && rows[4].hasPrefix("▌steps"), "\(rows)")
        screen.size = (12, 100)
        #expect(screen.frame().text[2].contains("●"), "a low screen has one line of it")
        withExtendedLifetime(folder) {}
    }

    @Test("Where the sources are here, the pane of the step has the line that sent its action")
    func showsTheSourceOfAStep() throws {
        let folder = TemporaryFolder()
        var debugger = try Debugger(Timeline(Recording(directory: ShopRecording.crashed(in: folder))), at: 1)
        debugger.source = { place in SourceExcerpt(path: place.file, number: place.line, of: (1...20).map { "line \($0)" }) }
        var screen = StepScreen(HostedDebugger(debugger))
        screen.size = (40, 120)
        screen.perform()
        let text = screen.frame().text.joined(separator: "\n")
        #expect(text.contains("source  Cart.swift:12") && text.contains("where it was sent  Cart.swift:12"), "\(text)")
        #expect(text.contains("> 12  line 12") && text.contains("  15  line 15") && !text.contains("line 16"), "\(text)")
        withExtendedLifetime(folder) {}
    }

    @Test("An element that goes does not hide what another place had before")
    func keepsTheValuesBeforeOfOtherPlaces() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["list": [1, 2, 3], "selection": 2])
        try builder.action(1, "remove")
        try builder.patch(
            1,
            #"[{"op":"remove","path":"/list/0"},{"op":"replace","path":"/list/0","value":9},{"op":"replace","path":"/selection","value":1}]"#
        )
        var screen = try StepScreen(HostedDebugger(Debugger(Timeline(Recording(directory: builder.finish())), at: 1)))
        screen.size = (24, 120)
        screen.perform()
        let text = screen.frame().text.joined(separator: "\n")
        #expect(text.contains("~ /selection  2 → 1"), "\(text)")
        #expect(!text.contains("1 → 9") && !text.contains("2 → 9"), "what is at that path now was elsewhere before")
        withExtendedLifetime(folder) {}
    }

    @Test
    mutating func listsOnlySomeSteps() {
        type("f--type cart/add")
        let list = rows()[3..<21].map { $0.prefix(38) }
        #expect(list.contains { $0.contains("cart/add") } && !list.contains { $0.contains("cart/load") })
        #expect(rows()[0].contains("filtered"))
        type("f--where .a |")
        #expect(!said().isEmpty)
        type("f")
        #expect(rows()[3..<21].contains { $0.contains("cart/load") })
    }

    @Test
    mutating func saysWhyAKeyDoesNothing() {
        press(.character("b"))
        #expect(said().contains("b does nothing here; ? lists the keys"))
        press(.tab, .home, .character("b"))
        #expect(said().contains("there is no value of the state here"))
    }

    @Test
    mutating func takesEveryVerbOfThePrompt() {
        type(":break cart/pay")
        #expect(said().contains("breakpoint 1"))
        press(.character("c"))
        #expect(screen.position == 4)
        #expect(said().contains("stopped by breakpoint 1"))
        type(":reverse-until path /isLoading")
        #expect(screen.position == 3)
        type(":what")
        #expect(said().contains("there is no command 'what'"))
        press(.character(":"), .character("r"), .character("e"), .character("v"), .tab)
        #expect(rows()[22].hasPrefix(":reverse"))
        press(.escape, .character("?"))
        #expect(rows().joined().contains("one row down"))
        press(.escape)
        #expect(screen.pane == .step)
        type(":quit")
        #expect(screen.isDone)
    }

    @Test(arguments: [(1, 1), (2, 10), (5, 20), (24, 59), (24, 80), (60, 250)])
    mutating func fitsAnySize(_ rows: Int, _ columns: Int) {
        screen.size = (rows, columns)
        for key in [ScreenKey.down, .tab, .down, .character("z"), .character("?"), .end, .escape, .character(":"), .character("x")] {
            press(key)
            let frame = screen.frame()
            for run in frame.runs {
                #expect((0..<rows).contains(run.place.row) && run.place.column + DisplayWidth.of(run.text) <= columns, "\(run)")
            }
        }
    }
}

@Suite("The full screen over what strangers recorded", .timeLimit(.minutes(5)))
struct HostileScreenTests {
    private let folder = TemporaryFolder()

    /// A screen over a recording whose only state is a value.
    private func screen(_ state: JSONValue, type: String = "go", in folder: TemporaryFolder) throws -> StepScreen {
        let recording = try RecordingBuilder(in: folder, state: state)
        try recording.step(1, type) { $0.action = state }
        var screen = try StepScreen(HostedDebugger(Debugger(Timeline(Recording(directory: recording.finish())), at: 1)))
        screen.size = (40, 120)
        screen.perform()
        return screen
    }

    @Test
    func showsNoControlCharacterAndKeepsItsColumns() throws {
        let texts = ["\u{1B}[2J\u{07}", "a\u{0301}\u{0302}b", "漢字かな", "👩‍💻👨‍👩‍👧", "\u{202E}abc", "שלום", "x\r\ny\tz", "\u{FEFF}\u{200B}"]
        let state = JSONValue.object(JSONObject(texts.enumerated().map { ($1 + "\($0)", .string($1)) }))
        var screen = try screen(state, type: texts.joined(), in: folder)
        for key in [ScreenKey.tab, .end, .enter, .character("h"), .character("?")] {
            let frame = screen.frame()
            for run in frame.runs {
                #expect(!run.text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E })
                #expect(run.place.column + DisplayWidth.of(run.text) <= 120)
            }
            screen.press(key)
            screen.perform()
        }
    }

    @Test
    func showsManyChildrenAHundredAtATime() throws {
        var screen = try screen(["items": .array((0..<100_000).map { ["id": .number(JSONNumber($0))] })], in: folder)
        #expect(screen.outline.rows.count < 20)
        screen.press(.tab)
        screen.press(.end)
        screen.press(.right)
        #expect(screen.outline.rows.count < 1_100)
        screen.press(.end)
        screen.press(.right)
        screen.press(.end)
        screen.perform()
        #expect(screen.outline.rows[screen.cursor].place?.description == "/items/99999")
        #expect(screen.frame().text[0].hasSuffix("/items/99999"))
    }

    @Test
    func showsTheBeginningOfAVeryLongText() throws {
        var screen = try screen(["text": .string(String(repeating: "long ", count: 200_000))], in: folder)
        #expect(screen.frame().text.contains { $0.contains("long long") })
        screen.press(.tab)
        screen.press(.end)
        screen.press(.enter)
        screen.perform()
        #expect(screen.pane == .answer)
        #expect(screen.frame().text.contains { $0.contains("long long") })
    }
}
