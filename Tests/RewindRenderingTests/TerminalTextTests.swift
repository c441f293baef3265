import Testing

@testable import RewindRendering

@Suite("Text from a recording on a terminal", .timeLimit(.minutes(5)))
struct TerminalTextTests {
    @Test(arguments: [
        ("plain text, ümlaut, 日本, 👩‍👩‍👧", "plain text, ümlaut, 日本, 👩‍👩‍👧"), ("\u{1B}[2Jgone", "\\u001b[2Jgone"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\u{9B}31m", "\\u009b31m"), ("\u{7F}", "\\u007f"), ("abc\u{202E}def", "abc\\u202edef"),
        ("\u{2066}x\u{2069}", "\\u2066x\\u2069"),
        ("\u{200B}\u{FEFF}", "\\u200b\\ufeff"), ("\u{E0041}", "\\udb40\\udc41"),
    ])
    func isEscapedWhereItIsNotPlainlyVisible(text: String, expected: String) { #expect(TerminalText.escaped(text) == expected) }

    @Test
    func keepsItsColoursInsideTheConsoleWhateverTheTextSays() {
        let line = Line("\u{1B}[0m", .alarm) + Line(" ok")
        #expect(line.text == "\\u001b[0m ok")
        #expect(line.coloured == "\u{1B}[1;31m\\u001b[0m\u{1B}[0m ok")
    }

    @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"), ("abc", 0, "…")])
    func isCutToTheColumnsThereAre(text: String, columns: Int, expected: String) { #expect(Line(text).cut(to: columns).text == expected) }
}
