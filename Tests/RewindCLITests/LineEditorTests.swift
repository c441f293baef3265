import Testing

@testable import RewindCLI

@Suite("The line editor of the prompt", .timeLimit(.minutes(1)))
struct LineEditorTests {
    /// Types into an editor as a terminal would send it; gives the lines that were finished.
    private func type(_ bytes: String, into editor: inout LineEditor) -> [String] {
        EditingKey.parse(bytes.utf8).compactMap { key in
            if case .line(let line) = editor.press(key) { line } else { nil }
        }
    }

    @Test(arguments: [
        ("next 3\r", "next 3"), ("nexx\u{7F}t\n", "next"), ("ext\u{1}n\u{5} 3\r", "next 3"), ("net\u{1B}[Dx\r", "next"),
        ("net\u{2}x\u{6} 3\r", "next 3"), ("xnext\u{1B}[H\u{1B}[3~\r", "next"), ("xnext\u{1}\u{4}\r", "next"),
        ("next 3 4\u{17}\u{7F}\r", "next 3"), ("nonsense\u{15}next\r", "next"), ("next 3\u{2}\u{2}\u{B}\r", "next"),
        ("no\u{3}next\r", "next"), ("p .ümlaut日本👩‍👧\u{7F}\r", "p .ümlaut日本"), ("ne\u{1B}[15;2~\u{1B}OPxt\r", "next"),
        ("\u{7F}\u{1B}[D\u{B}\u{17}next\u{1B}[C\r", "next"), ("ne\u{7}\u{202E}xt\r", "next"),
    ])
    func makesALineOfKeys(bytes: String, line: String) {
        var editor = LineEditor()
        #expect(type(bytes, into: &editor) == [line])
        #expect(editor.text.isEmpty && editor.cursor == 0)
    }

    @Test(arguments: [
        ("\u{1B}[A\r", "three"), ("\u{10}\u{10}\r", "two"), ("\u{1B}OA\u{1B}OA\u{1B}OA\u{1B}OA\r", "one"),
        ("new\u{1B}[A\u{1B}[A\u{1B}[B\u{E}\r", "new"), ("\u{10}\u{7F}\u{7F}\r", "thr"),
        ("o\u{12}\r", "two"), ("o\u{12}\u{12}\r", "one"), ("zz\u{12}\r", "zz"),
    ])
    func bringsEarlierLinesBack(bytes: String, line: String) {
        var editor = LineEditor()
        _ = type("one\rtwo\r  \rthree\rthree\r", into: &editor)
        #expect(type(bytes, into: &editor) == [line])
    }

    @Test(
        arguments: [
            // On an empty line it waits for what is wanted, and goes on from there.
            ("\u{12}tw", "two", "(reverse-i-search)`tw': "), ("\u{12}o", "two", "(reverse-i-search)`o': "),
            ("\u{12}o\u{12}", "one", "(reverse-i-search)`o': "), ("\u{12}o\u{12}\u{12}", "one", "(failed reverse-i-search)`o': "),
            ("\u{12}on\u{7F}", "two", "(reverse-i-search)`o': "), ("\u{12}twx", "two", "(failed reverse-i-search)`twx': "),
            ("\u{12}", "", "(reverse-i-search)`': "), ("\u{12}tw\u{7F}\u{7F}", "", "(reverse-i-search)`': "),
            // An earlier line that is shown is not what was typed.
            ("\u{10}\u{12}tw", "two", "(reverse-i-search)`tw': "), ("tw\u{12}\u{3}\u{12}on", "one", "(reverse-i-search)`on': "),
            ("\u{12}tw\u{7}", "", nil), ("o\u{12}\u{12}\u{7}", "o", nil), ("o\u{12}\u{1B}!", "o!", nil),
            ("zz\u{2}\u{12}\u{7}!", "z!z", nil),
            ("\u{10}\u{10}x\u{12}thr\u{1B}\u{E}", "three", nil),
            ("\u{12}tw\u{5}!", "two!", nil), ("\u{12}tw\u{10}", "one", nil), ("\u{12}tw\r\u{12}", "", "(reverse-i-search)`': "),
        ] as [(String, String, String?)])
    func searchesEarlierLinesWithEveryKey(bytes: String, text: String, prompt: String?) {
        var editor = LineEditor()
        _ = type("one\rtwo\rthree\r", into: &editor)
        _ = type(bytes, into: &editor)
        #expect(String(editor.text) == text && editor.search?.prompt == prompt)
    }

