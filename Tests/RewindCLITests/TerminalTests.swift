import Foundation
import RewindRendering
import TestSupport
import Testing

@Suite("On a terminal of 80 by 24", .serialized, .timeLimit(.minutes(5)))
struct TerminalTests {
    private static let crash = "Fixtures/crash.rewind"
    private static let pager = ["PAGER": "sed 's/^/paged: /'"]

    private static func isPaged(_ arguments: [String], environment: [String: String] = pager) throws -> Bool {
        try PersonAtTerminal.run(arguments, environment: environment).lines.contains { $0.hasPrefix("paged: ") }
    }

    @Test(
        "Output that is longer than the screen goes to the pager, and other output does not",
        arguments: [
            (["log", crash], true), (["log", crash, "1..4"], false), (["show", crash, "66", "--full"], true), (["help", "log"], true),
            (["log", "--help"], true), (["log", crash, "--no-pager"], false), (["--no-pager", "log", crash], false),
            (["play", crash, "--speed", "1000000"], false), (["watch", crash, ".search.query", ".comments", ".home"], true),
            (["manual"], false), (["--version"], false),
        ])
    func longOutputIsPagedAndOtherOutputIsNot(arguments: [String], isPaged: Bool) throws {
        #expect(try Self.isPaged(arguments) == isPaged)
    }

    @Test(
        arguments: [
            ["PAGER": ""], ["PAGER": "cat"], ["REWIND_PAGER": "", "PAGER": "sed 's/^/paged: /'"],
            ["TERM": "dumb", "PAGER": "sed 's/^/paged: /'"],
        ])
    func noPagerIsUsedWhereNoneIsWanted(environment: [String: String]) throws {
        try PersonAtTerminal.run(["log", Self.crash], environment: environment).expect(0, output: .not("paged: "), "comments/editDidFinish")
    }

    @Test
    func noPagerIsUsedInAPipe() throws {
        let run = try Desk().run(["log", Self.crash], environment: Self.pager)
        #expect(run.status == 0 && !run.output.contains("paged: "))
    }

