import RewindRendering
import Testing

@testable import EpisodesCore

@Suite(.timeLimit(.minutes(5))) struct Rendering {
    private func text(_ state: AppState, rows: Int = 16, columns: Int = 60) -> String {
        render(state, size: ScreenSize(rows: rows, columns: columns)).map(\.trimmed.text).joined(separator: "\n")
    }

    @Test func anEpisodeWithCommentsOneBeingSavedAndOneBeingDeleted() {
        var state = AppState.withComments
        state.comments.saving = [106]
        state.comments.deleting = [101]
        #expect(
            text(state) == """
                 Episodes  Office Hours                                 ada
                ────────────────────────────────────────────────────────────
                 The Stapler Summit
                 2x07 on Channel Nine, 2026-11-23, rated 8.1

                 Two departments claim the last stapler.
                 With Mara Quill

                 Comments
                   bob: I knew it.  deleting …
                 > ada: The cake!  saving …



                ────────────────────────────────────────────────────────────
                 ↑↓ choose  c comment  e edit  x delete  r reload  esc back
                """)
    }

    @Test func whatWentWrongStandsAboveWhatIsBeingTyped() {
        var state = AppState.withComments
        state.comments.draft = Draft(text: "Mine")
        state.comments.notice = "The server did not answer. Try again."
        #expect(
            text(state).hasSuffix(
                """
                 The server did not answer. Try again.
                 New comment: Mine▏
                ────────────────────────────────────────────────────────────
                 enter send  esc discard
                """))
    }

    @Test func aReplaySaysWhereItIsAndOffersTheOneKeyThatWorks() {
        let lines = render(.withComments, size: ScreenSize(rows: 16, columns: 60), replay: "replay: step 41 of 67, comments/edit")
        #expect(lines.last?.text == " replay: step 41 of 67, comments/edit  q leave")
    }

    @Test func aPausedAppSaysSoAndHowItGoesOn() {
        let lines = render(.withComments, isPaused: true).map(\.text)
        #expect(lines[20].hasPrefix(" Paused through Rewind: keys are refused."))
        #expect(lines[0].contains("  paused"))
        #expect(lines[23] == " 'resume', or the end of 'rewind play', goes on  C-c quit")
    }

    @Test func aListThatCouldNotBeLoadedSaysWhyAndWhatToDo() {
        var state = AppState()
        state.navigation.stack = [.home]
        state.home.loading = .failed("The server did not answer. Try again.")
        #expect(
            text(state, rows: 7) == """
                 Episodes  Upcoming                           not signed in
                ────────────────────────────────────────────────────────────


                 The server did not answer. Try again. (r loads again)
                ────────────────────────────────────────────────────────────
                 ↑↓ choose  enter open  / search  r reload  s sign in  q qu…
                """)
    }

    @Test func theSelectedRowIsVisibleHoweverLongTheListIs() {
        var state = AppState()
        state.navigation.stack = [.home]
        state.home.episodes = (1...50).map { Episode(id: $0, show: "Show", season: 1, number: $0, title: "Part \($0)", airs: "2026-12-01") }
        for selection in [0, 25, 49] {
            state.home.selection = selection
            let lines = render(state, size: ScreenSize(rows: 10, columns: 60))
            #expect(lines.count == 10)
            #expect(lines.contains { $0.text.hasPrefix(" > ") && $0.text.contains("Part \(selection + 1)") })
        }
    }

    @Test func aPasswordIsNeverDrawn() {
        var state = AppState()
        state.navigation.stack = [.home, .signIn]
        state.signIn = SignInState(name: "ada", password: "ophelia", focus: .password)
        let screen = text(state)
        #expect(screen.contains(" > Password  •••••••▏"))
        #expect(!screen.contains("ophelia"))
    }

    @Test(arguments: [ScreenSize(rows: 1, columns: 1), ScreenSize(rows: 3, columns: 10), ScreenSize(rows: 24, columns: 80)])
    func everyScreenFitsItsSize(_ size: ScreenSize) {
        var state = AppState.withComments
        state.comments.comments.append(Comment(id: 107, author: "cleo", text: String(repeating: "日本語 ", count: 40)))
        for screen: Screen in [.splash, .home, .search, .details(11), .signIn] {
            state.navigation.stack = [screen]
            let lines = render(state, size: size)
            #expect(lines.count <= size.rows)
            #expect(lines.allSatisfy { DisplayWidth.of($0.text) <= size.columns })
        }
    }

    @Test func textOfOthersCannotSteerTheTerminal() {
        var state = AppState.withComments
        state.comments.comments[0].text = "\u{1B}[2Jgone\u{202E}\u{07}"
        #expect(text(state).contains("bob: \\u001b[2Jgone\\u202e\\u0007"))
    }
}
