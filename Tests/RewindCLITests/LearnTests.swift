import RewindSystem
import TestSupport
import Testing

/// Rules that are learned from recordings, written, checked, and held against another recording.
@Suite("Learning rules", .serialized, .timeLimit(.minutes(5)))
struct LearnTests {
    private let rewind = Desk()
    private let healthy = ["ordinary", "signin", "edits"].map { Repository.path("Fixtures/\($0).rewind") }
    private let crash = Repository.path("Fixtures/crash.rewind")

    private static let saved = """
        # held 9 times in 212 of 212 recordings
        saved ones are there: (.comments.saving - (.comments.comments | map(.id))) == []
        """

    private func learn(_ options: String...) throws -> String {
        let file = rewind.folder.path("rules.txt")
        try rewind.run(["learn"] + healthy + ["-o", file] + options).expect(0, errors: "to \(file)")
        return file
    }

    @Test func aFileOfRulesIsCheckedAndHolds() throws {
        let file = try learn()
        let text = String(decoding: try FileSystem.read(file, limit: 1 << 20), as: UTF8.self)
        #expect(text.hasPrefix("# Rules that held in 3 recordings"), "\(text)")
        #expect(text.contains("# held ") && text.contains(" of 3 recordings"), "\(text)")
        for recording in healthy {
            let check = try rewind.run(["check", recording, file])
            #expect(!check.output.contains("broken"), "\(check)")
        }
        #expect(try rewind.run(["learn"] + healthy + ["-o", file]).status != 0, "a file that is there is not replaced")
    }

    @Test func aRecordingIsHeldAgainstAFileOrAgainstRecordings() throws {
        _ = try rewind.folder.write(
            Array(
                "# held 9 times in 212 of 212 recordings\nsaved ones are there: (.comments.saving - (.comments.comments | map(.id))) == []\n"
                    .utf8), to: "saved.txt")
        let run = try rewind("learn", "OUT/saved.txt", "--against", crash).expect(1, output: "saved ones are there")
        #expect(run.output.hasPrefix("step 66") && run.output.contains(".comments.saving is [106]"), "\(run)")
        let json = try rewind("learn", "OUT/saved.txt", "--against", crash, "--json")
        #expect(json.output.contains(#""step":66"#) && json.output.contains("in 212 of 212"), "\(json)")
        try rewind.run(["learn"] + healthy + ["--against", healthy[0]]).expect(0, errors: "is broken")
    }

    @Test func slipsAreNamed() throws {
        _ = try rewind.folder.write(Array("nothing: true\n".utf8), to: "true.txt")
        try rewind("learn", "OUT/true.txt").expect(64, errors: "takes --against")
        _ = try rewind.folder.write(Array("no colon\n".utf8), to: "slip.txt")
        try rewind("learn", "OUT/slip.txt", "--against", crash).expect(64, errors: "line 1")
        try rewind("learn", "OUT/none").expect(2)
        _ = try rewind.folder.makeFolder("empty")
        try rewind("learn", "OUT/empty").expect(errors: "a folder without recordings")
    }

    private static let broken = "held in 212 sessions, broken from step 66: saved ones are there"

    /// A project whose rules are of healthy sessions, the second of them with a text in it.
    private func project() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try folder.write(Array(#"{"rules": "rules.txt"}"#.utf8), to: ".rewind.json")
        try folder.write(Array((Self.saved + "\nby Zarquon: .comments.comments | all(.author == \"Zarquon\")\n").utf8), to: "rules.txt")
        return folder
    }

    @Test func whatTheProjectsRulesSayIsInTheAnswerAboutACrashTheTicketAndItsPage() throws {
        let folder = try project()
        try Program.rewind.run(["crash", crash], in: folder.path).expect(output: .has(Self.broken), "by Zarquon")
        let ticket = try Program.rewind.run(
            ["ticket", crash, "--yes", "-o", "bug.rewind", "--level", "secrets", "--text", "-"], in: folder.path)
        ticket.expect(0, output: "## What no healthy session did", "by Zarquon")
        let page = String(decoding: try FileSystem.read(folder.path("bug.html"), limit: 1 << 24), as: UTF8.self)
        #expect(page.contains(##"broken from <a href="#step=66">step 66</a>: saved ones are there</li>"##))
        try Program.rewind.run(["report", crash, "-o", "page.html"], in: folder.path).expect(0)
        let other = String(decoding: try FileSystem.read(folder.path("page.html"), limit: 1 << 24), as: UTF8.self)
        #expect(other.contains("<h2>What no healthy session did</h2>"))
        let here = try rewind("ticket", crash, "--yes", "-o", "OUT/bug.rewind", "--text", "-")
        here.expect(0, output: .not("no healthy session"))
    }

    @Test func aRuleWithATextInItIsNoneOfAMaskedTicket() throws {
        let folder = try project()
        let run = try Program.rewind.run(["ticket", crash, "--yes", "-o", "bug.rewind", "--json"], in: folder.path)
        run.expect(0, output: #""neverBefore":["held in 212 sessions"#, .not("Zarquon"))
        let page = String(decoding: try FileSystem.read(folder.path("bug.html"), limit: 1 << 24), as: UTF8.self)
        #expect(page.contains("saved ones are there") && !page.contains("Zarquon"))
    }

    @Test func aGroupHasTheRuleThatItsExampleBreaksFirst() throws {
        let folder = try project()
        let rules = folder.path("rules.txt")
        let row = try rewind("groups", crash, "--rules", rules, "--json")
        row.expect(0, output: #""neverBefore":"held in the healthy sessions, broken from step "#, ": by Zarquon")
        try Program.rewind.run(["groups", crash], in: folder.path).expect(0, output: "rule       ")
        try rewind("groups", crash).expect(0, output: .not("broken from"))
        _ = try folder.write(Array("no colon\n".utf8), to: "slip.txt")
        try rewind("groups", crash, "--rules", folder.path("slip.txt")).expect(64, errors: "slip.txt, line 1")
    }
}
