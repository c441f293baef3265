import Foundation
import TestSupport
import Testing

/// The forms that answers about the fixtures come in: for a ticket, in columns, counted, through jq, about two recordings.
@Suite("Answers in other forms", .serialized, .timeLimit(.minutes(5)))
struct AnswerFormTests {
    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"

    private static func timeless(_ text: String) -> String { text.replacing(/\+\d\d:\d\d\.\d\d\d/, with: "+TIME") }

    @Test(
        arguments: [
            (
                ["diff", ordinary, "7", "9", "--format", "side-by-side"],
                """
                step 7                                                       step 9
                search                                                       search
                  query: ""                                                ~   query: "st"
                  loading                                                      loading
                                                                           +     loading: {}
                    idle: {}                                               -
                  … 2 unchanged                                                … 2 unchanged
                … 5 unchanged                                                … 5 unchanged

                """
            ),
            (
                ["diff", crash, "53", "66", "--stat"],
                """
                  ADDED  REMOVED  CHANGED  MOVED  PLACE
                      1        1        1         /comments

                """
            ),
            (
                ["diff", crash, "53", "66", "--stat", "--json"],
                #"{"added":1,"removed":1,"changed":1,"moved":0,"places":[{"path":"/comments","added":1,"removed":1,"changed":1,"moved":0}]}"#
                    + "\n"
            ),
            (["diff", ordinary, ordinary], "nothing differs: both have the same 23 steps\n"),
            (["show", ordinary, "end", "--jq", ".home.episodes[:2][].title"], "\"Fog Signal\"\n\"The Stapler Summit\"\n"),
            (["show", ordinary, "end", ".home.episodes", "--jq", "map(.season) | add", "--json"], "43\n"),
        ] as [([String], String)])
    func areTheseWordByWord(arguments: [String], output: String) throws {
        try QuestionTests.rewind(arguments).expect(0, output: .is(output), errors: .is(""))
    }

    @Test
    func bisectByAnExpressionThatIsTrueOfWhatIsBad() throws {
        let run = try QuestionTests.rewind(["bisect", Self.crash, "--where", "[.comments.comments[]?.id] | length > 1", "--json"])
        #expect(run.output.hasPrefix(#"{"step":35,"#) && run.status == 0, "\(run.output) \(run.errors)")
        let change = try QuestionTests.rewind(["bisect", Self.crash, "--where", ".comments.comments != before.comments.comments"])
        #expect(change.status == 0, "what has no state before is not bad: \(change.errors)")
        try QuestionTests.rewind(["blame", Self.crash, ".comments.comments"]).expect(output: "66", "something in it was removed or moved")
        try QuestionTests.rewind(["bisect", Self.crash, "--where", ".home", "--run", "true"]).expect(64, errors: "can't be used together")
    }

    @Test
    func infoAsATableForATicketInWhichNothingIsMarkup() throws {
        let run = try QuestionTests.rewind(["info", Self.crash, "--markdown"])
        let head = "| recording | Fixtures/crash.rewind |\n|---|---|\n| title | Deleting a comment while its edit is saved |\n"
        #expect(run.output.hasPrefix(head))
        #expect(run.output.contains("\n| ended | it crashed with SIGILL |\n") && run.output.contains("x86\\_64"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("|") && $0.hasSuffix("|") })
    }

    @Test
    func twoRecordingsTheFirstDifferenceInFullThenWhatFollows() throws {
        let run = try QuestionTests.rewind(["diff", Self.ordinary, Self.crash, "--exit-code"])
        #expect(
            Self.timeless(run.output).hasPrefix(
                """
                - Fixtures/ordinary.rewind
                + Fixtures/crash.rewind
                the same up to step 4
                -       5  +TIME  home/move                   1 change
                  what it changed
                    home
                  ~   selection: 0 → 1
                      … 2 unchanged
                    … 5 unchanged
                then
                -       6  +TIME  home/move                   1 change
                +       5  +TIME  navigation/open/signIn      1 change

                """))
        // What both did after the sign-in is not among them.
        #expect(run.output.contains("comments/didReceive") && !run.output.contains("search/setQuery"))
        #expect(run.output.hasSuffix("\nsteps 35 to 67 are only in \(Self.crash)\n"))
        #expect(run.status == 1)
        try QuestionTests.rewind(["diff", Self.ordinary, Self.crash, "/home", "--json"]).expect(
            0, output: #""differs":true,"common":18,"count":2,"differences":[{"first":5,"kind":"onlyFirst"},{"first":6,"#)
    }

    @Test(
        arguments: [
            (["diff", ordinary, "nonsense"], 64, "'nonsense' is neither a step nor a recording"),
            (["diff", ordinary, crash, ".home", "x"], 64, "unexpected argument 'x'"),
            (["diff", ordinary, crash, "--format", "patch"], 64, "two recordings can only be compared as a tree or with --json"),
            (["diff", ordinary, "3", "--stat", "--format", "patch"], 64, "can't be used together"),
            (["info", ordinary, "--markdown", "--json"], 64, "can't be used together"),
            (["show", ordinary, "3", "--jq", ".a["], 64, "can't be evaluated: syntax error"),
            (["show", ordinary, "3", "--jq", "error(\"no\")"], 1, "has no value after step 3: no"),
        ] as [([String], Int32, String)])
    func thatMakeNoSenseAreRefused(arguments: [String], status: Int32, words: String) throws {
        try QuestionTests.rewind(arguments).expect(status, errors: .has(words))
    }

    @Test
    func aScriptOfCheckpointsDisplaysConditionsAndMarks() throws {
        let commands = [
            "mark here", "display .search.query", "n 8", "checkpoint", "break *", "condition 1 [.home.episodes[].id] | add > 3", "c",
            "restart 1", "info ch", "info m", "undisplay",
        ]
        let run = try QuestionTests.rewind(["step", Self.ordinary] + commands.flatMap { ["--command", $0] })
        #expect(
            Self.timeless(run.output) == """
                >     0  +TIME  @@INIT
                :here  step 0
                  1: /search/query = ""
                >     8  +TIME  search/setQuery                             2
                           ~ /search/query = "s"
                           ~ /search/loading = {"loading":{}}
                  1: /search/query = "s"
                checkpoint 1  step 8
                breakpoint 1  *
                breakpoint 1  * when [.home.episodes[].id] | add > 3
                stopped by breakpoint 1, * when [.home.episodes[].id] | add > 3
                >     9  +TIME  search/setQuery                             1
                           ~ /search/query = "st"
                  1: /search/query = "st"
                >     8  +TIME  search/setQuery                             2
                           ~ /search/query = "s"
                           ~ /search/loading = {"loading":{}}
                  1: /search/query = "s"
                checkpoint 1  step 8
                :here  step 0
                nothing is displayed

                """)
        #expect(run.status == 0)
    }
}
