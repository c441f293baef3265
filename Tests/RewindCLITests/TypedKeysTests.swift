import Testing

@testable import RewindCLI

@Suite("What a terminal sends", .timeLimit(.minutes(5)))
struct TypedKeysTests {
    @Test(arguments: [
        (["print"], true, "p", CompletedWord.longer("print ")), ([".cart", ".count"], false, ".c", .choice([".cart", ".count"])),
        ([".count"], false, ".c", .longer(".count")), ([], true, ".c", .choice([])), ([".count"], false, ".count", .choice([".count"])),
        ([".cart.items", ".cart.item"], false, ".c", .longer(".cart.item")),
    ])
    func aWordIsCompletedAsFarAsThereIsNoChoice(words: [String], endsWord: Bool, word: String, result: CompletedWord) {
        #expect(CompletedWord(word, to: words, endsWord: endsWord) == result)
    }

    @Test(arguments: [
        (
            [" .\u{1B}[C\u{1B}OD\u{1B}[A1\u{7F}\r\u{3}\u{4}\u{1B}"],
            [
                .character(" "), .character("."), .right, .left, .character("1"), .backspace, .enter, .control("c"), .control("d"), .escape,
            ] as [ScreenKey]
        ),
        (["\u{1B}[15;2~\u{1B}OPx"], [.character("x")]), (["\u{1B}[", "C"], [.right]), (["\u{1B}", "b"], [.escape, .character("b")]),
    ])
    func theKeysOfATerminalAreKnownByTheirSequences(parts: [String], keys: [ScreenKey]) {
        var typed = TypedKeys()
        #expect(parts.flatMap { typed.add(Array($0.utf8)) } == keys)
    }

    @Test func aCharacterIsWaitedForUntilItIsComplete() {
        var typed = TypedKeys()
        #expect(typed.add([0xE6, 0x97]) == [])
        #expect(typed.add([0xA5, 0xFF, 0x78]) == [.character("日"), .character("x")])
    }
}
