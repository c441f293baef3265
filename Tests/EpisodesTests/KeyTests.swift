import Testing

@testable import EpisodesCore

@Suite(.timeLimit(.minutes(5))) struct Keys {
    @Test(
        arguments: [
            ("a", [.character("a")]),
            ("é日", [.character("é"), .character("日")]),
            ("\u{1B}", [.escape]),
            ("\u{1B}[A\u{1B}[B", [.up, .down]),
            ("\u{1B}OA", [.up]),
            ("\u{1B}[1;5Cx", [.character("x")]),
            ("\r", [.enter]),
            ("a\u{7F}\t", [.character("a"), .backspace, .tab]), ("\u{1B}[Z\u{15}", [.backTab, .kill]),
            ("\u{03}", [.interrupt]),
            ("\u{01}", []),
            ("\u{1B}[", [.escape, .character("[")]),
        ] as [(String, [Key])])
    func bytesOfATerminalAreKeys(_ text: String, _ keys: [Key]) {
        #expect(Key.parse(Array(text.utf8)) == keys)
    }

    @Test(
        arguments: [
            (.character("x"), .comments(.delete(id: 106))),
            (.character("e"), .comments(.beginEditing(106))),
            (.character("c"), .comments(.compose)),
            (.up, .comments(.move(-1))),
            (.escape, .navigation(.back)),
            (.interrupt, .navigation(.quit)),
            (.character("z"), nil),
        ] as [(Key, AppAction?)])
    func keysOnAnEpisodeActOnTheChosenComment(_ key: Key, _ expected: AppAction?) {
        #expect(key.action(in: .withComments) == expected)
    }

    @Test func whileACommentIsWrittenKeysAreText() {
        var state = AppState.withComments
        state.comments.draft = Draft(comment: 106, text: "The cak")
        #expect(Key.character("x").action(in: state) == .comments(.setDraft("The cakx")))
        #expect(Key.backspace.action(in: state) == .comments(.setDraft("The ca")))
        #expect(Key.enter.action(in: state) == .comments(.edit(id: 106, text: "The cak")))
    }

    @Test func onlyOnesOwnCommentsCanBeChangedAndOnlyWhenSignedIn() {
        var state = AppState.withComments
        state.comments.selection = 0
        #expect(Key.character("x").action(in: state) == .comments(.show(notice: "Only who wrote a comment can change it.")))
        state.session = nil
        #expect(Key.character("x").action(in: state) == .comments(.show(notice: "Press s to sign in first.")))
    }
}
