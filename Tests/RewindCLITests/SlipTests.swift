import Foundation
import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// What is said to somebody who meant something else.
@Suite("A slip at the command line", .serialized, .timeLimit(.minutes(5)))
struct SlipTests {
    private let desk = Desk()

    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"

    @Test(arguments: [
        (["trim"], "Missing expected argument '<bundle>'"),
        (["actions"], "there is no command 'actions'; 'rewind help' lists them"),
        ([crash, "diff", "65", "66"], "there is no command 'Fixtures/crash.rewind'; 'rewind help' lists them"),
        (["ticket", crash, "60..67"], "Unexpected argument '60..67'"),
        (["annotate", crash, "--note", "-", "-o", "OUT/new.rewind"], "--note -: nothing came through standard input"),
        (["redact", crash, "--check", "--path", "name"], "'name' is not a path: write /users/*/notes or .users[*].notes"),
    ])
    func isAnsweredWithWhatWasMeant(arguments: [String], words: String) throws {
        try desk.run(arguments).expect(64, errors: .has(words))
        #expect(desk.folder.contents.filter { $0.hasSuffix(".rewind") }.isEmpty)
    }

    @Test func aPlaceMayBeWrittenForRedactionAsEverywhere() throws {
        let dotted = try desk.run(["redact", "Fixtures/signin.rewind", "--check", "--path", ".home.episodes[*].title"])
        let pointer = try desk.run(["redact", "Fixtures/signin.rewind", "--check", "--path", "/home/episodes/*/title"])
        #expect(dotted.status == 1 && dotted.output == pointer.output && dotted.output.contains("path /home/episodes/*/title"), "\(dotted)")
    }

    @Test func aBisectionWhoseEndIsGoodAgainIsToldWhereItWasBad() throws {
        let run = try desk.run(["bisect", Self.crash, "--where", ".comments.comments | length > 2"])
        #expect(run.status == 1 && run.errors.contains("'rewind find' with --all shows where that is"), "\(run)")
        #expect(try desk.run(["bisect", Self.crash, "0", "65", "--where", ".comments.comments | length > 2"]).status == 0)
        let never = try desk.run(["bisect", "Fixtures/ordinary.rewind", "--where", ".comments.selection > 1000"])
        #expect(never.status == 1 && never.errors.hasSuffix("shows where that is\n"), "\(never)")
        try desk.run(["bisect", Self.crash, "--where", ".comments.notice | endswith(\"x\")"]).expect(
            1, errors: "'.name // \"\"' gives null a value")
    }

    @Test func theExamplesOfBisectAreAnswered() throws {
        let help = try desk.run(["bisect", "--help"]).output
        for condition in [".comments.saving | length > 0"] {
            #expect(help.contains("rewind bisect Fixtures/crash.rewind '\(condition)'"))
            let run = try desk.run(["bisect", Self.crash, condition]).expect(0, output: "is the first bad step")
            #expect(try desk.run(["bisect", Self.crash, "--where", condition]).output == run.output)
        }
    }

    @Test(
        arguments: [
            (["0", "65", ".comments.comments | length > 2"], 0, ""),
            (["65..66"], 64, "'65..66' is neither a step nor an expression: a step is "),
            (["mark", "9"], 64, "The value 'mark' is invalid for a step: "), (["1", "2", "3"], 64, "Unexpected argument '3'"),
            ([".a", "--run", "true"], 64, "'.a' and --run can't be used together"),
        ] as [([String], Int32, String)])
    func anExpressionMayStandBehindTheStepsOfABisection(words: [String], status: Int32, message: String) throws {
        let run = try desk.run(["bisect", Self.crash] + words)
        #expect(run.status == status && run.errors.contains(message) || message.isEmpty && run.status == 0, "\(run)")
    }

