import Foundation
import ReplayTestSupport
import RewindValue
import TestSupport
import Testing

/// The built program's answers about the fixtures, word by word.
@Suite("Questions at the command line", .serialized)
struct QuestionTests {
    /// Runs the program beside the fixtures, as its help does.
    static func rewind(_ arguments: [String], input: String = "", home: String? = nil) throws -> Program.Run {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        return try #require(Program.rewind, "the program was not built beside the tests")
            .run(arguments, input: input, in: root, environment: home.map { ["NO_COLOR": "1", "REWIND_HOME": $0] } ?? ["NO_COLOR": "1"])
    }

    /// An answer without the times, which differ each time that the fixtures are made.
    private static func timeless(_ text: String) -> String {
        text.replacing(/\+\d\d:\d\d\.\d\d\d/, with: "+TIME").replacing(/"time":[1-9]\d+/, with: #""time":1"#)
    }

    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"
    private static let lostEnd =
        "rewind: the state after step 67 is unknown: the process ended in its reducer\n"

    @Test(
        arguments: [
            (["find", crash, ".comments.selection > 0"], "     55  +TIME  comments/postDidFinish\n"),
            (
                ["find", ordinary, #".search.loading | has("loading")"#, "--all"],
                "      8  +TIME  search/setQuery             true through 15\n"
            ),
            (
                ["find", ordinary, #".search.loading | has("loading")"#, "--last", "--json"],
                #"{"step":8,"time":1,"type":"search/setQuery","site":"Keymap.swift:6","through":15}"# + "\n"
            ),
            (["find", ordinary, "(.home.episodes | length) == 0"], "      0  +TIME  @@INIT\n"),
            (["find", ordinary, "[.home.episodes[].title] | length > 3"], "      3  +TIME  home/didReceive\n"),
            (
                ["log", ordinary, "--where", "(.type | test(\"^search/set\")) and (.before.search != .state.search)", "..9"],
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                      8  +TIME  search/setQuery                             2
                      9  +TIME  search/setQuery                             1

                """
            ),
            (
                ["blame", crash, ".comments"],
                """
                     66  +TIME  comments/deleteDidFinish    /comments/comments = [2 elements]  CommentRequests.swift:51
                     35  +TIME  comments/didReceive         /comments/loading = {"loaded":{}}  CommentRequests.swift:25
                     66  +TIME  comments/deleteDidFinish    /comments/selection = 1  CommentRequests.swift:51
                     55  +TIME  comments/postDidFinish      /comments/posting = 0  CommentRequests.swift:33
                     64  +TIME  comments/edit               /comments/saving = [106]  Keymap.swift:6
                     66  +TIME  comments/deleteDidFinish    /comments/deleting = []  CommentRequests.swift:51
                     33  +TIME  comments/load               /comments/episode = 11  AppReducer.swift:34

                """
            ),
            (
                ["blame", ordinary, ".search.query", "12", "--json"],
                #"{"path":"/search/query","step":12,"time":1,"type":"search/setQuery","site":"Keymap.swift:6","value":"stapl"}"#
                    + "\n"
            ),
            (
                ["history", ordinary, ".search.loading"],
                """
                   STEP        TIME  TYPE                        VALUE
                      0  +TIME  @@INIT                      {"idle":{}}
                      8  +TIME  search/setQuery             {"loading":{}}
                     16  +TIME  search/didReceive           {"loaded":{}}

                """
            ),
            (
                ["watch", crash, ".comments.selection", ".comments.saving"],
                """
                   STEP        TIME  TYPE                        .comments.selection  .comments.saving
                      0  +TIME  @@INIT                      0                    []
                     55  +TIME  comments/postDidFinish      2                    []
                     64  +TIME  comments/edit               2                    [106]
                     66  +TIME  comments/deleteDidFinish    1                    [106]

                """
            ),
            (
                ["log", crash, "--type", "comments/*", "--type", "!*/setDraft", "--path", ".comments.saving"],
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                     64  +TIME  comments/edit                               2

                """
            ),
            (
                ["log", crash, "--group", "54.."],
                """
                   STEP        TIME  TYPE
                     54  +TIME  comments/post               1 step, 2 changes
                     55  +TIME  comments/postDidFinish      1 step, 3 changes
                     56  +TIME  comments/beginEditing       1 step, 1 change
                 57..63  +TIME  comments/setDraft           7 steps, 7 changes
                     64  +TIME  comments/edit               1 step, 2 changes
                     65  +TIME  comments/delete             1 step, 1 change
                     66  +TIME  comments/deleteDidFinish    1 step, 3 changes
                     67  +TIME  comments/editDidFinish      1 step, changes unknown  crashed here: SIGILL

                """
            ),
            (
                ["log", crash, "28..35", "--tree"],
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                     28  +TIME  search/setQuery                             1
                     29  +TIME  └ search/start                              0  after 28
                     30  +TIME    └ search/didReceive                       2  after 29
                     31  +TIME  navigation/open/details                     1
                     32  +TIME  └ details/load                              2  after 31
                     34  +TIME    └ details/didReceive                      2  after 32
                     33  +TIME  └ comments/load                             2  after 31
                     35  +TIME    └ comments/didReceive                     2  after 33

                """
            ),
            (
                ["log", crash, "--errors-only"],
                """
                   STEP        TIME  TYPE                                  CHANGES  CAUSE
                x    67  +TIME  comments/editDidFinish                      -  after 64  crashed here: SIGILL

                """
            ),
        ] as [([String], String)])
    func questionsAreAnswered(arguments: [String], output: String) throws {
        let run = try Self.rewind(arguments)
        #expect(Self.timeless(run.output) == output)
        #expect(run.status == 0)
        #expect(run.errors == "" || run.errors == Self.lostEnd)
    }

    @Test
    func checkAFileOfInvariantsOrStandardInput() throws {
        // Of several values, each has to be true.
        let several = "all: .comments.comments[].id > 104\nmore: .comments.comments[].id > 0\n"
        let each = try Self.rewind(["check", "Fixtures/crash.rewind", "-"], input: several)
        #expect(each.status == 1 && each.output.hasPrefix("broken  all from step 35, comments/didReceive\nholds   more"), "\(each)")
        let run = try Self.rewind(["check", Self.ordinary, "-"], input: "few: .home.episodes | length < 9\nhome: .home != null\n")
        #expect(run.output == "broken  few from step 3, home/didReceive\nholds   home\n")
        #expect(run.status == 1)
        #expect(try Self.rewind(["check", Self.ordinary, "-"], input: "home: .home != null\n").status == 0)
        #expect(
            Self.timeless(try Self.rewind(["check", Self.ordinary, "-", "--json"], input: "few: .home.episodes | length < 9").output)
                == #"{"name":"few","expression":".home.episodes | length < 9","holds":false,"step":3,"time":1,"type":"home/didReceive","site":"HomeReducer.swift:9","cause":2}"#
                + "\n")
    }

    @Test
    func questionsOfWhichNoStateTellsAreAnsweredWithThat() throws {
        let folder = try TemporaryFolder()
        let builder = try RecordingBuilder(in: folder)
        for step in 1...3 { try builder.action(step, "add") }
        let path = try builder.finish()
        let check = try Self.rewind(["check", path, "-"], input: "any: .count\n")
        #expect(check.output == "unknown any: no state is known\n")
        #expect(check.status == 1)
        #expect(
            check.errors
                == "rewind: the states after 4 steps are unknown, first that after step 0: the recording has no state of that store up to there\n"
        )
        let json = try Self.rewind(["check", path, "-", "--json"], input: "any: .count\n")
        #expect(json.output == #"{"name":"any","expression":".count","holds":null,"notLookedAt":4}"# + "\n")
        let find = try Self.rewind(["find", path, ".count"])
        #expect(find.status == 1 && find.errors.hasSuffix("rewind: whether '.count' is ever true is unknown: no state is known\n"))
        let history = try Self.rewind(["history", path, ".count"])
        #expect(history.status == 1 && history.errors.hasSuffix("rewind: no known state has anything at /count\n"))
        let crash = try Self.rewind(["check", Self.crash, "-"], input: "any: .home != null\n")
        #expect(crash.output == "holds   any (1 state not checked)\n")
        #expect(crash.status == 0 && crash.errors == Self.lostEnd)
    }

    @Test(
        arguments: [
            (["find", ordinary, ".search.isLoading"], 1, "/search has query, results, loading, selection"),
            (
                ["find", ordinary, ".search.2.count == 1"], 64,
                "; write [\"2\"] for a member of that name, and [2] for an element of an array"
            ),
            (["find", ordinary, "map("], 64, "'map(' can't be evaluated: syntax error"),
            (["find", ordinary, #"import "a" as a; ."#], 64, "module not found: a"),
            (["find", ordinary, #"error("no")"#], 1, "the expression has no value after 22 changes, first after step 0: no"),
            (["find", ordinary, ".home", "--all", "--last"], 64, "can't be used together"),
            (["find", ordinary, ".search.query.x"], 1, #"a string has no member "x""#),
            (["blame", ordinary, ".search.qery"], 1, "/search has query, results, loading, selection"),
            (["blame", ordinary, "search"], 64, "a path begins with '/' or '.'"),
            (["blame", crash, ".", "67"], 1, "The nearest known state before it is that of step 66"),
            (["history", ordinary, ".search.qery"], 1, "no state has anything at /search/qery"),
            (["watch", ordinary], 64, "Missing expected argument"), (["check", ordinary, "/dev/null"], 64, "has no invariants"),
            (["log", ordinary, "--type", "coment/*"], 1, "no action type matches 'coment/*'; there are comments/"),
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
            (["find", crash, "stat.comments"], 64, "stat/0 is not defined; did you mean $state? An expression knows $state, $before"),
            (["find", crash, "$acton.id"], 64, "$acton is not defined; did you mean $action? An expression knows"),
            (["find", crash, "comments.selection | test(\"x\")"], 64, "did you mean .comments?"),
            (
                ["bisect", crash, "--where", ".coments.x == 1"], 64,
                "asks for something that was never there: the state after step 66 has nothing at /coments/x"
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
            (
                ["find", crash, "action.comments._0.edti"], 1,
                "no action has anything at /comments/_0/edti; did you mean /comments/_0/edit? at /comments/_0 there is "
            ),
            (["find", crash, "$action.coments"], 1, "no action has anything at /coments; did you mean /comments? there is "),
            (["find", crash, "[$action.coments] | length > 5"], 1, "no action has a member 'coments'; did you mean 'comments'?"),
            (["find", crash, "$type == \"coments/edit\""], 1, "no action has the type 'coments/edit'; did you mean 'comments/edit'"),
            (
                ["find", crash, "$type == \"comments/edit\" or $type == \"nothing/like\""], 0,
                "no action has the type 'nothing/like'; 'rewind stats' lists the types"
            ),
            (["log", crash, "--where", ".type == \"coments/edit\""], 1, "no step matches: no action has the type 'coments/edit'"),
            (["show", crash, ":checkout"], 1, "there is no mark 'checkout', nor any other"),
            (["show", crash, "@100s"], 1, "@01:40.000 is after the last action, which was at @00:02."),
            (["log", crash, "--since", "100s"], 1, "no step matches: the last action was at 00:02."),
            (["log", crash, "60:62"], 64, "the steps from 60 to 62 are 60..62, and a time begins with @"),
            (["show", crash, "60..62"], 64, "one step is asked for here, and no range"),
            (["log", crash, "66", "67"], 64, "'rewind log' takes one range: the steps from 66 to 67 are '66..67'"),
            (["history", crash, ".comments", "60..67"], 64, "'rewind history' takes steps as '--steps 60..67'"),
            (
                ["history", crash, ".comments", "--steps", "60", "67"], 64,
                "'rewind history' takes one range: the steps from 60 to 67 are '--steps 60..67'"
            ),
            (["diff", crash, "nosuch"], 64, "'nosuch' is neither a step nor a recording; a step is a number"),
            (["diff", crash, "60:62"], 64, "neither a step nor a recording; the steps from 60 to 62 are 60..62"),
            (["diff", crash, "Fixtures/odinary.rewind"], 64, "did you mean the recording Fixtures/ordinary.rewind?"),
            (["diff", crash, ".comments"], 64, "'.comments' is a path, before which one step or two are named"),
            (["diff", crash, ordinary, ".coments"], 1, "neither recording has anything there: no state has anything at /coments"),
            (["info", "Fixtures/crsh.rewind"], 2, "no such file or directory. Perhaps Fixtures/crash.rewind is meant."),
            (["--verison"], 64, "'rewind' has no option '--verison'; did you mean '--version'?"),
            (["-v"], 64, "'rewind' has no option '-v'; did you mean '--version'?"),
            (["log", crash, "-5"], 64, "'rewind log' has no option '-5'; the last 5 steps are 'end-4..'"),
            (["log", "-n", "3", crash], 64, "'rewind log' has no option '-n'; the last 3 steps are 'end-2..'"),
            (["log", crash, "--colour", "always"], 64, "'rewind log' has no option '--colour'; did you mean '--color'?"),
            (["record", "Episodes", "--script", "x"], 64, "rewind record -- Episodes --script x"),
            (["find", crash, ".home | lenght == 3"], 64, "did you mean length?"),
            (["step", crash, "66", "--at", "65"], 64, "a step and --at can't be used together"),
            (["log", "/"], 2, "not a recording: the directory has no manifest.json"),
            (["record", "-m", "words", "--", "true"], 64, "'rewind record' has no option '-m'"),
            (["log", ordinary, "--group", "--tree"], 64, "can't be used together"),
            (["log", crash, "3..4", "--steps", "5..6"], 64, "a range and --steps can't be used together"),
            (["export", crash, "--format", "csv", "--steps", "5..6", "--last", "3"], 64, "a range and --last can't be used together"),
            (["play", crash, "3..4", "--from", "3"], 64, "leave --from and --to out"),
            (["log", ordinary, "--since", "soon"], 64, "'soon' is not a time"),
            (["bisect", crash, "9", "3", "--run", "true"], 64, "3 does not come after 9"),
            (["bisect", crash, "--run", "true"], 1, "step 66 should be bad, but it is good"),
            (["bisect", crash, "--run", "exit 126"], 2, "ended with status 126, which is not a verdict"),
            (["check", ordinary, "/nowhere"], 2, "/nowhere: can't open the file"),
            (["check", ordinary, ".x == []"], 64, "echo 'NAME: .x == []' | rewind check Fixtures/ordinary.rewind -"),
            (["find", crash, ".comments.saving = [106]"], 64, "'=' sets a value: compare with '=='"),
            (["log", crash, "--where", ".comments.saving = [1]"], 64, "'=' sets a value: compare with '=='"),
            (["find", crash, "type == \"comments/edit\""], 64, "the action's type is $type"),
            (["bisect", crash, ".comments.selection > 0"], 64, "an expression that is true of a bad state goes behind --where"),
            (["bisect", crash, "README.md"], 64, "'rewind check' takes a file of invariants"),
            (["bisect", crash, "--good", "0", "--bad", "66"], 64, "are arguments: rewind bisect BUNDLE 10 end-1"),
            (
                ["find", crash, ".comments.saving > 0"], 0,
                "compares .comments.saving with a number, but it is an array, which always counts as more; '.comments.saving | length' is how many it has"
            ),
            (
                ["find", crash, ".comments.saving | .[index(106) + 1] == 1"], 1,
                "may be about another element: to jq, 'index(…) + 1' is 1 where there is no such one"
            ),
            (["find", crash, ".comments.notice != null"], 1, "has nothing at /comments/notice: it is optional, and nil there"),
            (
                ["bisect", crash, "40", "50", "--where", ".comments.saving | length > 0"], 1,
                "none of the steps from 40 to 50 is bad, but step 64 is"
            ),
            (["find", crash, ".comments.selection"], 0, "/comments/selection is 0 there, which counts as true"),
            (["bisect", crash, "--where", ".comments.selection < 5"], 1, "--where takes what is true of a bad state"),
            (
                ["bisect", crash, "0", "67", "--where", ".comments.selection > 1"], 1,
                "the process ended in the reducer of step 67; the last step before it whose state is known is 66, which is end-1"
            ),
            (["blame", crash, ".comments", "--at", "40"], 64, "the step is an argument behind the path"),
            (["trim", "lates", "1.."], 2, "lates: no such file or directory. Perhaps latest is meant."),
            (["info", "/nowhere/x.rewind"], 2, "no such file or directory. `rewind list` lists the recordings of this machine"),
            (["redact", crash, "--check", "-o", "x.rewind"], 64, "--check writes nothing"),
            (["split", crash, "--every", "30s"], 64, "--every takes a positive number of steps"),
            (["log", crash, "--type", "comments/delet"], 1, "no action type matches 'comments/delet'; did you mean 'comments/delete'?"),
            (["record", "Episodes"], 64, "the app stands after --: rewind record -- Episodes"),
        ] as [([String], Int32, String)])
    func thatMakeNoSenseAreToldWhatWould(arguments: [String], status: Int32, words: String) throws {
        let run = try Self.rewind(arguments)
        #expect(run.status == status)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test
    func aMaskedRecordingSaysWhatAComparisonIsWorthThere() throws {
        let desk = try Desk()
        #expect(try desk.rewind(["redact", Self.crash, "-o", "OUT/masked.rewind", "--level", "masked"]).status == 0)
        let words = "so what compares a text or such a number may come out otherwise"
        for arguments in [
            ["find", "OUT/masked.rewind", ".comments.saving == [106]"], ["log", "OUT/masked.rewind", "--where", ".search.query == \"a\""],
            ["bisect", "OUT/masked.rewind", "--where", ".search.query == \"a\""],
            ["log", "OUT/masked.rewind", "--grep", "stapler"],
            ["step", "OUT/masked.rewind", "--command", "break when .search.query == \"a\"", "--command", "find .search.query == \"b\""],
        ] {
            #expect(try desk.rewind(arguments).errors.components(separatedBy: words).count == 2, "\(arguments)")
        }
        #expect(try desk.rewind(["check", "OUT/masked.rewind", "-"], input: "a: .search.query != \"a\"\n").errors.contains(words))
        #expect(try !desk.rewind(["find", "OUT/masked.rewind", ".comments.selection > 0"]).errors.contains(words))
        #expect(try !Self.rewind(["find", Self.crash, ".search.query == \"a\""]).errors.contains(words))
        let note = "rewind: this recording is masked: texts, long numbers, and numbers in arrays are pseudonyms\n"
        for arguments in [
            ["show", "OUT/masked.rewind", "64"], ["diff", "OUT/masked.rewind", "64"], ["history", "OUT/masked.rewind", ".comments.saving"],
            ["blame", "OUT/masked.rewind", ".comments.saving"], ["step", "OUT/masked.rewind", "--command", "print .comments.saving"],
            ["play", "OUT/masked.rewind", "60..64", "--speed", "1000"],
        ] {
            #expect(try desk.rewind(arguments).errors.contains(note), "\(arguments)")
        }
        #expect(try !Self.rewind(["show", Self.crash, "64"]).errors.contains("masked"))
    }

    @Test func aMaskedRecordingBesideAClearOneSaysHowToCompareThem() throws {
        let desk = try Desk()
        #expect(try desk.rewind(["redact", Self.crash, "-o", "OUT/masked.rewind", "--level", "masked"]).status == 0)
        #expect(try desk.rewind(["redact", Self.crash, "-o", "OUT/other.rewind", "--level", "masked"]).status == 0)
        let words = "OUT/masked.rewind is masked and \(Self.crash) is not, "
        for pair in [["OUT/masked.rewind", Self.crash], [Self.crash, "OUT/masked.rewind"]] {
            let run = try desk.rewind(["diff"] + pair)
            #expect(desk.plain(run.errors).contains(words) && run.errors.contains("'rewind redact \(Self.crash) --level masked'"), "\(run)")
        }
        let alike = try desk.rewind(["diff", "OUT/masked.rewind", "OUT/other.rewind"])
        #expect(alike.errors.isEmpty && alike.output.hasPrefix("nothing differs"), "\(alike)")
    }

    @Test(arguments: [
        "action.comments.edit.id < 100", "$action.comments.edit.id < 100", "($action | .comments.edit.id < 100)",
    ])
    func checkRefusesAPathThatLacksThePayloadOnItsWay(condition: String) throws {
        let run = try Self.rewind(["check", Self.crash, "-"], input: "small: $type != \"comments/edit\" or \(condition)\n")
        #expect(run.status == 64)
        #expect(
            run.errors.contains(
                "'small' asks for a path that was never there: no action has anything at /comments/edit/id; did you mean /comments/_0/edit/id?"
            ),
            "\(run.errors)")
    }

    @Test(arguments: [
        ["find", ".signIn.password|length==8"], ["find", ".signIn | .password == \"hunter2\""],
        ["log", "--where", ".signIn.password > \"a\""],
        ["find", "[.. | .password? // empty] | any(length == 8)"], ["watch", ".signIn.password | length"],
        ["show", "13", "--jq", ".signIn.password | length"], ["find", "action.signIn._0.setPassword._0 == \"h\""],
        ["step", "--command", "find .signIn.password == \"hunter2\""],
    ])
    func whatLooksIntoARedactedTextSaysSo(arguments: [String]) throws {
        let run = try Self.rewind([arguments[0], Self.crash] + arguments.dropFirst())
        #expect(run.errors.components(separatedBy: ", which was redacted: ").count == 2, "\(run)")
    }

    @Test(arguments: [
        ".signIn.password != null", ".signIn.password | type == \"string\"", ".signIn | has(\"password\")", ".search.query == \"a\"",
        "(action.search._0.setQuery._0 | length * 2) > 0",
    ])
    func whatAsksOnlyWhetherARedactedTextIsThereSaysNothing(condition: String) throws {
        #expect(try !Self.rewind(["find", Self.crash, condition]).errors.contains("redacted"))
    }

    @Test(arguments: [
        ["step", "--command", "break when .comments.comments|test(\"lot\")", "--command", "c"],
        ["step", "--command", "watch .comments.comments|test(\"lot\")", "--command", "c"],
        ["step", "--command", "until when .comments.comments|test(\"lot\")"],
        ["filter", "--where", ".comments.comments|test(\"lot\")", "-o", "OUT/f.rewind"],
    ])
    func whatFailsEverywhereSaysWhy(arguments: [String]) throws {
        let run = try Desk().rewind([arguments[0], Self.crash] + arguments.dropFirst())
        #expect((run.output + run.errors).contains("the expression has no value after"), "\(run)")
    }

    /// What steps that were left out changed and changed back, nobody knows; but nothing speaks for it.
    @Test(arguments: ["--all", "--last"])
    func whatHoldsBeforeAndAfterAGapIsNotSaidToBecomeTrueThere(option: String) throws {
        let desk = try Desk()
        #expect(try desk.rewind(["filter", Self.crash, "--type", "!*/setDraft", "-o", "OUT/short.rewind"]).status == 0)
        let run = try desk.rewind(["find", "OUT/short.rewind", ".navigation.stack|length==3", option])
        #expect(run.output.split(separator: "\n").count == 1 && run.output.contains("  31  "), "\(run)")
    }

    /// libjq calls these functions wherever they lie, unless it was told where.
    @Test
    func jqsDebugAndInputSayWhatTheyCan() throws {
        let debug = try Self.rewind(["find", Self.crash, "(.comments.selection | debug) > 0"])
        #expect(debug.status == 0 && debug.errors.contains("rewind: debug: 2\n"), "\(debug)")
        for condition in ["input", "[inputs] == []", "first(inputs) > 1"] {
            let run = try Self.rewind(["find", Self.crash, condition])
            #expect(run.status < 3, "\(run)")
        }
        let input = try Self.rewind(["show", Self.crash, "5", "--jq", "input"])
        #expect(input.status == 1 && input.errors.contains("an expression has one input, and no further one"), "\(input)")
    }

    @Test
    func anInvariantThatComesToAnArrayIsAnError() throws {
        let run = try Self.rewind(["check", Self.crash, "-"], input: "saving: .comments.saving\n")
        #expect(run.status == 64)
        #expect(run.errors.contains("'saving' is no condition: at step 0 it comes to an array"))
    }

    @Test(arguments: [["64..66"], ["--steps", "64..66"], ["--from", "64", "--to", "66"], ["64-66"]])
    func theSameStepsAreMeantByEverySpellingOfARange(range: [String]) throws {
        let run = try Self.rewind(["play", Self.crash, "--speed", "1000000", "--json"] + range)
        #expect(try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0))["step"]?.int } == [64, 65, 66], "\(run)")
        if range.first == "--from" { return }
        let folder = try TemporaryFolder()
        for command in [["log", "--json"], ["export", "--format", "ndjson"], ["filter", "-o", folder.path("f.rewind")]] {
            let run = try Self.rewind([command[0], Self.crash] + range + command.dropFirst(), home: folder.path)
            #expect(run.status == 0, "\(run)")
            if command[0] == "filter" {
                #expect(run.errors.contains("3 of 67 steps"), "\(run)")
            } else {
                #expect(run.output.split(separator: "\n").count == 3, "\(run)")
            }
        }
    }

    @Test
    func filterSaysThatAnExpressionAsksForWhatNeverWas() throws {
        let folder = try TemporaryFolder()
        let run = try Self.rewind(
            ["filter", Self.crash, "--where", ".coments.x or .comments.selection > 0", "-o", folder.path("f.rewind")], home: folder.path)
        #expect(run.status == 0 && run.errors.contains("the expression may ask for something that is not there: "), "\(run.errors)")
    }

    @Test
    func whatIsThereOnlyAtTimesIsNotCalledMissing() throws {
        // The stack of pages is that long only in the middle; nothing but the places tells.
        for arguments in [
            ["log", Self.crash, "1..3", "--where", ".navigation.stack[1] or .home"],
            ["log", Self.crash, "--type", "comments/*", "--where", ".signIn or .home"],
            ["find", Self.crash, "$type == \"comments/edit\""], ["find", Self.crash, "action.comments._0.edit"],
        ] {
            let run = try Self.rewind(arguments)
            #expect(run.status == 0 && !run.errors.contains("not there"), "\(arguments) \(run.errors)")
        }
    }

    @Test
    func checkRemarksOnATypeThatComesNearToOneAndIsContent() throws {
        let input = "edits: $type != \"coments/edit\" or .comments\nothers: $type != \"cart/checkout\" or .comments\n"
        let run = try Self.rewind(["check", Self.ordinary, "-"], input: input.replacing("coments/edit", with: "search/setQuerry"))
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.errors
                == "rewind: 'edits' may ask for something that is not there: no action has the type 'search/setQuerry'; did you mean 'search/setQuery'?\n"
        )
    }

    @Test
    func breakpointsRemarkOnTypesAndMembersThatNoActionHas() throws {
        let run = try Self.rewind(
            ["step", Self.crash, "--command", "break when $type == \"coments/edit\"", "--command", "break when action.coments"])
        #expect(run.output.contains("no action has the type 'coments/edit'; did you mean 'comments/edit'"), "\(run.output)")
        #expect(run.output.contains("no action has anything at /coments; did you mean /comments?"), "\(run.output)")
    }

    @Test
    func bisectByACommandThatGetsTheStateBothWays() throws {
        let command = #"grep -q '"query":""' && grep -q '"query":""' "$REWIND_STATE""#
        let run = try Self.rewind(["bisect", Self.crash, "--run", command])
        #expect(
            Self.timeless(run.output) == """
                     22  +TIME  search/setQuery             is the first bad step
                           ~ /search/query = "s"
                           ~ /search/loading = {"loading":{}}

                """)
        #expect(run.errors.hasPrefix("rewind: step 0 is good\nrewind: step 66 is bad\nrewind: step 33 is bad\n"))
        #expect(run.status == 0)
    }

    @Test
    func bisectByAskingWhoeverSitsThere() throws {
        let run = try Self.rewind(["bisect", Self.crash, "20", "28", "--json"], input: "show .search.query\nbad\ng\nskip\n")
        #expect(run.output.hasPrefix(#"{"step":24,"steps":[23,24],"time":"#))
        #expect(run.errors == "\"sta\"\n")
        let early = try Self.rewind(["bisect", Self.crash, "20", "28"], input: "quit\n")
        #expect(early.status == 1)
        #expect(early.errors == "rewind: the search ended before the first bad step was found: it is one of 21 to 28\n")
    }

    @Test
    func statsAndDuAsTablesAndAsJSON() throws {
        let stats = try Self.rewind(["stats", Self.crash]).output
        #expect(stats.hasPrefix("steps       67 in 2."))
        #expect(stats.contains("\n     24       24 ") && stats.contains("  comments/setDraft\n"))
        let usage = try Self.rewind(["du", Self.ordinary, "--depth", "2"]).output
        #expect(
            usage.hasPrefix(
                "by type\n      BYTES    ACTIONS    CHANGES  STEPS  TYPE\n     3.7 kB     1.8 kB     1.9 kB      1  home/didReceive\n"))
        #expect(usage.contains("\n  380 bytes    2 bytes  378 bytes        7  /search/query\n"))
        for command in ["stats", "du"] {
            let json = try Self.rewind([command, Self.crash, "--json"]).output
            #expect(json.hasPrefix("{") && json.hasSuffix("}\n") && json.split(separator: "\n").count == 1)
        }
    }

    @Test
    func aScriptOfTheDebuggersCommandsFromOptionsAFileAndStandardInput() throws {
        let stop = """
            >     0  +TIME  @@INIT
            breakpoint 1  comments/post*
            stopped by breakpoint 1, comments/post*
            >    54  +TIME  comments/post                               2
                       - /comments/draft
                       ~ /comments/posting = 1

            """
        func step(_ arguments: String..., input: String = "") throws -> String {
            Self.timeless(try Self.rewind(["step", Self.crash] + arguments, input: input).output)
        }
        #expect(try step("--command", "break comments/post*", "--command", "c") == stop)
        #expect(try step("-x", "-", input: "# to the post\nbreak comments/post*\ncontinue\n") == stop)
        #expect(try step(input: "break comments/post*\nc\n") == stop)
        #expect(
            try step("--at", "66", "--command", "where").hasSuffix(
                """
                     66  +TIME  comments/deleteDidFinish    CommentRequests.swift:51
                     65  +TIME  comments/delete             Keymap.swift:6

                """))
    }
}