    @Test(arguments: [
        ("\u{1B}[200~It broke.\nThen it\r\nwas\tgone\u{1B}[201~\r", "It broke. Then it was gone"),
        ("ab\u{2}\u{1B}[200~\u{1B}[31m1\n\u{1B}[201~2\r", "a[31m1 2b"), ("\u{1B}[200~日本\n\u{1B}[201~\r", "日本 "),
    ])
    func takesThePastedLinesAsOne(bytes: String, line: String) {
        var editor = LineEditor()
        #expect(type(bytes, into: &editor) == [line])
    }

    @Test func knowsWhetherMoreOfAPasteIsToCome() {
        #expect(EditingKey.isPasteOpen(in: Array("x\u{1B}[200~one\n".utf8)))
        #expect(!EditingKey.isPasteOpen(in: Array("x\u{1B}[200~one\u{1B}[201~\r".utf8)))
        #expect(EditingKey.isPasteOpen(in: Array("\u{1B}[200~one\u{1B}[201~\u{1B}[200~two\u{1B}[20".utf8)))
        #expect(!EditingKey.isPasteOpen(in: Array("one\r".utf8)))
    }

    @Test
    func endsAtTheEndOfTheInputOnAnEmptyLineClearsTheScreen() {
        var editor = LineEditor()
        #expect(editor.press(.endOfInput) == .end)
        #expect(editor.press(.character("x")) == .edited)
        #expect(editor.press(.endOfInput) == .edited)
        #expect(editor.press(.clearScreen) == .clearScreen)
    }

    @Test
    func dropsTheLineAtAnInterruptAndGoesOn() {
        var editor = LineEditor()
        #expect(editor.press(.interrupt) == .interrupted(wasEmpty: true))
        _ = type("one\rnext", into: &editor)
        #expect(editor.press(.interrupt) == .interrupted(wasEmpty: false))
        #expect(editor.text.isEmpty && editor.cursor == 0)
        #expect(type("\u{10}\r", into: &editor) == ["one"])
    }

    @Test(
        arguments: [
            (["print"], true, "p print ", []), ([".cart", ".count"], false, "p .c", [".cart", ".count"]),
            ([".count"], false, "p .count", []),
            ([], true, "p .c", []), ([".cart.items", ".cart.item"], false, "p .cart.item", []),
        ] as [([String], Bool, String, [String])])
    func completesAWordAsFarAsThereIsNoChoice(words: [String], endsWord: Bool, text: String, choice: [String]) {
        var editor = LineEditor()
        _ = type("p .c", into: &editor)
        #expect(editor.press(.complete) == .completing && editor.beginning == "p .c")
        #expect(editor.complete(from: 2, to: words, endsWord: endsWord) == choice)
        #expect(String(editor.text) == text && editor.cursor == text.count)
    }

    @Test(arguments: [
        ("", "0123456", 7), ("\u{1}", "0123456", 0), ("89", "3456789", 7), ("789\u{2}", "3456789", 6),
        ("789\u{2}\u{2}\u{2}", "2345678", 5), ("789\u{2}\u{2}\u{2}\u{2}", "1234567", 5), ("789\u{1}\u{6}", "0123456", 1),
    ])
    func showsThePartOfALongLineThatTheCursorIsIn(more: String, text: String, cursor: Int) {
        var editor = LineEditor()
        _ = type("0123456" + (more == "89" ? "789" : more), into: &editor)
        let view = editor.view(columns: 8)
        #expect(view.text == text && view.cursor == cursor)
    }
}