    @Test func theFirstRowOfARangeIsNotItsFirstStepsUnlessThatSetTheValue() throws {
        let history = { (path: String) in
            try desk.run(["history", Self.crash, path, "--steps", "60..61"]).output.split(separator: "\n").dropFirst().first ?? ""
        }
        #expect(try history(".comments.saving").split(separator: " ") == ["before", "60", "[]"])
        #expect(try history(".comments.draft.comment").split(separator: " ") == ["before", "60", "106"])
        #expect(try history(".comments.draft.text").contains("60  +"))
        let json = try desk.run(["history", Self.crash, ".comments.saving", "--steps", "60..61", "--json"]).output
        #expect(json == #"{"step":60,"before":true,"value":[]}"# + "\n")
        for watched in [[".comments.saving", ".home.selection"], [".comments.saving | length"]] {
            let rows = try desk.run(["watch", Self.crash] + watched + ["--steps", "60.."]).output.split(separator: "\n")
            #expect(rows[1].contains(" before 60 ") && rows[2].contains("comments/edit "), "\(rows)")
        }
        // What the recording begins with is its own.
        #expect(try desk.run(["history", Self.crash, ".comments.saving", "--steps", "0..1"]).output.contains("@@INIT"))
    }

    @Test("A running recording is listed as far as its lines go, even without its status page")
    func aRunningRecordingIsListedWithoutStatusPage() throws {
        let builder = try RecordingBuilder(in: desk.folder, state: ["count": 0])
        for step in 1...3 { try builder.step(step, "add") }
        try builder.flush()
        try FileManager.default.removeItem(atPath: builder.path + "/" + StatusPage.fileName)
        var library = RecordingLibrary(home: desk.folder.path("home"))
        library.runningElsewhere = [builder.path]
        let listed = try library.recordings()
        #expect(listed.count == 1 && listed[0].isLive && listed[0].steps == 1...3 && listed[0].duration == 30_000_000, "\(listed)")
    }

