import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// What a session is called after something was recovered, and what is said where a path leads beside a recording.
@Suite("Recovering, and finding what was recorded", .serialized)
struct RecoverTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private func rewind(_ arguments: String...) throws -> Program.Run { try desk.rewind(arguments) }

    private func listed() throws -> [String] {
        try rewind("list").output.split(separator: "\n").dropFirst().map { String($0.split(separator: "/").last ?? "") }
    }

    /// The directory of an app that died.
    private func left() throws -> String {
        let builder = try RecordingBuilder(in: desk.folder)
        builder.keyframe(0, ["count": 0])
        for step in 1...3 {
            try builder.action(step, "add")
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#)
        }
        return try builder.finish()
    }

    @Test func aSoundFileIsLeftAlone() throws {
        let run = try rewind("recover", "Fixtures/crash.rewind")
        #expect(
            run.status == 0
                && run.errors.hasPrefix("rewind: nothing of Fixtures/crash.rewind is damaged, and nothing was to be recovered\n"), "\(run)")
        #expect(try rewind("list").status == 1)
    }

    @Test func aSessionIsListedOnceAsTheFirstFileThatWasMadeOfIt() throws {
        let path = try left()
        #expect(try rewind("seal", path, "-o", "OUT/one.rewind").status == 0)
        var bytes = try desk.folder.read("one.rewind")
        bytes.removeLast(30)
        try desk.folder.write(bytes, to: "cut.rewind")
        #expect([0, 3].contains(try rewind("recover", "OUT/cut.rewind", "-o", "OUT/two.rewind").status))
        #expect(try rewind("recover", path, "-o", "OUT/three.rewind").status == 0)
        #expect(try listed() == ["one.rewind"])
        #expect(try rewind("info", "latest").errors.contains("/one.rewind"))
        // Where the first is gone, another one stands for the session.
        try FileManager.default.removeItem(atPath: desk.folder.path("one.rewind"))
        #expect(try listed() == ["two.rewind"])
        #expect(try rewind("info", "latest").errors.contains("/two.rewind"))
    }

    @Test func whatWasRecoveredOfADirectoryIsTheRecordingOfItsSession() throws {
        #expect(try rewind("recover", try left(), "-o", "OUT/two.rewind").status == 0)
        #expect(try listed() == ["two.rewind"])
    }

    @Test(arguments: ["info", "log", "seal", "recover", "doctor"])
    func aDirectoryOfRecordingsIsToldFromARecordingAndTheyAreNamed(command: String) throws {
        try desk.folder.makeFolder("empty")
        _ = try left()
        try desk.folder.write(
            try Data(
                contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                    "../../Fixtures/crash.rewind")), to: "a.rewind")
        try desk.folder.write("no recording".utf8, to: "z.rewind")
        let run = try rewind(command, desk.folder.path)
        let said = desk.plain(run.errors).replacing("\n", with: " ")
        #expect(run.status == 2 && said.contains("a directory with recordings in it, and not one itself"), "\(run)")
        #expect(said.contains(/the newest first: OUT\/a.rewind, OUT\/Shop-[^ ]*.live/) && !said.contains("z.rewind"), "\(run)")
        let none = try rewind(command, "OUT/empty")
        #expect((none.errors + none.output).contains("the directory has no manifest.json"), "\(none)")
    }

    @Test func aCrashReportThatIsLostIsNotOneThatNeverWas() throws {
        let bytes = try Data(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Fixtures/crash.rewind"))
        try desk.folder.write(bytes.prefix(9_000), to: "cut.rewind")
        let run = try rewind("recover", "OUT/cut.rewind", "-o", "OUT/two.rewind")
        #expect(
            run.status == 3 && run.errors.contains("crash.json is damaged and left out") && !run.errors.contains("rewind crash"), "\(run)")
        #expect(try rewind("crash", "OUT/two.rewind").output.contains("backtrace   lost: crash.json is damaged"))
    }

    @Test(arguments: ["log", "filter"])
    func anExclusionThatFitsNoTypeIsSaidToLeaveNothingOut(command: String) throws {
        let wrong = try rewind(
            command, "Fixtures/crash.rewind", "--type", "!comments/setDrft", command == "log" ? "--color=never" : "--output=OUT/it.rewind")
        #expect(
            wrong.status == 0
                && wrong.errors.contains(
                    "'!comments/setDrft' leaves nothing out: no action type matches 'comments/setDrft'; did you mean 'comments/setDraft'?"),
            "\(wrong)")
        #expect(try rewind("log", "Fixtures/crash.rewind", "--type", "!*/setDraft").errors.isEmpty)
    }

    @Test(arguments: ["b when .comments.saving.length > 1", "watch .comments.saving.length", "tbreak path .comments.saving.length"])
    func aMemberOfAnArrayIsSaidNotToBeThere(line: String) throws {
        let run = try rewind("step", "Fixtures/crash.rewind", "60", "--command", line)
        #expect(run.output.contains("has nothing at /comments/saving/length"), "\(run)")
        let element = try rewind("step", "Fixtures/crash.rewind", "60", "--command", "watch .comments.saving[0]")
        #expect(!element.output.contains("has nothing at"), "\(element)")
    }
}