    @Test
    func thePagerGetsEverythingInOrderWithWhatIsSaidBesides() throws {
        let session = try PersonAtTerminal.run(["log", Self.crash, "--each", "--where", ".home != null"], environment: Self.pager)
        let plain = try Desk().run(["log", Self.crash, "--where", ".home != null"])
        let lines = session.lines.map { $0.replacing("paged: ", with: "") }
        #expect(
            lines.filter { $0.hasPrefix("     ") } == plain.output.split(separator: "\n").filter { $0.hasPrefix("     ") }.map(String.init))
        #expect(session.lines.contains { $0.hasPrefix("paged: rewind: the state after step 67 is unknown") })
    }

    @Test("Equal actions that follow each other are one row with the text of the last")
    func equalActionsInARowAreOneRow() throws {
        let log = try PersonAtTerminal.run(["log", Self.crash]).lines
        #expect(log.contains { $0.hasPrefix(" 57..63  ") && $0.contains("comments/setDraft ×7 ") }, "\(log)")
        let play = try PersonAtTerminal.run(["play", Self.crash, "--speed", "1000000", "50.."]).lines
        #expect(play.contains { $0.hasPrefix(" 57..63  ") && $0.contains("×7") && $0.hasSuffix(#" A lot.""#) }, "\(play)")
    }

    @Test
    func thePromptOpensACrashAtTheCrash() throws {
        let session = try PersonAtTerminal.run(["step", Self.crash, "--prompt"], keys: [("(67/67) ", "back\r"), ("(66/67) ", "\u{4}")])
        #expect(session.status == 0 && session.output.hasPrefix("rewind: 'help' lists the commands"), "\(session)")
        #expect(
            try Desk().run(["step", Self.crash, "--command", "where"]).output.contains("nothing caused"), "a script begins at the first")
    }

    @Test
    func aPagerThatHasSeenEnoughIsNoFailureAndTheAnswersStatusStays() throws {
        #expect(try PersonAtTerminal.run(["log", Self.crash], environment: ["PAGER": "head -n 1"]).status == 0)
        let folder = TemporaryFolder()
        let rules = (0..<40).map { "rule \($0): .comments.selection < \($0)\n" }.joined()
        try folder.write(rules.utf8, to: "rules")
        let session = try PersonAtTerminal.run(["check", Self.crash, folder.path("rules")], environment: Self.pager)
        #expect(session.status == 1 && session.lines.contains { $0.hasPrefix("paged: broken  rule 0:") })
        try PersonAtTerminal.run(["log", Self.crash], environment: ["PAGER": "no-such-pager-anywhere"]).expect(0)
    }

    @Test("An interrupt waits for the pager, and then the program ends by that signal")
    func anInterruptWaitsForThePager() throws {
        let session = try PersonAtTerminal.run(
            ["log", Self.crash], keys: [("here", "\u{3}"), ("^C", "x\r")],
            environment: ["PAGER": "trap '' INT; echo here; head -n 1 < /dev/tty > /dev/null; echo gone"])
        #expect(session.output.contains("gone") && session.status == -2, "\(session)")
    }

    @Test(
        arguments: [
            ["blame", crash, ".comments"], ["history", crash, ".comments.comments"],
            ["watch", crash, ".search.query", ".comments.comments", ".home"],
            ["play", crash, "--speed", "1000000"], ["info", crash], ["log", crash],
            ["check", crash, "Tests/RewindCLITests/Captured.swift"],
            ["find", crash, ".coments.x"],
            ["step", crash, "--command", "help", "--command", "goto end", "--command", "list", "--command", "b when .nope.x"],
        ])
    func noLineIsLongerThanTheScreenIsWide(arguments: [String]) throws {
        let session = try PersonAtTerminal.run(arguments)
        #expect(!session.output.isEmpty)
        for line in session.lines { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
    }

    @Test
    func blameKeepsThePlaceInTheSource() throws {
        let lines = try PersonAtTerminal.run(["blame", Self.crash, ".comments"]).lines
        #expect(lines.contains("                     /comments/comments = [2 elements]  CommentRequests.swift:57"))
    }

    @Test
    func playShowsWhatWasTypedNotWhatWasThereBefore() throws {
        let lines = try PersonAtTerminal.run(["play", Self.crash, "--speed", "1000000", "63.."]).lines
        #expect(lines.first?.hasSuffix(#"comments/setDraft  ~ …/draft/text = "… the cake. A lot.""#) == true, "\(lines)")
    }

    @Test("Long output at the prompt goes through the pager, and then the prompt comes back")
    func longOutputAtThePromptIsPaged() throws {
        let session = try PersonAtTerminal.run(
            ["step", Self.crash, "start", "--prompt"],
            keys: [
                ("(0/67) ", "help\r"), ("an EXPR\r\n(0/67) ", "where\r"), ("first action\r\n(0/67) ", "help\r"),
                ("an EXPR\r\n(0/67) ", "\u{4}"),
            ], environment: Self.pager
        ).expect(0)
        #expect(session.output.split(separator: "paged: ").count > 40, "\(session)")
        #expect(session.output.contains("\r\nnothing caused the state"), "what is short does not: \(session)")
    }

    @Test
    func theSameGoesForThePromptOverARunningApp() throws {
        let folder = TemporaryFolder()
        try folder.write("wait home.loaded\nsleep 60\n".utf8, to: "script.txt")
        let app = Process()
        app.executableURL = try Program.episodes.url
        app.arguments = ["--live", "--script", folder.path("script.txt"), "--latency", "0", "--failure-rate", "0"]
        app.environment = ProcessInfo.processInfo.environment.merging(["REWIND_HOME": folder.path("home")]) { $1 }
        let said = Pipe()
        (app.standardInput, app.standardOutput, app.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, said)
        try app.run()
        defer {
            app.terminate()
            app.waitUntilExit()
        }
        _ = said.fileHandleForReading.availableData  // its URL: it can be reached
        try PersonAtTerminal.run(
            ["connect", "--prompt"],
            keys: [
                ("lists the commands", "goto start\r"), ("@@INIT", "get\r"),
                ("all of it)", "print .home, .search, .details, .comments, .signIn\r"), ("paged: }", "mark here\r"),
                ("marked :here\r\n(", "\u{4}"),
            ], environment: Self.pager.merging(["REWIND_HOME": folder.path("home")]) { $1 }
        ).expect(0, output: "paged: {", .not("paged: marked"))
    }

    @Test
    func anInterruptInThePagerOfAPromptIsNoneOfThePrompts() throws {
        let pager = ["PAGER": "trap '' INT; echo here; head -n 1 < /dev/tty > /dev/null; cat > /dev/null"]
        try PersonAtTerminal.run(
            ["step", Self.crash, "start", "--prompt"],
            keys: [
                ("(0/67) ", "help\r"), ("here", "\u{3}"), ("^C", "\r"), ("\n(0/67) ", "where\r"), ("first action\r\n(0/67) ", "\u{4}"),
            ],
            environment: pager
        ).expect(0)
    }

    @Test
    func thePromptFoldsAStateAsShowDoes() throws {
        let session = try PersonAtTerminal.run(
            ["step", Self.crash, "--at", "66", "--prompt"], keys: [("(66/67) ", "print\r"), ("all of it)\r\n(66/67) ", "\u{4}")])
        let show = try Desk().run(["show", Self.crash, "66"]).output.split(separator: "\n").map(String.init)
        let state = try #require(show.firstIndex(of: "state"))
        let folded = show[(state + 1)...].dropLast().map { String($0.dropFirst(2)) }
        #expect(folded.contains(#"    "selection": 1,"#), "what the step touched is open: \(show)")
        #expect(session.output.contains(folded.joined(separator: "\r\n")), "\(session)")
    }

    @Test(arguments: [["step", crash, "--at", "66", "--prompt"], ["play", crash, "--speed", "0.001"]])
    func aSignalFindsTheTerminalAsItWas(arguments: [String]) throws {
        let sign = arguments[0] == "step" ? "(66/67) " : "step 1 of"
        let session = try PersonAtTerminal.run(arguments, keys: [(sign, PersonAtTerminal.sending(SIGTERM))])
        #expect(session.status == -15 && session.isRestored, "\(session)")
    }

    @Test(arguments: [["step", crash, "--at", "66", "--prompt"], ["play", crash, "--speed", "0.001"]])
    func aTerminalThatVanishesEndsTheProgram(arguments: [String]) throws {
        let session = try PersonAtTerminal.run(
            arguments, keys: [(arguments[0] == "step" ? "(66/67) " : "step 1 of", PersonAtTerminal.hangingUp)])
        #expect(session.status != -9, "\(session)")
    }

    @Test
    func thePromptIsAskedOnATerminalThatTheSystemDoesNotKnow() throws {
        try PersonAtTerminal.run(
            ["step", Self.crash, "--at", "66"], keys: [("(66/67) ", "print .comments.posting\r"), ("\n0\r\n(66/67) ", "\u{4}")],
            environment: ["TERM": "no-such-terminal"]
        ).expect(0)
    }

    @Test
    func theFirstInterruptAtThePromptEndsTheCommand() throws {
        let session = try PersonAtTerminal.run(["step", Self.crash, "--at", "66", "--prompt"], keys: [("(66/67) ", "nonsense\u{3}")])
        #expect(session.status == -2 && session.isRestored && !session.output.contains("there is no command"), "\(session)")
    }

    @Test
    func aStoppedProgramLeavesTheTerminalUsableAndGoesOn() throws {
        let session = try PersonAtTerminal.run(
            ["play", Self.crash, "--speed", "0.001"], keys: [("step 1 of", "\u{1A}"), ("back", "\r"), ("step 1 of", "q\r")],
            shell: #"set -m; "$@"; stty -a | grep -o -e ' -*icanon' -e ' -*echo '; echo back; read; fg"#)
        #expect(session.output.contains(" icanon\r\n echo \r\nback"), "\(session)")
        #expect(session.status == 0 && session.isRestored, "\(session)")
    }
}
