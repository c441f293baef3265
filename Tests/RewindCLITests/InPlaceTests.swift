import Foundation
import RewindValue
import TestSupport
import Testing

/// Words and files that are added to a recording itself.
@Suite("Changing a recording in place", .serialized, .timeLimit(.minutes(5)))
struct InPlaceTests {
    private let rewind = Desk()

    init() throws {
        _ = try rewind.folder.write(Repository.fixture("crash.rewind"), to: "bug.rewind")
        _ = try rewind.folder.write("what was seen".utf8, to: "a b.txt")
    }

    @Test func keepsItWholePrivateToWhomItWasAndAnAppSOwn() throws {
        let path = rewind.folder.path("bug.rewind")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let log = try rewind("log", "OUT/bug.rewind").output
        let run = try rewind("annotate", "OUT/bug.rewind", "--title", "Tea", "--in-place")
        #expect(run.status == 0 && rewind.plain(run.errors) == "rewind: the title was set, in OUT/bug.rewind\n", "\(run)")
        #expect(try rewind("info", "OUT/bug.rewind").output.hasPrefix("title       Tea\n"))
        #expect(try rewind("log", "OUT/bug.rewind").output == log)
        #expect(try rewind("doctor", "OUT/bug.rewind").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
        #expect(rewind.folder.contents == ["a b.txt", "bug.rewind"], "nothing is left beside it")
        // It is what the app recorded, not what a command made of it; a part of it is the latter.
        let manifest = try JSONValue(parsing: unpacked("bug.rewind"))
        #expect(manifest["derived"] == false && manifest["edits"]?.array?.count == 1)
        #expect(try rewind("trim", "OUT/bug.rewind", "60..", "-o", "OUT/cut.rewind").status == 0)
        #expect(try JSONValue(parsing: unpacked("cut.rewind"))["derived"] == nil)
    }

    private func unpacked(_ name: String) throws -> [UInt8] {
        #expect(try rewind("unpack", "OUT/\(name)", "-o", "OUT/\(name).files").status == 0)
        return try rewind.folder.read("\(name).files/manifest.json")
    }

    @Test func keepsWhatLiesBesideARecordingThatAnotherToolPackedAgain() throws {
        let shell = try Program.installed("sh")
        let script =
            "mkdir 'Unter Ordner' && cp bug.rewind 'Unter Ordner' && zip -qr 'für Björn.zip' 'Unter Ordner' 'a b.txt' && zip -q up.zip bug.rewind 'Unter Ordner/../a b.txt'"
        #expect(try shell.run(["-ec", script], in: rewind.folder.path).status == 0)
        for name in ["für Björn.zip", "up.zip"] {
            let before = try rewind.folder.read(name)
            #expect(try rewind("info", "OUT/\(name)").output.contains("a b.txt"))
            for arguments in [["annotate", "OUT/\(name)", "--title", "Tea"], ["attach", "OUT/\(name)", "OUT/a b.txt"]] {
                try rewind.run(arguments + ["--in-place"]).expect(2, errors: "a b.txt, which editing in place would remove")
            }
            #expect(try rewind.folder.read(name) == before)
        }
        try rewind("annotate", "OUT/up.zip", "--title", "Tea", "-o", "OUT/noted.rewind").expect(0)
    }

    @Test func saysWhyTheSystemRefusedToWrite() throws {
        let before = try rewind.folder.read("bug.rewind")
        let program = try Program.rewind
        let run = try Program.installed("bash").run(
            ["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", program.url.path]
                + ["annotate", rewind.folder.path("bug.rewind"), "--title", "Tea", "--in-place"],
            environment: ["REWIND_HOME": rewind.folder.path("home")])
        #expect(run.status == 2 && run.errors.contains("can't write the archive: File too large."), "\(run)")
        #expect(try rewind.folder.read("bug.rewind") == before)
    }

