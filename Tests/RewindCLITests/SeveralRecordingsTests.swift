import RewindFormat
import RewindJournal
import RewindSystem
import TestSupport
import Testing

/// One question about several recordings.
@Suite("Several recordings", .serialized, .timeLimit(.minutes(5)))
struct SeveralRecordingsTests {
    private let desk: Desk

    /// A folder with two recordings, a damaged one, and other files.
    init() throws {
        desk = try Desk()
        _ = try desk.folder.makeFolder("ten")
        for name in ["crash", "ordinary"] {
            _ = try desk.folder.write(try FileSystem.read(Self.fixture(name), limit: 1 << 24), to: "ten/\(name).rewind")
        }
        _ = try desk.folder.write(Array("notes".utf8), to: "ten/notes.txt")
    }

    private static func fixture(_ name: String) -> String {
        "\(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())/Fixtures/\(name).rewind"
    }

    private func rewind(_ arguments: String..., input: String = "") throws -> Program.Run { try desk.rewind(arguments, input: input) }

    private func damage() throws { _ = try desk.folder.write(Array("PK\u{3}\u{4}cut off".utf8), to: "ten/broken.rewind") }

    @Test(arguments: [["OUT/ten"], ["OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind"]])
    func areSearchedAndEachRowNamesItsOwn(names: [String]) throws {
        let run = try desk.rewind(["find"] + names + [".comments.selection > 0"])
        #expect(run.status == 0 && run.errors.contains("never true in 1 of 2 recordings"), "\(run)")
        let rows = run.output.split(separator: "\n")
        #expect(
            rows.count == 1 && rows[0].hasPrefix(desk.folder.path("ten/crash.rewind")) && rows[0].contains("comments/postDidFinish"),
            "\(run)")
        let none = try desk.rewind(["find"] + names + [".comments.selection > 90"])
        #expect(none.status == 1 && none.errors.contains("in none of 2 recordings: '.comments.selection > 90' is never true"), "\(none)")
        let slip = try desk.rewind(["find"] + names + [".comments.selecton > 0"])
        #expect(slip.status == 1 && slip.errors.contains("did you mean /comments/selection?"), "\(slip)")
        let json = try desk.rewind(["find"] + names + [".comments.selection > 0", "--json"])
        #expect(json.output.hasPrefix(#"{"recording":"\#(desk.folder.path("ten/crash.rewind"))","step":"#), "\(json)")
    }

    @Test func aDamagedOneIsNamedAndDoesNotEndTheRun() throws {
        try damage()
        let run = try rewind("find", "OUT/ten", ".comments.selection > 0")
        #expect(run.status == 2 && run.output.contains("comments/postDidFinish"), "\(run)")
        #expect(run.errors.contains("rewind: \(desk.folder.path("ten/broken.rewind")): "), "\(run)")
        #expect(run.errors.contains("1 of 3 recordings could not be read"), "\(run)")
        let check = try rewind("check", "OUT/ten", "-", input: "few: .home.episodes | length < 99\n")
        #expect(check.status == 2 && check.output.split(separator: "\n").count == 2, "\(check)")
    }

    @Test func areCheckedAndOneThatBreaksAnInvariantIsEnough() throws {
        let run = try rewind("check", "OUT/ten", "-", input: "first: .comments.selection < 1\n")
        #expect(run.status == 1, "\(run)")
        let rows = run.output.split(separator: "\n")
        #expect(rows.count == 2 && rows[0].contains("crash.rewind") && rows[0].contains("broken  first"), "\(run)")
        #expect(rows[1].contains("ordinary.rewind") && rows[1].contains("holds   first"), "\(run)")
        #expect(try rewind("check", "OUT/ten", "-", input: "few: .home.episodes | length < 99\n").status == 0)
        let slip = try rewind("check", "OUT/ten", "-", input: "slip: .home.epsodes | length < 99\n")
        #expect(slip.status == 64 && slip.errors.contains("crash.rewind: 'slip' asks for a path that was never there"), "\(slip)")
    }

    @Test func areFoundInFoldersBelowAndInZips() throws {
        for name in ["ten/old/more", "ten/Unter Ordner", "ten/empty"] { _ = try desk.folder.makeFolder(name) }
        let bytes = try FileSystem.read(Self.fixture("crash"), limit: 1 << 24)
        _ = try desk.folder.write(bytes, to: "ten/old/more/deep.rewind")
        _ = try desk.folder.write(bytes, to: "ten/old/packed.zip")
        _ = try desk.folder.write(Array("PK no recording".utf8), to: "ten/old/other.zip")
        _ = try desk.folder.makeFolder("ten/web")
        _ = try desk.folder.write(Array("{}".utf8), to: "ten/web/manifest.json")
        #expect(try rewind("unpack", "OUT/ten/crash.rewind", "-o", "OUT/ten/Unter Ordner/bug").status == 0)
        let run = try rewind("find", "OUT/ten", ".comments.selection > 0")
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 4, "\(run)")
        #expect(run.errors.contains("never true in 1 of 5 recordings"), "\(run)")
        let named = try rewind("info", "OUT/ten/Unter Ordner")
        #expect(named.status == 2 && named.errors.contains("Name it: '\(desk.folder.path("ten/Unter Ordner/bug"))'"), "\(named)")
    }

    @Test func anExpressionWillDoInPlaceOfAFileOfInvariants() throws {
        let run = try rewind("check", "OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind", ".comments.selection < 1")
        #expect(run.status == 1 && run.output.contains("broken  .comments.selection < 1"), "\(run)")
        #expect(try rewind("check", "OUT/ten/ordinary.rewind", ".comments.selection < 1").status == 0)
    }

    @Test func aForgottenExpressionIsNoJqProgram() throws {
        let run = try rewind("find", "OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind")
        #expect(run.status == 64 && run.errors.contains("Missing expected argument '<expr>'") && !run.errors.contains("defined"), "\(run)")
        #expect(try rewind("check", "OUT/ten/crash.rewind").status == 64)
    }

    @Test func checksForCIWithWhatIsKnown() throws {
        let invariants = ["few: .home.episodes | length < 99", "first: .comments.selection < 1"]
        let file = try desk.folder.write(invariants.joined(separator: "\n").utf8, to: "invariants.txt")
        let found = try rewind("check", "OUT/ten", file, "--junit", "OUT/found.xml", "--markdown", "OUT/found.md", "--json")
        #expect(found.status == 1 && found.output.split(separator: "\n").count == 4, "\(found)")
        let xml = try String(decoding: desk.folder.read("found.xml"), as: UTF8.self)
        #expect(xml.contains(#"<testsuite name="rewind check" tests="2" failures="1" errors="0">"#), "\(xml)")
        #expect(xml.contains(#"<failure type="broken" message="broken: first: from step "#), "\(xml)")
        let markdown = try String(decoding: desk.folder.read("found.md"), as: UTF8.self)
        #expect(markdown.hasPrefix("### rewind check: 1 of 2 recordings do not hold\n\n**broken: first: from step "), "\(markdown)")
        #expect(markdown.contains(".comments.selection < 1"), "\(markdown)")
        _ = try desk.folder.write(found.outputBytes, to: "known.ndjson")
        let known = try rewind("check", "OUT/ten", file, "--baseline", "OUT/known.ndjson", "--markdown", "OUT/known.md")
        #expect(known.status == 0 && known.output.contains(", which is known"), "\(known)")
        #expect(try String(decoding: desk.folder.read("known.md"), as: UTF8.self).contains("1 known problem is not counted"))
        let other = try rewind("check", "OUT/ten", ".comments.selection < 0", "--baseline", "OUT/known.ndjson")
        #expect(other.status == 1, "\(other)")
        let none = try rewind("check", "OUT/ten", file, "--baseline", file)
        #expect(none.status == 64 && none.errors.contains("invariants.txt, line 1, is not what 'rewind verify"), "\(none)")
    }
}
