import Foundation
import RewindValue
import TestSupport
import Testing

/// The commands that write, check and convert recordings, on the fixtures, word by word.
@Suite("Editing at the command line", .serialized, .timeLimit(.minutes(5)))
struct EditingTests {
    private let rewind = Desk()
    private var folder: TemporaryFolder { rewind.folder }

    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"

    @Test(
        arguments: [
            (
                ["trim", crash, "64.."], "rewind: steps 64 to 67, in OUT/new.rewind\n",
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                     64  +TIME  comments/edit                               2
                     65  +TIME  comments/delete                             1
                     66  +TIME  comments/deleteDidFinish                    3  after 65
                x    67  +TIME  comments/editDidFinish                      -  after 64  crashed here: SIGILL

                """
            ),
            (
                ["trim", "Fixtures/golden/v1.rewind", "1100..1120"],
                "rewind: the part begins with step 1037: the state before step 1100 is not in the recording\nrewind: steps 1037 to 1120, in OUT/new.rewind\n",
                nil
            ),
            (
                ["filter", crash, "--type", "comments/*", "--type", "!*/setDraft"], "rewind: 10 of 67 steps, in OUT/new.rewind\n",
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                      0  +TIME  @@INIT
                      1  +TIME  @@EXTERNAL                                  0  1 left out
                  steps 2 to 31 are left out on purpose
                     32  +TIME  @@EXTERNAL                                 18  31 left out
                     33  +TIME  comments/load                               2  after 31
                     34  +TIME  @@EXTERNAL                                  2  1 left out
                     35  +TIME  comments/didReceive                         2  after 33
                     36  +TIME  comments/compose                            1
                  steps 37 to 52 are left out on purpose
                     53  +TIME  @@EXTERNAL                                  1  17 left out
                     54  +TIME  comments/post                               2
                     55  +TIME  comments/postDidFinish                      3  after 54
                     56  +TIME  comments/beginEditing                       1
                  steps 57 to 62 are left out on purpose
                     63  +TIME  @@EXTERNAL                                  1  7 left out
                     64  +TIME  comments/edit                               2
                     65  +TIME  comments/delete                             1
                     66  +TIME  comments/deleteDidFinish                    3  after 65
                x    67  +TIME  comments/editDidFinish                      -  after 64  crashed here: SIGILL

                """
            ),
            (
                ["annotate", crash, "--at", "66", "--mark", "gone", "--note", "while 64 was saving"],
                "rewind: the mark 'gone' was added after step 66, in OUT/new.rewind\n", nil
            ),
            (
                ["annotate", crash, "--title", "Tea", "--note", "is gone"],
                "rewind: the title and the note were set, in OUT/new.rewind\n", nil
            ),
            (["attach", crash, "Fixtures/make", "--at", "66"], "rewind: added attachments/2-make, in OUT/new.rewind\n", nil),
            (["merge", crash, ordinary], "rewind: steps 1 to 90 of 2 recordings, in OUT/new.rewind\n", nil),
            (
                ["import", "Fixtures/redux-devtools.json", "--format", "redux-devtools"],
                """
                rewind: 4 steps, 1 action switched off, in OUT/new.rewind
                rewind: what JSON does not have is kept as the file has it, unless another form is named here: 5 × a date, as milliseconds since 1970, 1 × undefined

                """,
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                      0  +TIME  @@INIT
                      1  +TIME  todos/added                                 1
                      2  +TIME  todos/added                                 1
                      -  +TIME  todos/toggled                           never  swallowed
                      3  +TIME  todos/shared                           failed
                      -  +TIME  :current                                       where Redux DevTools was
                      4  +TIME  filter/changed                              1

                """
            ),
        ] as [([String], String, String?)])
    func saysWhatItWroteAndListsItAsItIs(arguments: [String], errors: String, log: String?) throws {
        let run = try rewind.run(arguments + ["-o", "OUT/new.rewind"])
        #expect(rewind.plain(run.errors) == errors)
        #expect(run.output.isEmpty && run.status == 0)
        if let log { #expect(rewind.plain(try rewind("log", "OUT/new.rewind").output) == log) }
        try rewind("doctor", "OUT/new.rewind").expect(0, output: .not("error   "))
        #expect(try rewind("info", "OUT/new.rewind").output.contains("edited      "))
        try rewind.run(arguments + ["-o", "OUT/new.rewind"]).expect(2, errors: "replace it with --force")
        #expect(try rewind.run(arguments + ["-o", "OUT/new.rewind", "--force"]).status == 0)
        #expect(folder.contents == ["new.rewind"], "what a command made of another recording is not remembered as one of an app")
    }

    @Test
    func splitsIntoFilesThatAnotherToolOpensAndMergesThemToWhatItWas() throws {
        let run = try rewind("split", Self.crash, "--after", "20", "--after", "54", "-o", "OUT/parts")
        #expect(
            rewind.plain(run.errors) == """
                rewind: steps 1 to 20, in OUT/parts/crash-1.rewind
                rewind: steps 21 to 54, in OUT/parts/crash-2.rewind
                rewind: steps 55 to 67, in OUT/parts/crash-3.rewind

                """)
        let parts = (1...3).map { "OUT/parts/crash-\($0).rewind" }
        for part in parts {
            let path = part.replacingOccurrences(of: "OUT/", with: folder.path + "/")
            #expect(try Program.python().run(["-m", "zipfile", "-t", path]).output == "Done testing\n")
        }
        #expect(try rewind.run(["merge"] + parts + ["-o", "OUT/all.rewind"]).status == 0)
        #expect(try rewind("log", "OUT/all.rewind").output == rewind("log", Self.crash).output)
        #expect(try rewind("show", "OUT/all.rewind", "66").output == rewind("show", Self.crash, "66").output)
    }

    @Test("Split says that the state at the cut is unknown, and puts no parts where some already are")
    func splitReportsAnUnknownStateAndKeepsOldParts() throws {
        #expect(try rewind("trim", Self.crash, "1..30", "-o", "OUT/a.rewind").status == 0)
        #expect(try rewind("trim", Self.crash, "61..67", "-o", "OUT/b.rewind").status == 0)
        let merged = try rewind("merge", "OUT/a.rewind", "OUT/b.rewind", "-o", "OUT/ab.rewind")
        #expect(merged.status == 3 && merged.errors.contains("lost: steps 31 to 60 are in none of the parts"))
        let run = try rewind("split", "OUT/ab.rewind", "--after", "40", "-o", "OUT/new/parts")
        #expect(
            rewind.plain(run.errors) == """
                rewind: steps 1 to 40, in OUT/new/parts/ab-1.rewind
                rewind: steps 30 to 67, in OUT/new/parts/ab-2.rewind
                rewind: the part begins with step 30: the state before step 41 is not in the recording

                """)
        try rewind("split", "OUT/ab.rewind", "--after", "40", "-o", "OUT/new/parts").expect(2, errors: "Name another directory with -o")
    }

    @Test
    func redactsAndWarnsOfWhatItLeavesElsewhere() throws {
        let signin = "Fixtures/signin.rewind"
        try rewind("redact", signin, "-o", "OUT/left.rewind", "--path", "/comments/draft").expect(
            0, output: "what was removed still occurs elsewhere, 28 times:", "action /comments/_0/post/text  from step 54")
        try rewind("redact", signin, "-o", "OUT/clean.rewind", "--key", "draft", "--key", "text").expect(0, output: .not("still"))
    }

    @Test
    func worksWhereThereIsNoHomeToRememberRecordingsIn() throws {
        let nowhere = ["REWIND_HOME": "/dev/null/home"]
        let trimmed = try rewind.run(["trim", Self.crash, "60..", "-o", "OUT/end.rewind"], environment: nowhere)
        #expect(trimmed.status == 0 && rewind.plain(trimmed.errors) == "rewind: steps 60 to 67, in OUT/end.rewind\n", "\(trimmed)")
        try rewind.run(["record", "-o", "OUT/new.rewind", "--", "true"], environment: nowhere).expect(
            errors: "The app records into the current directory instead", "'true' recorded nothing")
        #expect(folder.contents == ["end.rewind"])
    }

    @Test
    func anAppThatIsGivenAnotherAppsRecordingSaysSo() throws {
        let history = "Fixtures/redux-devtools.json"
        #expect(try rewind("import", history, "--format", "redux-devtools", "-o", "OUT/web.rewind").status == 0)
        let run = try Program.episodes.run(["--replay", folder.path("web.rewind")])
        #expect(run.status != 0)
        #expect(
            run.errors.contains("web.rewind: the state of the store 'main' after step 0 is no AppState"), "\(run)")
    }

    @Test("Extract writes attachments, states and the crash report where asked and nowhere else")
    func extractWritesWhereAskedAndNowhereElse() throws {
        #expect(
            try rewind("extract", Self.crash, "--list", "--json").output.hasPrefix(
                #"{"name":"stderr.txt","bytes":4208,"title":"the last words on standard error","type":"text/plain"}"#))
        #expect(rewind.plain(try rewind("extract", Self.crash, "-o", "OUT/files").errors) == "rewind: wrote OUT/files/stderr.txt\n")
        #expect(try rewind("extract", Self.crash, "stderr.txt", "-o", "-").outputBytes == folder.read("files/stderr.txt"))
        #expect(try rewind("extract", Self.crash, "--state", "66", "-o", "OUT/files").status == 0)
        #expect(try rewind("extract", Self.crash, "--state", "66", "-o", "-").outputBytes == folder.read("files/state-66.json"))
        #expect(try rewind("extract", Self.crash, "--state", "66", "-o", "OUT/s66.json").errors.hasSuffix("s66.json\n"))
        #expect(try folder.read("s66.json") == folder.read("files/state-66.json"))
        #expect(try rewind("extract", Self.crash, "--state", "65", "-o", "OUT/s66.json").errors.contains("Name another file with -o"))
        try FileManager.default.removeItem(atPath: folder.path("s66.json"))
        #expect(try rewind("extract", Self.crash, "--crash", "-o", "-").output.contains(#""signal": "SIGILL""#))
        #expect(folder.contents == ["files", "files/state-66.json", "files/stderr.txt"])
    }

    @Test
    func exportsTablesLinesAndDocumentsThatTheirReadersRead() throws {
        let table = try rewind("export", Self.ordinary, "1..2", "--format", "csv").output.split(separator: "\r\n")
        #expect(table[0] == "kind,step,time_seconds,wall_utc,store,type,outcome,changes,took_seconds,cause,site,thread,action,patch")
        #expect(table.count == 3 && table[1].hasPrefix("step,1,") && table[1].contains(",main,navigation/launch,unchanged,0,"))
        let lines = try rewind("export", Self.ordinary, "8..9", "--format", "ndjson").output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains(#""type":"search/setQuery","action":{"search""#))
        for format in ["json", "perfetto", "redux-devtools"] {
            let run = try rewind("export", Self.crash, "--format", format, "-o", "OUT/\(format).json")
            #expect(rewind.plain(run.errors) == "rewind: wrote OUT/\(format).json\n")
            let bytes = try folder.read("\(format).json")
            #expect(throws: Never.self) { try JSONValue(parsing: bytes, limits: JSONParser.Limits(depth: 200)) }
        }
        let back = try rewind(
            "import", "-", "--format", "redux-devtools", "-o", "OUT/back.rewind",
            input: String(decoding: folder.read("redux-devtools.json"), as: UTF8.self))
        #expect(rewind.plain(back.errors) == "rewind: 67 steps, in OUT/back.rewind\nrewind: the history has no state for 1 step\n")
        #expect(try rewind("show", "OUT/back.rewind", "66", ".comments").output == rewind("show", Self.crash, "66", ".comments").output)
    }

    @Test
    func checksNothingWrongWhatIsWorthKnowingAndWhatIsBroken() throws {
        #expect(try rewind("doctor", Self.ordinary, "--strict").output == "nothing is wrong\n")
        #expect(try rewind("doctor", "Fixtures/golden/v1.rewind").status == 0)
        #expect(try rewind("doctor", "Fixtures/golden/v1.rewind", "--strict").status == 1)
        try rewind("doctor", "Fixtures/golden/v1-requires.rewind").expect(
            1, output: .begins("error   the recording requires features that this version of rewind lacks: time-machine\n"))
        var bytes = try Repository.fixture("crash.rewind")
        bytes[bytes.count / 2] ^= 1
        try folder.write(bytes, to: "broken.rewind")
        let broken = try rewind("doctor", "OUT/broken.rewind")
        #expect(
            broken.status == 1 && rewind.plain(broken.output).contains("Run `rewind recover OUT/broken.rewind` to save its intact parts"),
            "\(broken)")
        try rewind("recover", "OUT/broken.rewind", "-o", "OUT/recovered.rewind").expect(3)
        #expect(try rewind("recover", "OUT/recovered.rewind", "-o", "OUT/again.rewind").status == 3)
        #expect(try folder.read("again.rewind") == folder.read("recovered.rewind"))
    }

    @Test(
        arguments: [
            (["trim", crash, "100.."], 1, "The recording has steps 0 to 67"), (["trim", crash, "5..2"], 64, "Name the earlier step first"),
            (["trim", crash, "1..", "-o", crash, "--force"], 2, "the output is the input"),
            (["trim", crash, "1..", "-o", "no/where.rewind"], 2, "the directory no does not exist"), (["trim", crash], 64, "<range>"),
            (["trim", crash, "1..", "--last", "2"], 64, "can't be used together"),
            (["trim", crash, "--last", "0"], 64, "is not a last part"),
            (["trim", crash, "--last", "2.5"], 64, "a time with its unit"), (["attach", crash], 64, "--remove or --rename"),
            (["attach", crash, "--remove", "nope"], 1, "there is no attachment 'nope', only stderr.txt"),
            (["attach", crash, "--rename", "nope=list.png"], 1, "there is no attachment 'nope', only stderr.txt"),
            (["attach", crash, "--rename", "nope"], 64, "write --rename screen.png=list.png"),
            (["attach", crash, "--remove", "stderr.txt", "--at", "3"], 64, "apply to a file that is added"),
            (["annotate", "-", "--title", "x", "--in-place"], 64, "standard input can't be edited in place"),
            (["annotate", crash, "--title", "x", "--in-place", "-o", "x"], 64, "can't be used together"),
            (["crash", crash, "--symbols", "/nowhere"], 64, "no such file or directory"),
            (["filter", crash], 64, "which steps to keep"),
            (["filter", crash, "--type", "coment/*"], 1, "no action type matches 'coment/*'"),
            (["filter", crash, "--store", "cart"], 1, "only main"), (["split", crash], 64, "--every N"),
            (["split", crash, "--marks"], 1, "there is no mark"), (["split", crash, "--every", "0"], 64, "positive number"),
            (["merge", crash, "-o", "x"], 64, "at least two recordings"),
            (["merge", crash, ordinary, "--name", "a/b", "-o", "x"], 64, "not a device name"),
            (["annotate", crash, "--unmark", "x"], 2, "there is no mark 'x'"), (["annotate", crash], 64, "--mark NAME --at STEP"),
            (["annotate", crash, "--mark", "x"], 64, "needs both"),
            (["annotate", crash, "--mark", "x", "--at", "99"], 1, "there is no step 99"), (["attach", crash, "/nowhere"], 2, "/nowhere"),
            (["attach", crash, "-"], 64, "a name"), (["extract", crash, "nope"], 1, "only stderr.txt"),
            (["extract", ordinary, "--crash"], 1, "there is no crash report"), (["extract", ordinary], 1, "no attachments"),
            (["extract", crash, "--state", "67"], 1, "nearest known state before it is that of step 66"),
            (["extract", crash, "stderr.txt", "--crash", "-o", "-"], 64, "writes one item"),
            (["export", crash, "--format", "xml"], 64, "The value 'xml' is invalid for '--format <format>'"),
            (["export", crash, "--format", "csv", "--states"], 64, "needs --format ndjson or json"),
            (["export", crash, "--format", "csv", "--store", "cart"], 1, "only main"),
            (["import", "Fixtures/make", "--format", "redux-devtools", "-o", "x"], 2, "not a history of Redux DevTools"),
            (["import", "-", "--format", "redux-devtools"], 64, "standard input has no name"),
            (["merge", crash, ordinary, "--name", "a", "--name", "a", "-o", "x"], 64, "need different names"),
            (["trim", crash, "60..", "-o", "-"], 64, "can't write a recording to standard output"),
            (["merge", crash, ordinary, "-o", "-"], 64, "can't write a recording to standard output"),
            (["extract", crash, "stderr.txt", "--crash", "-o", "-"], 64, "Usage: rewind extract <bundle>"),
            (["check", crash, "Fixtures/make"], 64, "Usage: rewind check [<options>] <bundle> ... <file|expr>"),
            (["bisect", crash, "10", "5"], 64, "5 does not come after 10"),
            (["split", crash, "--after", "20", "-o", "Fixtures/make"], 2, "not a directory"),
            (["doctor", "nothing-there"], 2, "no such file or directory"),
        ] as [([String], Int32, String)])
    func whatMakesNoSenseIsRefusedWithWhatWould(arguments: [String], status: Int32, words: String) throws {
        try rewind.run(arguments).expect(status, output: .is(""), errors: .has(words))
    }

    @Test
    func endedInTheMiddleOfWritingLeavesNothingHalfWritten() async throws {
        // Recordings that take a while: the parts of one are written one by one.
        let inputs = TemporaryFolder()
        for (name, fixture) in [("a", "golden/v1"), ("b", "golden/v1"), ("c", "crash"), ("d", "crash")] {
            try inputs.write(Repository.fixture("\(fixture).rewind"), to: "\(name).rewind")
        }
        let changes = try fileChanges(at: folder.path)
        let merge = try RunningProgram(
            Program.rewind, ["merge"] + inputs.contents.map { inputs.path($0) } + ["-o", "new.rewind"], in: folder.path,
            environment: ["REWIND_HOME": folder.path("home")])
        try await waitUntil("nothing is written: \(merge.errors)", after: changes) {
            folder.contents.contains { $0.hasSuffix(".partial") || $0 == "new.rewind" }
        }
        let run = await merge.ended(by: SIGINT)
        #expect(folder.contents.allSatisfy { $0 == "new.rewind" || $0.hasPrefix("home") }, "\(folder.contents) \(run)")
    }
}