    @Test(
        arguments: [
            (["find", ordinary, ".search.isLoading"], 1, "/search has query, results, loading, selection"),
            (["find", ordinary, "map("], 64, "'map(' can't be evaluated: syntax error"),
            (["find", ordinary, #"import "a" as a; ."#], 64, "syntax error, unexpected import"),
            (["find", ordinary, #"error("no")"#], 1, "the expression has no value after 22 changes, first after step 0: no"),
            (["find", ordinary, ".home", "--all", "--last"], 64, "can't be used together"),
            (["find", ordinary, ".search.query.x"], 1, #"a string has no member "x""#),
            (["blame", ordinary, ".search.qery"], 1, "/search has query, results, loading, selection"),
            (["blame", ordinary, "search"], 64, "a path begins with '/' or '.'"),
            (["blame", crash, ".comments", "3", "4"], 64, "too many arguments: the command is 'blame [<bundle> [PATH [STEP]]]'"),
            (["blame", crash, ".nope", "67"], 1, "the state after step 66 has nothing at /nope"),
            (["history", ordinary, ".search.qery"], 1, "no state has anything at /search/qery"),
            (["watch", ordinary], 64, "Missing expected argument"), (["check", ordinary, "/dev/null"], 64, "has no invariants"),
            (["log", ordinary, "--type", "coment/*"], 1, "no step matches; no action type matches 'coment/*'"),
            (["log", ordinary, "--grep", "nonsense"], 1, "no step matches\n"),
            (["log", crash, "--grep", "hunter2"], 1, "no step matches where the state is known; --grep does not find what was redacted\n"),
            (["show", crash, "1", ".session"], 1, "has nothing at /session: it is optional, and nil there\n"),
            (["show", crash, "1", ".comments.draft.text"], 1, "at /comments/draft/text: /comments/draft is optional, and nil there\n"),
            (["blame", crash, ".comments.draft", "1"], 1, "has nothing at /comments/draft: it is optional, and nil there\n"),
            (["show", crash, "1", ".sesion"], 1, "has nothing at /sesion; "),
            (["show", crash, "66", ".comments.comments[9]"], 1, "has nothing at /comments/comments/9; /comments/comments has the indices"),
            (
                ["log", ordinary, "--where", ".serch"], 1,
                "no step matches: the state after step 23 has nothing at /serch; did you mean /search?"
            ),
            (["log", ordinary, "--path", ".serch"], 1, "no step matches: no state has anything at /serch"),
            (["log", crash, "--path", ".comments.comments[7].nope"], 1, "no known state has anything at /comments/comments/7/nope"),
            (["log", crash, "--path", ".comments.selection", "--path", ".serch"], 0, "no known state has anything at /serch"),
            (["find", crash, "[.coments[]?] | length > 5"], 1, "no state has a member 'coments' anywhere; did you mean 'comments'?"),
            (["find", crash, "stat.comments"], 64, "stat/0 is not defined; did you mean 'state'?"),
            (["find", crash, "$acton.id"], 64, "$acton is not defined; did you mean '$action'?"),
            (["find", crash, ".comments.comments | len"], 64, "len/0 is not defined; did you mean 'length'?"),
            (["find", crash, ".session.user == Idris"], 64, "Idris/0 is not defined; an expression knows $state"),
            (["find", crash, ".session.user == Idris"], 64, #"and texts in quotes, "Idris""#),
            (
                ["bisect", crash, "--where", ".coments.x == 1"], 64,
                "may ask for something that is not there: the state after step 66 has nothing at /coments/x"
            ),
            (["watch", crash, ".coments"], 1, "did you mean /comments?"),
            (["watch", crash, ".coments | length"], 0, "'.coments | length' may ask for something that is not there: "),
            (
                ["log", crash, "--where", ".coments.x or .comments.selection > 0"], 0,
                "the expression may ask for something that is not there: the state after step 66 has nothing at /coments/x; did you mean /comments?"
            ),
            (["show", crash, "66", "--jq", ".coments.x"], 0, "has nothing at /coments/x; did you mean /comments?"),
            (
                ["show", crash, "66", ".comments", "--jq", ".selction"], 0,
                "nothing at /comments/selction; did you mean /comments/selection?"
            ),
            (["show", crash, "66", "--jq", "[.coments[]?]"], 0, "no state has a member 'coments' anywhere; did you mean 'comments'?"),
            (["log", crash, "--where", ".type == \"coments/edit\""], 1, "; did you mean $type?"),
            (["show", crash, ":checkout"], 1, "there is no mark 'checkout', nor any other"),
            (["show", crash, "@100s"], 1, "@01:40.000 is after the last action, which was at @00:02."),
            (["log", crash, "60:62"], 64, "a time such as @90s"),
            (["log", crash, "66", "67"], 64, "Unexpected argument '67'"),
            (["diff", crash, "nosuch"], 64, "'nosuch' is neither a step nor a recording; a step is a number"),
            (["diff", crash, "60:62"], 64, "neither a step nor a recording; a step is a number"),
            (["diff", crash, ".comments"], 64, "'.comments' is neither a step nor a recording"),
            (["diff", crash, ordinary, ".coments"], 1, "neither recording has anything there: no state has anything at /coments"),
            (["--verison"], 64, "Unknown option '--verison'"),
            (["step", crash, "66", "--at", "65"], 64, "a step and --at can't be used together"),
            (["du", "/"], 2, "not a recording: the directory has no manifest.json"),
            (["record", "-m", "words", "--", "true"], 64, "Unknown option '-m'"),
            (["log", ordinary, "--group", "--tree"], 64, "can't be used together"),
            (["log", crash, "3..4", "--steps", "5..6"], 64, "a range and --steps can't be used together"),
            (["export", crash, "--format", "csv", "--steps", "5..6", "--last", "3"], 64, "a range and --last can't be used together"),
            (["bisect", crash, "9", "3", "--run", "true"], 64, "3 does not come after 9"),
            (["bisect", crash, "--run", "true"], 1, "step 66 should be bad, but it is good"),
            (["bisect", crash, "--run", "exit 126"], 2, "ended with status 126, which is not a verdict"),
            (["check", ordinary, "/nowhere"], 2, "/nowhere: can't open the file"),
            (["find", crash, ".comments.saving = [106]"], 0, "which counts as true, as everything but null and false does"),
            (["bisect", crash, "--good", "0", "--bad", "66"], 64, "Unknown option '--good'"),
            (
                ["find", crash, ".comments.saving > 0"], 0,
                "compares .comments.saving with a number, but it is an array, which always counts as more"
            ),
            (["find", crash, ".comments.notice != null"], 1, "has nothing at /comments/notice: it is optional, and nil there"),
            (["find", crash, ".comments.selection"], 0, "'.comments.selection' evaluates to 0 there, which counts as true"),
            (["bisect", crash, "--where", ".comments.selection < 5"], 1, "--where takes what is true of a bad state"),
            (
                ["bisect", crash, "0", "67", "--where", ".comments.selection > 1"], 1,
                "the process ended in the reducer of step 67; the last step before it whose state is known is 66"
            ),
            (["info", "/nowhere/x.rewind"], 2, "no such file or directory. `rewind list` lists the recordings of this machine"),
            (["redact", crash, "--check", "-o", "x.rewind"], 64, "--check writes nothing"),
            (["split", crash, "--every", "30s"], 64, "The value '30s' is invalid for '--every <n>'"),
            (["log", crash, "--type", "comments/delet"], 1, "no action type matches 'comments/delet'; did you mean 'comments/delete'?"),
            (["record", "Episodes"], 64, "no command given after --, as in: rewind record -- COMMAND ARGUMENTS"),
        ] as [([String], Int32, String)])
    func aQuestionThatMakesNoSenseIsToldWhatWould(arguments: [String], status: Int32, words: String) throws {
        try desk.run(arguments).expect(status, errors: .has(words))
    }

    @Test(arguments: [
        ["find", "BUNDLE", ".catalogue | length > 0"], ["find", "BUNDLE", ".session.cache.pages == 1"],
        ["history", "BUNDLE", "/catalogue/0"], ["history", "BUNDLE", ".session.cache"], ["watch", "BUNDLE", ".catalogue"],
        ["blame", "BUNDLE", ".catalogue"], ["bisect", "BUNDLE", "--where", ".catalogue | length > 0"],
        ["find", "BUNDLE", "BUNDLE", ".catalogue | length > 0"],
    ])
    func whatAStateDoesNotEncodeIsNoAnswer(arguments: [String]) throws {
        let bundle = try incomplete()
        let run = try desk.run(arguments.map { $0 == "BUNDLE" ? bundle : $0 })
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("is not recorded: the state's type has "), "\(run)")
    }

    @Test func anInvariantOfWhatAStateDoesNotEncodeDoesNotHold() throws {
        let bundle = try incomplete()
        let file = desk.folder.path + "/invariants.txt"
        try Data("few: .catalogue | length < 9\ngood: .count < 9\nall: .session.cache == null".utf8).write(to: URL(filePath: file))
        let run = try desk.run(["check", bundle, file])
        #expect(run.status == 64 && run.output == "no path few\nholds   good\nno path all\n", "\(run)")
        #expect(run.errors.contains("/session/cache is not recorded: the state's type has session.cache, and does not encode it"), "\(run)")
        let json = try desk.run(["check", bundle, file, "--json"])
        let first = #"{"recording":"\#(bundle)","name":"few","expression":".catalogue | length < 9","holds":null,"#
        #expect(json.output.hasPrefix(first), "\(json)")
        #expect(try desk.run(["find", bundle, ".count == 1"]).status == 0)
    }

    /// A recording of a state that has a catalogue and a cache, and encodes neither.
    private func incomplete() throws -> String {
        let builder = try RecordingBuilder(in: desk.folder, state: ["count": 0, "session": ["user": "a"]]) { manifest in
            manifest.stores[0].unrecorded = ["catalogue", "session.cache"]
            manifest.types = [
                "AppState": [
                    "kind": "struct", "fields": ["count": "Swift.Int", "catalogue": "Swift.Array<Swift.String>", "session": "Session"],
                ],
                "Session": ["kind": "struct", "fields": ["user": "Swift.String", "cache": "Swift.Optional<Swift.Int>"]],
            ]
        }
        try builder.step(1, "add", #"[{"op":"replace","path":"/count","value":1}]"#)
        return try builder.finish()
    }
}
