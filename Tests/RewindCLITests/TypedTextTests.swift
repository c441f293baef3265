import Testing

@testable import RewindCLI

@Suite("What a terminal sends", .timeLimit(.minutes(5)))
struct TypedTextTests {
    private func text(_ parts: [String]) -> String {
        var typed = TypedText()
        var text = String.UnicodeScalarView()
        for part in parts {
            typed.add(Array(part.utf8))
            while let scalar = typed.take() { text.append(scalar) }
        }
        return String(text)
    }

    @Test(arguments: [
        (["p .ümlaut日本👩‍👧\u{7F}\r"], "p .ümlaut日本👩‍👧\u{7F}\r"), (["ne\u{1B}[15;2~\u{1B}OPxt"], "next"),
        (["\u{1B}[A\u{1B}OB\u{1B}[3~"], "\u{1B}[A\u{1B}OB\u{1B}[3~"), (["ne\u{202E}x\u{9B}t"], "next"), (["\u{1B}", "b"], "\u{1B}b"),
        (["\u{1B}[", "A"], "\u{1B}[A"),
    ])
    func isTakenWithoutKeysThatMeanNothingAndWhatNobodySees(parts: [String], result: String) { #expect(text(parts) == result) }

    @Test(arguments: [
        (["\u{1B}[200~It broke.\nThen it\r\nwas\tgone\u{1B}[201~\r"], "It broke. Then it was gone\r"),
        (["a\u{1B}[200~\u{1B}[31m1\n\u{1B}[201~2"], "a[31m1 2"),
        (["x\u{1B}[200~one\n", "two\u{1B}[20", "1~\r"], "xone two\r"),
    ])
    func isOneLineWhereItWasPasted(parts: [String], result: String) { #expect(text(parts) == result) }

    @Test func isWaitedForUntilACharacterIsComplete() {
        var typed = TypedText()
        typed.add([0xE6, 0x97])
        #expect(typed.take() == nil)
        typed.add([0xA5, 0xFF, 0x78])
        #expect(typed.take() == "日")
        #expect(typed.take() == "x")
        #expect(typed.take() == nil)
    }

    @Test(arguments: [
        (["print"], true, "p", CompletedWord.longer("print ")), ([".cart", ".count"], false, ".c", .choice([".cart", ".count"])),
        ([".count"], false, ".c", .longer(".count")), ([], true, ".c", .choice([])), ([".count"], false, ".count", .choice([".count"])),
        ([".cart.items", ".cart.item"], false, ".c", .longer(".cart.item")),
    ])
    func aWordIsCompletedAsFarAsThereIsNoChoice(words: [String], endsWord: Bool, word: String, result: CompletedWord) {
        #expect(CompletedWord(word, to: words, endsWord: endsWord) == result)
    }

    @Test(arguments: [("", 0), ("1234567", 0), ("12345678", 1), ("123456日", 1), ("1234567日", 1), ("\u{1}234567", 1), ("1\n2\n3", 2)])
    func aLineEndsInARow(text: String, row: Int) { #expect(WrappedRows.before(endOf: text, columns: 8) == row) }

    @Test func keysOfThePlayer() {
        var typed = TypedText()
        typed.add(Array(" .\u{1B}[C\u{1B}OD\u{1B}[A1\u{7F}\r\u{3}\u{4}\u{1B}".utf8))
        #expect(
            PlayKey.parse(&typed) == [
                .character(" "), .character("."), .right, .left, .character("1"), .backspace, .enter, .control("c"), .control("d"), .escape,
            ])
    }
}
