import TestSupport
import Testing

@Suite("Playing with keys on a terminal of 80 by 24", .serialized, .timeLimit(.minutes(5)))
struct PlayKeysTests {
    private static let crash = "Fixtures/crash.rewind"

    private func play(_ options: [String], _ keys: [(after: String, keys: String)]) throws -> PersonAtTerminal.Session {
        try PersonAtTerminal.run(["play", Self.crash] + options, keys: keys)
    }

    @Test func pausesStepsBackAndForthAndGoesToAStep() throws {
        let session = try play(
            ["--speed", "0.01"],
            [
                ("step 1 of 67", " "), ("paused, space goes on", "."), ("step 2 of 67", "\u{1B}[C"), ("step 3 of 67", ","),
                ("step 2 of 67", "50"), ("go to 50_", "\r"), ("comments/setDraft", "@0.5\u{7F}6"), ("go to @0.6_", "\r"),
                ("of 67", "999\r"), ("rewind: there is no step 999.", "?"), ("twice as fast", "+"), ("×0.02", "q"),
            ])
        #expect(session.status == 0 && session.isRestored, "\(session)")
        let rows = session.lines.filter { $0.hasPrefix("     ") && $0.contains("+00:0") }.compactMap { $0.split(separator: " ").first }
        #expect(rows == ["1", "2", "3", "2", "50", "3"], "\(session)")
    }

    @Test func aLongWaitIsToldAndCanBeSkipped() throws {
        let session = try play(["3..", "--speed", "0.01"], [("s, Enter skips", "\r"), ("step 4 of 67", "\u{4}")])
        #expect(session.status == 0 && session.output.contains("waits "), "\(session)")
    }

    @Test func aKeyThatDoesNothingSaysWhy() throws {
        let session = try play(
            ["--speed", "0.001"],
            [
                ("step 1 of 67", ","), ("this is the first step", "x"), ("'x' does nothing, ? shows keys", "["),
                ("no mark before step 1", "\u{1B}[F"),
                ("step 67 of 67", "."), ("this is the last step", "\r"), ("now it is paused", "q"),
            ])
        #expect(session.status == 0 && session.isRestored, "\(session)")
    }

    @Test func beginsAtAStepAndBeginsAgain() throws {
        let session = try play(["65..", "--goto", "end", "--loop", "--speed", "100"], [("comments/deleteDidFinish", "q")])
        #expect(session.status == 0, "\(session)")
        let first = session.lines.first { $0.contains("+00:0") }
        #expect(first?.contains("   67  ") == true, "\(session)")
    }

    @Test func interruptionLeavesAsItDoesEverywhere() throws {
        let session = try play(["--speed", "0.001"], [("step 1 of 67", "\u{3}")])
        #expect(session.status == -2 && session.isRestored, "\(session)")
    }

    @Test func theBarIsNotLeftBehind() throws {
        let session = try play(["60..", "--speed", "1000000"], [])
        #expect(session.status == 0 && session.lines.allSatisfy { !$0.contains("━") }, "\(session)")
    }

    @Test func keysNeedATerminal() throws {
        let run = try Desk().run(["play", Self.crash, "--speed", "1000000", "--goto", "66"])
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 2 && !run.output.contains("\u{1B}"), "\(run)")
        let outside = try Desk().run(["play", Self.crash, "10..20", "--goto", "66"])
        #expect(
            outside.status == 64 && outside.errors.contains("step 66 of --goto is not one of those that are played, 10 to 20"), "\(outside)"
        )
        let both = try Desk().run(["play", Self.crash, "--into", "Episodes", "--loop"])
        #expect(both.status == 64 && both.errors.contains("--into can't be used with --loop"), "\(both)")
    }
}
