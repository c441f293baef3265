import RewindFormat
import RewindSystem
import TestSupport
import Testing

/// One question about several recordings.
@Suite("Several recordings", .serialized, .timeLimit(.minutes(5)))
struct SeveralRecordingsTests {
    private let rewind = Desk()

    /// A folder with two recordings, a damaged one, and other files.
    init() throws {
        _ = try rewind.folder.makeFolder("ten")
        for name in ["crash", "ordinary"] {
            _ = try rewind.folder.write(try FileSystem.read(Self.fixture(name), limit: 1 << 24), to: "ten/\(name).rewind")
        }
        _ = try rewind.folder.write(Array("notes".utf8), to: "ten/notes.txt")
    }

    private static func fixture(_ name: String) -> String {
        Repository.path("Fixtures/\(name).rewind")
    }

    private func damage() throws { _ = try rewind.folder.write(Array("PK\u{3}\u{4}cut off".utf8), to: "ten/broken.rewind") }

    @Test(arguments: [["OUT/ten"], ["OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind"]])
    func areSearchedAndEachRowNamesItsOwn(names: [String]) throws {
        let run = try rewind.run(["find"] + names + [".comments.selection > 0"]).expect(0, errors: "never true in 1 of 2 recordings")
        let rows = run.output.split(separator: "\n")
        #expect(
            rows.count == 1 && rows[0].hasPrefix(rewind.folder.path("ten/crash.rewind")) && rows[0].contains("comments/postDidFinish"),
            "\(run)")
        let none = try rewind.run(["find"] + names + [".comments.selection > 90"])
        #expect(none.status == 1 && none.errors.contains("in none of 2 recordings: '.comments.selection > 90' is never true"), "\(none)")
        try rewind.run(["find"] + names + [".comments.selecton > 0"]).expect(1, errors: "did you mean /comments/selection?")
        let json = try rewind.run(["find"] + names + [".comments.selection > 0", "--json"])
        #expect(json.output.hasPrefix(#"{"recording":"\#(rewind.folder.path("ten/crash.rewind"))","step":"#), "\(json)")
    }

    @Test func aDamagedOneIsNamedAndDoesNotEndTheRun() throws {
        try damage()
        let run = try rewind("find", "OUT/ten", ".comments.selection > 0").expect(2, output: "comments/postDidFinish")
        #expect(run.errors.contains("rewind: \(rewind.folder.path("ten/broken.rewind")): "), "\(run)")
        #expect(run.errors.contains("1 of 3 recordings could not be read"), "\(run)")
        let check = try rewind("check", "OUT/ten", "-", input: "few: .home.episodes | length < 99\n")
        #expect(check.status == 2 && check.output == "all 2 recordings keep the rules; --all lists them\n", "\(check)")
    }

    @Test func areCheckedAndOneThatBreaksAnInvariantIsEnough() throws {
        let run = try rewind("check", "OUT/ten", "-", "--all", input: "first: .comments.selection < 1\n").expect(1)
        let rows = run.output.split(separator: "\n")
        #expect(rows.count == 3 && rows[0].contains("crash.rewind") && rows[0].contains("broken  first"), "\(run)")
        #expect(rows[1].contains("ordinary.rewind") && rows[1].contains("holds   first"), "\(run)")
        #expect(rows[2] == "1 of 2 recordings breaks 1 of 1 rules", "\(run)")
        #expect(try rewind("check", "OUT/ten", "-", input: "few: .home.episodes | length < 99\n").status == 0)
        let slip = try rewind("check", "OUT/ten", "-", input: "slip: .home.epsodes | length < 99\n")
        #expect(slip.status == 64 && slip.errors.contains("crash.rewind: 'slip' asks for a path that was never there"), "\(slip)")
    }

    @Test("Of many recordings, check prints what is broken and a line for all, and a mistyped rule once")
    func ofManyWhatIsBrokenIsPrinted() throws {
        _ = try rewind.folder.makeFolder("many")
        for number in 10..<50 {
            let name = number < 20 ? "crash" : "ordinary"
            _ = try rewind.folder.write(try FileSystem.read(Self.fixture(name), limit: 1 << 24), to: "many/\(number)-\(name).rewind")
        }
        let rules = [
            "few: .home.episodes | length < 99", "first: .comments.selection < 1", "posts: .comments.posting >= 0",
            "name: .signIn.name != null",
        ]
        let file = try rewind.folder.write(rules.joined(separator: "\n").utf8, to: "rules.txt")
        let run = try rewind("check", "OUT/many", file).expect(1, errors: .is(""))
        let rows = run.output.split(separator: "\n")
        #expect(rows.count == 11 && rows.dropLast().allSatisfy { $0.contains("-crash.rewind  broken: first: from step ") }, "\(run)")
        #expect(rows.last == "10 of 40 recordings break 1 of 4 rules; --all lists the rest", "\(run)")
        let all = try rewind("check", "OUT/many", file, "--all").expect(1)
        #expect(all.output.split(separator: "\n").count == 161, "\(all)")
        let slip = try rewind.folder.write((rules + ["slip: .home.epsodes | length < 99"]).joined(separator: "\n").utf8, to: "slip.txt")
        let mistyped = try rewind("check", "OUT/many", slip).expect(64)
        #expect(
            mistyped.output == "1 of 5 rules can't be checked; 10 of 40 recordings break 1 of 5 rules; --all lists the rest\n",
            "\(mistyped)")
        let message = mistyped.errors.split(separator: "\n")
        #expect(message.count == 1 && message[0].hasSuffix(" (as in 39 more of 40 recordings)"), "\(mistyped)")
    }

    @Test func crashesAreALineEach() throws {
        let run = try rewind("crash", "OUT/ten")
        let line =
            "\(rewind.folder.path("ten/crash.rewind"))  crashed with SIGILL: "
            + "Fatal error: Unexpectedly found nil while unwrapping an Optional value (EpisodesCore/CommentsReducer.swift:60); step 67, comments/editDidFinish, was in the reducer\n"
        #expect(run.status == 0 && run.output == line, "\(run)")
        #expect(run.errors == "rewind: 1 of 2 recordings did not end in a crash\n", "\(run)")
        let none = try rewind("crash", "OUT/ten/ordinary.rewind", "OUT/ten/ordinary.rewind")
        #expect(none.status == 1 && none.errors == "rewind: none of 2 recordings ended in a crash\n", "\(none)")
        let one = try rewind("crash", "OUT/ten/crash.rewind", "--json").output
        let json = try rewind("crash", "OUT/ten", "--json").output
        #expect(json == #"{"recording":"\#(rewind.folder.path("ten/crash.rewind"))",\#(one.dropFirst())"#)
    }

    @Test func whatTheyAreIsALineEach() throws {
        try damage()
        let run = try rewind("info", "OUT/ten")
        let rows = run.output.split(separator: "\n")
        #expect(run.status == 2 && run.errors.contains("broken.rewind: the file begins as a zip"), "\(run)")
        #expect(
            rows.count == 2 && rows[0].contains(/crash\.rewind +Episodes +67 steps +[\d.]+ s  crashed with SIGILL$/)
                && rows[1].contains(/ordinary\.rewind +Episodes +23 steps +[\d.]+ s  finished$/), "\(run)")
        let json = try rewind("info", "OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind", "--json")
        #expect(json.status == 0 && json.output.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"recording":"#) }, "\(json)")
        #expect(try rewind("info", "OUT/ten", "--markdown").status == 64)
        try rewind("split", "OUT/ten/crash.rewind", "--after", "30", "--after", "60", "-o", "OUT/parts").expect(0)
        let parts = try FileSystem.names(in: rewind.folder.path("parts")).sorted().map { rewind.folder.path("parts/\($0)") }
        _ = try rewind.run(["merge", parts[0], parts[2], "-o", "OUT/ten/two.rewind"])
        #expect(try rewind("info", "OUT/ten").output.contains(/two\.rewind .*; lost: .*31 to 60/))
    }

    @Test func theirStepsAreListedBehindTheirNames() throws {
        let run = try rewind("log", "OUT/ten", "--type", "comments/edit*", "--type", "home/load").expect(0)
        let rows = run.output.split(separator: "\n").map { $0.dropFirst(rewind.folder.path("ten/").count) }
        #expect(rows.map { $0.prefix { $0 != " " } } == ["crash.rewind", "crash.rewind", "crash.rewind", "ordinary.rewind"], "\(run)")
        try rewind("log", "OUT/ten", "60..", "--type", "comments/edit").expect(
            0, errors: "no step in 1 of 2 recordings", "ordinary.rewind: there is no step 60")
        try rewind("log", "OUT/ten", "--type", "nope").expect(1, errors: "in none of 2 recordings: ")
        #expect(try rewind("log", "OUT/ten", "--last", "2", "--each").output.split(separator: "\n").count == 4)
        let json = try rewind("log", "OUT/ten", "1..1", "--json").output.split(separator: "\n")
        #expect(json.count == 2 && json.allSatisfy { $0.hasPrefix(#"{"recording":"#) && $0.contains(#""step":1,"#) }, "\(json)")
        try rewind("log", "OUT/ten/crash.rewind", "OUT/ten/cras.rewind").expect(2, errors: "cras.rewind: no such file")
    }

    @Test func areCountedALineEachAndTheirTypesTogether() throws {
        let run = try rewind("stats", "OUT/ten").expect(0)
        #expect(run.output.contains(/crash\.rewind +67 steps in .* a second; reducer median .*; state .* at the end\n/), "\(run)")
        #expect(
            run.output.contains(/\n\ntypes in all of them\n.*\n +24 +24 .* comments\/setDraft\n +14 +14 .* search\/setQuery\n/), "\(run)")
        let json = try rewind("stats", "OUT/ten", "..5", "--json").output.split(separator: "\n")
        #expect(json.count == 2 && json.allSatisfy { $0.hasPrefix(#"{"recording":"#) && $0.contains(#""steps":5,"#) }, "\(json)")
    }

    @Test func onATerminalTheyAreCounted() throws {
        let session = try PersonAtTerminal.run(
            ["crash"] + Array(repeating: "Fixtures/crash.rewind", count: 300), environment: ["REWIND_PAGER": "cat"]
        ).expect(0)
        #expect(session.output.contains(/\[[#.]{20}\] \d+ of 300 recordings/), "\(session.output.prefix(2_000))")
    }

    @Test func areFoundInFoldersBelowAndInZips() throws {
        for name in ["ten/old/more", "ten/Unter Ordner", "ten/empty"] { _ = try rewind.folder.makeFolder(name) }
        let bytes = try FileSystem.read(Self.fixture("crash"), limit: 1 << 24)
        _ = try rewind.folder.write(bytes, to: "ten/old/more/deep.rewind")
        _ = try rewind.folder.write(bytes, to: "ten/old/packed.zip")
        _ = try rewind.folder.write(Array("PK no recording".utf8), to: "ten/old/other.zip")
        _ = try rewind.folder.makeFolder("ten/web")
        _ = try rewind.folder.write(Array("{}".utf8), to: "ten/web/manifest.json")
        #expect(try rewind("unpack", "OUT/ten/crash.rewind", "-o", "OUT/ten/Unter Ordner/bug").status == 0)
        let run = try rewind("find", "OUT/ten", ".comments.selection > 0")
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 4, "\(run)")
        #expect(run.errors.contains("never true in 1 of 5 recordings"), "\(run)")
    }

    @Test func anExpressionWillDoInPlaceOfAFileOfInvariants() throws {
        let run = try rewind("check", "OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind", ".comments.selection < 1")
        #expect(run.status == 1 && run.output.contains("broken: .comments.selection < 1"), "\(run)")
        #expect(try rewind("check", "OUT/ten/ordinary.rewind", ".comments.selection < 1").status == 0)
    }

    @Test func aForgottenExpressionIsAUsageError() throws {
        #expect(try rewind("find", "OUT/ten/crash.rewind", "OUT/ten/ordinary.rewind").status == 64)
        #expect(try rewind("check", "OUT/ten/crash.rewind").status == 64)
    }

    @Test func checksForCIWithWhatIsKnown() throws {
        let invariants = ["few: .home.episodes | length < 99", "first: .comments.selection < 1"]
        let file = try rewind.folder.write(invariants.joined(separator: "\n").utf8, to: "invariants.txt")
        let found = try rewind("check", "OUT/ten", file, "--junit", "OUT/found.xml", "--markdown", "OUT/found.md", "--json")
        #expect(found.status == 1 && found.output.split(separator: "\n").count == 4, "\(found)")
        let xml = try String(decoding: rewind.folder.read("found.xml"), as: UTF8.self)
        #expect(xml.contains(#"<testsuite name="rewind check" tests="2" failures="1" errors="0">"#), "\(xml)")
        #expect(xml.contains(#"<failure type="broken" message="broken: first: from step "#), "\(xml)")
        let markdown = try String(decoding: rewind.folder.read("found.md"), as: UTF8.self)
        #expect(markdown.hasPrefix("### rewind check: 1 of 2 recordings do not hold\n\n**broken: first: from step "), "\(markdown)")
        #expect(markdown.contains(".comments.selection < 1"), "\(markdown)")
        _ = try rewind.folder.write(found.outputBytes, to: "known.ndjson")
        let known = try rewind("check", "OUT/ten", file, "--baseline", "OUT/known.ndjson", "--markdown", "OUT/known.md")
        #expect(
            known.status == 0
                && known.output == "all 2 recordings keep the rules; 1 known problem is not counted; --all lists them\n", "\(known)")
        #expect(try String(decoding: rewind.folder.read("known.md"), as: UTF8.self).contains("1 known problem is not counted"))
        // As an editor, or git on Windows, may have left it.
        let crlf = [0xef, 0xbb, 0xbf] + found.output.replacing("\n", with: "\r\n").utf8
        _ = try rewind.folder.write(crlf, to: "crlf.ndjson")
        let utf16 = found.output.utf16.reduce(into: [0xff, 0xfe] as [UInt8]) { $0 += [UInt8($1 & 0xff), UInt8($1 >> 8)] }
        _ = try rewind.folder.write(utf16 + [10, 0, 32, 0, 10, 0], to: "utf16.ndjson")
        for name in ["crlf", "utf16"] { try rewind("check", "OUT/ten", file, "--baseline", "OUT/\(name).ndjson").expect(0) }
        try rewind("check", "OUT/ten", ".comments.selection < 0", "--baseline", "OUT/known.ndjson").expect(1)
        try rewind("check", "OUT/ten", file, "--baseline", file).expect(64, errors: "invariants.txt, line 1, is not what 'rewind verify")
    }

    /// The same name in another folder is another recording.
    @Test func whatIsKnownIsKnownOfARecordingAtItsPlace() throws {
        for (folder, names) in ["before": ["crash", "ordinary"], "after": ["crash", "crash"]] {
            for (place, name) in zip(["checkout", "search"], names) {
                _ = try rewind.folder.makeFolder("\(folder)/\(place)")
                _ = try rewind.folder.write(try FileSystem.read(Self.fixture(name), limit: 1 << 24), to: "\(folder)/\(place)/bug.rewind")
            }
        }
        let rule = ".comments.selection < 1"
        func known(_ words: String...) throws {
            let output = try rewind.run(["check"] + words + [rule, "--json"]).outputBytes
            _ = try rewind.folder.write(output, to: "known.ndjson")
        }
        func check(_ words: String...) throws -> Program.Run {
            try rewind.run(["check"] + words + [rule, "--baseline", "OUT/known.ndjson", "--json"])
        }
        try known("OUT/before")
        let after = try check("OUT/after").expect(1)
        #expect(after.output.split(separator: "\n").map { $0.contains(#""known":true"#) } == [true, false], "\(after)")
        try check("OUT/before").expect(0)
        try check("OUT/after/checkout").expect(1)
        try check("OUT/after/search/bug.rewind").expect(1)
        try check("OUT/before/checkout/bug.rewind").expect(0)
        try check("OUT/after/../before/checkout/bug.rewind").expect(0)
        // Of two folders, each has its own recording at a place.
        try known("OUT/before/checkout", "OUT/before/search")
        try check("OUT/before/checkout", "OUT/before/search").expect(0)
        _ = try rewind.folder.write(try FileSystem.read(Self.fixture("crash"), limit: 1 << 24), to: "before/search/bug.rewind")
        try check("OUT/before/checkout", "OUT/before/search").expect(1)
        _ = try rewind.folder.write(try FileSystem.read(Self.fixture("ordinary"), limit: 1 << 24), to: "before/search/bug.rewind")
        // A baseline of one recording is about that one.
        try known("OUT/before/checkout/bug.rewind")
        try check("OUT/before/checkout/bug.rewind").expect(0)
        try check("OUT/before").expect(0)
        try check("OUT/after").expect(1)
        try check("OUT/after/search/bug.rewind").expect(1)
    }

    @Test func whatAMacLeavesBesideThemIsNoRecording() throws {
        for name in ["ten/._crash.rewind", "ten/.hidden.rewind", "ten/__MACOSX/crash.rewind"] {
            _ = try rewind.folder.makeFolder("ten/__MACOSX")
            _ = try rewind.folder.write(Array("\0\u{5}\u{16}\u{7}".utf8), to: name)
        }
        try rewind("check", "OUT/ten", ".home.episodes | length < 99").expect(0)
    }

    @Test func eachFileThatCanNotBeReadIsNamed() throws {
        for number in 1...3 { _ = try rewind.folder.write([], to: "ten/empty-\(number).rewind") }
        for line in ["groups OUT/ten", "export OUT/ten --format dataset -o OUT/set", "similar OUT/ten/crash.rewind OUT/ten"] {
            let run = try rewind.run(line.split(separator: " ").map(String.init)).expect(2, errors: "3 of 5 recordings could not be read")
            #expect((1...3).allSatisfy { run.errors.contains("empty-\($0).rewind") }, "\(run)")
        }
    }

    /// A session is one, however many of its copies are there.
    @Test func copiesOfASessionCountOnce() throws {
        try rewind("annotate", "OUT/ten/crash.rewind", "--title", "One", "-o", "OUT/ten/annotated.rewind").expect(0)
        try rewind("redact", "OUT/ten/crash.rewind", "--level", "masked", "-o", "OUT/ten/masked.rewind").expect(0)
        try rewind("ticket", "OUT/ten/crash.rewind", "-o", "OUT/ten/a-ticket.rewind").expect(0)
        try rewind("unpack", "OUT/ten/crash.rewind", "-o", "OUT/ten/unpacked.live").expect(0)
        let groups = try rewind("groups", "OUT/ten", "--json").expect(0)
        #expect(groups.output.contains(#""sessions":1,"#) && groups.errors.contains("and 3 more recordings are copies"), "\(groups)")
        #expect(try rewind("groups", "OUT/ten", "OUT/ten/crash.rewind", "OUT/ten", "--json").output == groups.output)
        let similar = try rewind("similar", "OUT/ten/crash.rewind", "OUT/ten").expect(1)
        #expect(similar.errors.contains("none of 1 recordings ends like"), "\(similar)")
    }

    /// What is a copy of one that can't be read stands for it.
    @Test func aCopyCountsWhereTheOriginalIsDamaged() throws {
        try rewind("redact", "OUT/ten/crash.rewind", "--level", "masked", "-o", "OUT/ten/masked.rewind").expect(0)
        var bytes = try FileSystem.read(rewind.folder.path("ten/crash.rewind"), limit: 1 << 24)
        let place = try #require(bytes.firstRange(of: Array("segments/000000/actions.ndjson".utf8))).upperBound + 200
        bytes[place] ^= 0xff
        _ = try rewind.folder.write(bytes, to: "ten/crash.rewind")
        let groups = try rewind("groups", "OUT/ten", "--json").expect(2, errors: "crash.rewind (segments")
        #expect(groups.output.contains(#""sessions":1,"#) && groups.output.contains("masked.rewind"), "\(groups)")
    }

    @Test func logsThatBeginAtOneMomentAreTwoSessions() throws {
        for name in ["ann", "bob"] {
            let log = (0..<3).map { #"{"type":"\#(name)\#($0)","t":"2026-03-06 15:18:0\#($0)"}"# }.joined(separator: "\n")
            _ = try rewind.folder.write(log.utf8, to: "\(name).ndjson")
            try rewind("import", "OUT/\(name).ndjson", "--time-at", "t", "-o", "OUT/ten/\(name).rewind").expect(0)
        }
        try rewind("export", "OUT/ten", "--format", "dataset", "-o", "OUT/set").expect(0, errors: "added 4 recordings")
    }
}