    @Test func leavesItAsItIsWhereTheChangeFails() throws {
        let before = try rewind.folder.read("bug.rewind")
        #expect(try rewind("annotate", "OUT/bug.rewind", "--mark", "x", "--at", "66", "--in-place").status == 0)
        let marked = try rewind.folder.read("bug.rewind")
        #expect(marked != before)
        #expect(try rewind("annotate", "OUT/bug.rewind", "--mark", "x", "--at", "66", "--in-place").status == 2)
        #expect(try rewind("attach", "OUT/bug.rewind", "--remove", "nope", "--in-place").status == 1)
        #expect(try rewind.folder.read("bug.rewind") == marked)
        #expect(rewind.folder.contents == ["a b.txt", "bug.rewind"])
    }

    @Test func isForFilesAndNotForDirectories() throws {
        #expect(try rewind("unpack", "OUT/bug.rewind", "-o", "OUT/files").status == 0)
        try rewind("annotate", "OUT/files", "--title", "Tea", "--in-place").expect(
            2, errors: "a directory can't be edited in place", "rewind seal ")
    }

    @Test func addsRenamesAndRemovesFiles() throws {
        func list() throws -> [String] {
            try rewind("extract", "OUT/bug.rewind", "--list").output.split(separator: "\n").dropFirst().map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }
        let added = try rewind("attach", "OUT/bug.rewind", "OUT/a b.txt", "--at", "66", "--in-place")
        #expect(rewind.plain(added.errors) == "rewind: added attachments/2-a-b.txt, in OUT/bug.rewind\n")
        #expect(try list().contains("13 66 text/plain 2-a-b.txt a b.txt"))
        let renamed = try rewind("attach", "OUT/bug.rewind", "--rename", "a b.txt=seen.log", "--in-place")
        #expect(rewind.plain(renamed.errors) == "rewind: renamed a b.txt to attachments/2-seen.log, in OUT/bug.rewind\n", "\(renamed)")
        #expect(try list().contains("13 66 text/plain 2-seen.log"))
        #expect(try rewind("extract", "OUT/bug.rewind", "seen.log", "-o", "-").output == "what was seen")
        #expect(try rewind("attach", "OUT/bug.rewind", "--remove", "stderr.txt", "--remove", "2-seen.log", "--in-place").status == 0)
        #expect(try list().map { $0.split(separator: " ").last } == ["crash.json"])
        #expect(try rewind("info", "OUT/bug.rewind").output.contains("attachments/2-seen.log was removed"))
    }

    @Test func aFileWithSecretsGoesInAndIsToldOf() throws {
        let log = "user=ada\npassword=hunter2SecretPw\n"
        let added = try rewind.run(["attach", "OUT/bug.rewind", "-", "--name", "app.log", "--in-place"], input: log)
        #expect(added.errors.contains("1 place in what was added looks like a secret: 'rewind redact --check' lists them"), "\(added)")
        #expect(try rewind("extract", "OUT/bug.rewind", "app.log", "-o", "-").output == log)
    }

    @Test func saysWhichPageAndTextAreOlderNow() throws {
        try rewind("ticket", "Fixtures/crash.rewind", "-o", "OUT/t.rewind").expect(0)
        let attached = try rewind("attach", "OUT/t.rewind", "OUT/a b.txt", "--in-place")
        #expect(attached.errors.contains("t.html and ") && attached.errors.contains("t.md are older than "), "\(attached)")
        #expect(attached.errors.contains("t.html --force' writes the page anew"), "\(attached)")
        try rewind("annotate", "OUT/t.rewind", "--title", "Other", "-o", "OUT/other.rewind").expect(0, errors: .not("older"))
        try FileManager.default.removeItem(atPath: rewind.folder.path("t.html"))
        try rewind("annotate", "OUT/t.rewind", "--title", "Tea", "--in-place").expect(
            0, errors: "t.md is older than ", .not("writes the page anew"))
    }
}
