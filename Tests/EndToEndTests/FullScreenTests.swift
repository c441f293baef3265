import Foundation
import TestSupport
import Testing

/// The full screen as a person has it.
@Suite("The full screen in a real terminal", .serialized, .timeLimit(.minutes(5)))
struct FullScreenTests {
    private let folder = TemporaryFolder()

    @Test
    func opensACrashAtItsStoryAndLeadsToTheCause() async throws {
        let terminal = try TerminalSession(in: folder)
        try terminal.run("rewind Fixtures/crash.rewind")
        var shown = try await terminal.screen(with: "in short")
        #expect(shown.contains("step 67 of 67") && shown.contains("crashed here: SIGILL") && shown.contains(">67"))
        try terminal.keys("Escape", "Tab", "Tab")
        shown = try await terminal.screen(with: "caused by 64 comments/edit")
        #expect(shown.contains("before it, after step 66"))
        try terminal.keys("Down", "Down", "Down", "Down", "Enter")
        shown = try await terminal.screen(with: "step 64 of 67")
        #expect(shown.contains("changes  2"))
        // From a value to the step that made it.
        try terminal.type("/selection")
        try terminal.keys("Enter", "b")
        shown = try await terminal.screen(with: "blame /home/selection")
        try terminal.keys("Enter")
        try await terminal.screen(with: "step 0 of 67")
        try terminal.keys("q")
        shown = try await terminal.screen(with: "step 0", false)
        #expect(!shown.contains("caused by"), "the screen that was there before is back")
        try terminal.run("echo still $((40 + 2))")
        try await terminal.screen(with: "still 42")
    }

    @Test
    func fitsTheWindowWhenItsSizeChanges() async throws {
        let terminal = try TerminalSession(in: folder, columns: 120, rows: 30)
        try terminal.run("rewind step Fixtures/ordinary.rewind 3")
        try await terminal.screen(with: "? keys")
        try terminal.resize(columns: 60, rows: 12)
        let shown = try await terminal.screen(with: "step 3 of 23")
        let rows = shown.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rows.count <= 13 && rows.allSatisfy { $0.count <= 60 }, "\(shown)")
        try terminal.keys("q")
        try await terminal.screen(with: "? keys", false)
    }

    @Test
    func stopsAndGoesOnLikeEveryProgram() async throws {
        let terminal = try TerminalSession(in: folder)
        try terminal.run("rewind step Fixtures/ordinary.rewind 3")
        try await terminal.screen(with: "? keys")
        try terminal.keys("C-z")
        try await terminal.screen(with: "Stopped")
        try terminal.run("fg")
        try await terminal.screen(with: "step 3 of 23")
        try terminal.keys("C-c")
        try await terminal.screen(with: "C-c stops a verb that takes long; q leaves")
        try terminal.keys("q")
        try await terminal.screen(with: "? keys", false)
    }

    /// As a debugger or another shell stops it: the terminal is no longer as the screen left it.
    @Test
    func isThereAgainAfterItWasStoppedFromOutside() async throws {
        let terminal = try TerminalSession(in: folder)
        try terminal.run("rewind step Fixtures/ordinary.rewind 3")
        try await terminal.screen(with: "? keys")
        kill(try terminal.foreground(), SIGSTOP)
        try await terminal.screen(with: "Stopped")
        try terminal.run("fg")
        try await terminal.screen(with: "step 3 of 23")
        try await terminal.screen(with: "Stopped", false)
        try terminal.keys("Down")
        try await terminal.screen(with: "step 4 of 23")
        try terminal.keys("q")
        try await terminal.screen(with: "? keys", false)
    }

    @Test
    func takesAnArrowKeyInTwoPartsAndAPastedLineAsText() async throws {
        let terminal = try TerminalSession(in: folder)
        try terminal.run("rewind step Fixtures/ordinary.rewind 3")
        try await terminal.screen(with: "? keys")
        try terminal.type("OB", behindEscapeBy: 0.05)
        try await terminal.screen(with: "step 4 of 23")
        try terminal.paste("q\nq\n")
        try await terminal.screen(with: "pasted text does nothing here")
        try terminal.type(":")
        try terminal.paste("goto 7")
        try await terminal.screen(with: ":goto 7")
        try terminal.keys("Enter")
        try await terminal.screen(with: "step 7 of 23")
        try terminal.keys("q")
        try await terminal.screen(with: "? keys", false)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
    func givesTheTerminalBackHoweverItEnds(_ signal: Int32) async throws {
        let terminal = try TerminalSession(in: folder)
        try terminal.run("rewind step Fixtures/ordinary.rewind")
        try await terminal.screen(with: "? keys")
        kill(try terminal.foreground(), signal)
        try await terminal.screen(with: "? keys", false)
        try terminal.run("stty -a | tr ' ' '\\n' | grep -e '^-*icanon' -e '^-*echo;*$'; echo en''ded")
        let shown = try await terminal.screen(with: "ended\n")
        #expect(shown.contains("\nicanon") && shown.contains("\necho\n"), "\(shown)")
    }

    @Test
    func endsWithItsTerminal() async throws {
        let lifeline = try Lifeline(folder.path("lifeline"))
        do {
            let terminal = try TerminalSession(in: folder)
            // Not through the shell's function: the shell itself would hold the line, too.
            try terminal.run("'\(Program.rewind.url.path)' step Fixtures/ordinary.rewind 9> '\(lifeline.path)'")
            try await terminal.screen(with: "? keys")
        }
        #expect(await lifeline.isLetGo())
    }

    @Test
    func isThePromptWhereThereIsNoScreen() async throws {
        let terminal = try TerminalSession(in: folder)
        try terminal.run("TERM=dumb rewind step Fixtures/ordinary.rewind 3")
        try await terminal.screen(with: "(3/23)")
        try terminal.keys("C-d")
        try terminal.run("rewind step Fixtures/ordinary.rewind 4 --prompt")
        try await terminal.screen(with: "(4/23)")
        try terminal.keys("C-d")
        try terminal.run("rewind Fixtures/ordinary.rewind | head -n 20; echo end $((40 + 2))")
        #expect(try await terminal.screen(with: "end 42").contains("Looking around"))
    }

    @Test
    func followsARunningApp() async throws {
        let episodes = try Program.episodes.url.path
        let app = try TerminalSession(in: folder, rows: 30, environment: ["REWIND_HOME": folder.path("home")])
        try app.run("'\(episodes)' --live --latency 0")
        let other = TemporaryFolder()
        let terminal = try TerminalSession(in: other, columns: 110, environment: ["REWIND_HOME": folder.path("home")])
        try terminal.run("rewind connect --wait")
        try await terminal.screen(with: "live")
        try await terminal.screen(with: "navigation/splashDidEnd")
        try app.keys("Down")
        try await terminal.screen(with: "home/move")
        try terminal.type(":set .search.query \"cats\"")
        try terminal.keys("Enter")
        try await terminal.screen(with: "@@EXTERNAL")
        try terminal.type(":pause")
        try terminal.keys("Enter")
        try await terminal.screen(with: "paused")
        try terminal.keys("q")
        try await terminal.screen(with: "paused", false)
    }
}
