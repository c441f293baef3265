import Foundation
import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// What is said to somebody who meant something else.
@Suite("A slip at the command line", .serialized)
struct SlipTests {
    private let desk: Desk

    init() throws { desk = try Desk() }

    private static let crash = "Fixtures/crash.rewind"

    @Test(arguments: [
        (["info"], "Missing expected argument '<bundle>': name a recording, or write 'latest' for the newest"),
        (["actions"], "there is no command 'actions'; 'rewind log' lists them"),
        (["version"], "there is no command 'version'; 'rewind --version' shows it"),
        (["split", crash, "--at", "30"], "'rewind split' has no option '--at'; a part ends after a step: --after 40"),
        (["find", crash, "60..", ".comments"], "'rewind find' takes steps as '--steps 60..'"),
        ([crash, "diff", "65", "66"], "the command comes before the recording: rewind diff Fixtures/crash.rewind 65 66"),
        ([crash, "66"], "the command comes before the recording, as in rewind show Fixtures/crash.rewind 66"),
        (["latst"], "there is no command 'latst'; did you mean 'latest'?"),
        (["watch", crash, ".comments", "60..67"], "'rewind watch' takes steps as '--steps 60..67'"),
        (["ticket", crash, "60..67"], "'rewind ticket' takes whole recordings: 'rewind trim BUNDLE 60..67' writes these steps as one"),
        (["bisect", crash, "60..67", "--where", ".comments"], "the good step and the bad one are two arguments, as 10 20"),
        (["check", "README.md", crash], "is a recording, which comes first: rewind check Fixtures/crash.rewind README.md"),
        (["annotate", crash, "--note", "-", "-o", "OUT/new.rewind"], "--note -: nothing came through standard input"),
        (["redact", crash, "--check", "--path", "name"], "'name' is not a path: write /users/*/notes or .users[*].notes"),
    ])
    func isAnsweredWithWhatWasMeant(arguments: [String], words: String) throws {
        let run = try desk.rewind(arguments)
        #expect(run.status == 64 && run.errors.contains(words), "\(run)")
        #expect(desk.folder.contents.filter { $0.hasSuffix(".rewind") }.isEmpty)
    }

    @Test(arguments: [
        ("show", "there is no command 'show': 'print' shows the state here"), ("disable", "there is no command 'disable': 'delete N'"),
        ("b .comments.saving", "'.comments.saving' is no place to stop at: did you mean 'path .comments.saving'?"),
    ])
    func atThePromptIsToo(line: String, words: String) throws {
        let run = try desk.rewind(["step", Self.crash, "--command", line])
        #expect(run.status == 1 && run.output.contains(words), "\(run)")
    }

    @Test func aPlaceMayBeWrittenForRedactionAsEverywhere() throws {
        let dotted = try desk.rewind(["redact", "Fixtures/signin.rewind", "--check", "--path", ".home.episodes[*].title"])
        let pointer = try desk.rewind(["redact", "Fixtures/signin.rewind", "--check", "--path", "/home/episodes/*/title"])
        #expect(dotted.status == 1 && dotted.output == pointer.output && dotted.output.contains("path /home/episodes/*/title"), "\(dotted)")
    }

    @Test func aBisectionWhoseEndIsGoodAgainIsToldWhereItWasBad() throws {
        let run = try desk.rewind(["bisect", Self.crash, "--where", ".comments.comments | length > 2"])
        #expect(run.status == 1 && run.errors.contains("it was bad from 55 to 65; give a bad step, such as 65"), "\(run)")
        #expect(try desk.rewind(["bisect", Self.crash, "0", "65", "--where", ".comments.comments | length > 2"]).status == 0)
        let never = try desk.rewind(["bisect", "Fixtures/ordinary.rewind", "--where", ".comments.selection > 1000"])
        #expect(never.status == 1 && never.errors.hasSuffix("but it is good, so there is nothing to search\n"), "\(never)")
        let open = try desk.rewind(["bisect", Self.crash, "--where", ".comments.notice | endswith(\"x\")"])
        #expect(
            open.status == 1 && open.errors.contains("begin at a later step, or say what null stands for, as in '.name // \"\"'"), "\(open)"
        )
    }

    @Test func theExamplesOfBisectAreAnswered() throws {
        let help = try desk.rewind(["bisect", "--help"]).output
        for condition in [".comments.saving | length > 0"] {
            #expect(help.contains("rewind bisect Fixtures/crash.rewind --where '\(condition)'"))
            #expect(try desk.rewind(["bisect", Self.crash, "--where", condition]).output.contains("is the first bad step"))
        }
    }

    @Test func theFirstRowOfARangeIsNotItsFirstStepsUnlessThatSetTheValue() throws {
        let history = { (path: String) in
            try desk.rewind(["history", Self.crash, path, "--steps", "60..61"]).output.split(separator: "\n").dropFirst().first ?? ""
        }
        #expect(try history(".comments.saving").split(separator: " ") == ["before", "60", "[]"])
        #expect(try history(".comments.draft.comment").split(separator: " ") == ["before", "60", "106"])
        #expect(try history(".comments.draft.text").contains("60  +"))
        let json = try desk.rewind(["history", Self.crash, ".comments.saving", "--steps", "60..61", "--json"]).output
        #expect(json == #"{"step":60,"before":true,"value":[]}"# + "\n")
        for watched in [[".comments.saving", ".home.selection"], [".comments.saving | length"]] {
            let rows = try desk.rewind(["watch", Self.crash] + watched + ["--steps", "60.."]).output.split(separator: "\n")
            #expect(rows[1].contains(" before 60 ") && rows[2].contains("comments/edit "), "\(rows)")
        }
        // What the recording begins with is its own.
        #expect(try desk.rewind(["history", Self.crash, ".comments.saving", "--steps", "0..1"]).output.contains("@@INIT"))
    }

    @Test func theCrashThatIsLookedForIsNamedWhereTheNewestRecordingHasNone() throws {
        #expect(try desk.rewind(["recover", Self.crash, "-o", "OUT/crashed.rewind"]).status == 0)
        let builder = try RecordingBuilder(in: desk.folder) { manifest in
            manifest.started = 2_000_000_000_000_000_000
            manifest.ending = Ending(.finished)
        }
        builder.keyframe(0, ["count": 0])
        try builder.action(1, "add")
        try builder.patch(1, "[]")
        let path = try builder.finish()
        #expect([0, 3].contains(try desk.rewind(["seal", path, "-o", "OUT/fine.rewind"]).status))
        let run = try desk.rewind(["crash", "latest"])
        #expect(run.status == 1 && run.errors.contains("; the newest that did is ") && run.errors.contains("/crashed.rewind\n"), "\(run)")
    }

    @Test func whatGoesOnIsListedAsFarAsItsLinesAreWhateverItsStatusPageSays() throws {
        let builder = try RecordingBuilder(in: desk.folder)
        builder.keyframe(0, ["count": 0])
        for step in 1...3 {
            try builder.action(step, "add")
            try builder.patch(step, "[]")
        }
        try builder.flush()
        try FileManager.default.removeItem(atPath: builder.path + "/" + StatusPage.fileName)
        var library = RecordingLibrary(home: desk.folder.path("home"))
        library.runningElsewhere = [builder.path]
        let listed = try library.recordings()
        #expect(listed.count == 1 && listed[0].isLive && listed[0].steps == 1...3 && listed[0].duration == 30_000_000, "\(listed)")
    }
}
