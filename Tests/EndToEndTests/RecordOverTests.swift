import Foundation
import TestSupport
import Testing

/// `rewind record -o FILE` where the file is there already.
@Suite("Recording over a file", .serialized, .timeLimit(.minutes(5)))
struct RecordOverTests {
    private let rewind = Command()
    private var folder: TemporaryFolder { rewind.folder }
    private let episodes: Program

    init() throws {
        episodes = try Program.episodes
        try folder.write("wait home.loaded\nkey down\n".utf8, to: "script.txt")
    }

    private func record(_ options: String..., app: [String]? = nil) throws -> Program.Run {
        let app = app ?? [episodes.url.path, "--script", "script.txt", "--latency", "0", "--failure-rate", "0"]
        return try rewind.run(["record", "-o", "bug.rewind"] + options + ["--"] + app)
    }

    @Test func takesForceAndReplacesTheFileOnceTheNewOneIsThere() throws {
        #expect(try record("--title", "one").status == 0)
        let first = try folder.read("bug.rewind")
        let refused = try record("--title", "two")
        #expect(refused.status == 2 && refused.errors.contains("already exists. Name another file with -o, or replace it with --force"))
        #expect(try record("--title", "two", "--force", app: ["true"]).status == 2)
        #expect(try folder.read("bug.rewind") == first, "nothing was recorded, so nothing is replaced")
        let replaced = try record("--title", "two", "--force")
        #expect(replaced.status == 0, "\(replaced)")
        #expect(try rewind("info", "bug.rewind").output.hasPrefix("title       two\n"))
        #expect(folder.contents.filter { $0.hasSuffix(".rewind") } == ["bug.rewind"])
    }

    @Test("A record command killed before sealing leaves title and note in what the app recorded")
    func aKilledRecordCommandLeavesTitleAndNote() throws {
        let app = #""$0" --script script.txt --latency 0 --failure-rate 0; kill -KILL $PPID"#
        _ = try record("--title", "fourth", "--note", "of four, password: pw4four", app: ["/bin/sh", "-c", app, episodes.url.path])
        #expect(!folder.contents.contains("bug.rewind"))
        try rewind("info", "latest").expect(output: .begins("title       fourth\nnote        of four, password: [REDACTED "))
    }

    @Test func severalThatEndInTheSameSecondEachGetAFile() async throws {
        // Each app waits at the gate until all have come there; a line for each opens it.
        let gate = try NamedPipe(folder.path("gate"))
        let app = #""$0" --script script.txt --latency 0 --failure-rate 0; echo at the gate; read line < gate"#
        let recordings = try (0..<4).map { _ in try rewind.start("record", "--", "/bin/sh", "-c", app, episodes.url.path) }
        for recording in recordings { #expect(await recording.says("at the gate\n"), "\(recording.errors)") }
        gate.say("\n\n\n\n")
        for recording in recordings { await recording.ended().expect(0) }
        #expect(folder.contents.filter { $0.hasSuffix(".rewind") }.count == 4, "\(folder.contents)")
        #expect(!folder.contents.contains { $0.hasSuffix(".live") })
    }

    @Test func withoutANameTakesNoForce() throws {
        try rewind("record", "--force", "--", "true").expect(64, errors: "--force goes with -o")
    }
}
