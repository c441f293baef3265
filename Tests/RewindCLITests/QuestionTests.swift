import Foundation
import TestSupport
import Testing

/// The built program's answers about the fixtures, word by word.
@Suite("Questions at the command line", .serialized)
struct QuestionTests {
    /// Runs the program beside the fixtures, as its help does.
    static func rewind(_ arguments: [String], input: String = "") throws -> Program.Run {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        return try #require(Program.rewind, "the program was not built beside the tests")
            .run(arguments, input: input, in: root, environment: ["NO_COLOR": "1"])
    }

    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"
    private static let lostEnd =
        "rewind: the state after step 67 is not known and was left out; of step 67: the process ended in the reducer of step 67\n"

    @Test(
        "are answered",
        arguments: [
            (["find", crash, ".comments.selection > 0"], "     55  +00:01.939  comments/postDidFinish\n"),
            (
                ["find", ordinary, #".search.loading | has("loading")"#, "--all"],
                "      8  +00:00.820  search/setQuery             true through 15\n"
            ),
            (
                ["find", ordinary, #".search.loading | has("loading")"#, "--last", "--json"],
                #"{"step":8,"time":820047682,"type":"search/setQuery","site":"Keymap.swift:6","through":15}"# + "\n"
            ),
            (["find", ordinary, "(.home.episodes | length) == 0"], "      0  +00:00.000  @@INIT\n"),
            (
                ["blame", crash, ".comments"],
                """
                     66  +00:02.143  comments/deleteDidFinish    /comments/comments = [2 elements]  CommentRequests.swift:51
                     35  +00:01.729  comments/didReceive         /comments/loading = {"loaded":{}}  CommentRequests.swift:25
                     66  +00:02.143  comments/deleteDidFinish    /comments/selection = 1  CommentRequests.swift:51
                     55  +00:01.939  comments/postDidFinish      /comments/posting = 0  CommentRequests.swift:33
                     64  +00:01.941  comments/edit               /comments/saving = [106]  Keymap.swift:6
                     66  +00:02.143  comments/deleteDidFinish    /comments/deleting = []  CommentRequests.swift:51
                     33  +00:01.526  comments/load               /comments/episode = 11  AppReducer.swift:34

                """
            ),
            (
                ["blame", ordinary, ".search.query", "12", "--json"],
                #"{"path":"/search/query","step":12,"time":821945813,"type":"search/setQuery","site":"Keymap.swift:6","value":"stapl"}"#
                    + "\n"
            ),
            (
                ["history", ordinary, ".search.loading"],
                """
                   STEP        TIME  TYPE                        VALUE
                      0  +00:00.000  @@INIT                      {"idle":{}}
                      8  +00:00.820  search/setQuery             {"loading":{}}
                     16  +00:01.174  search/didReceive           {"loaded":{}}

                """
            ),
            (
                ["watch", crash, ".comments.selection", ".comments.saving"],
                """
                   STEP        TIME  TYPE                        /comments/selection  /comments/saving
                      0  +00:00.000  @@INIT                      0                    []
                     55  +00:01.939  comments/postDidFinish      2                    []
                     64  +00:01.941  comments/edit               2                    [106]
                     66  +00:02.143  comments/deleteDidFinish    1                    [106]

                """
            ),
        ] as [([String], String)])
    func answers(arguments: [String], output: String) throws {
        let run = try Self.rewind(arguments)
        #expect(run.output == output)
        #expect(run.status == 0)
        #expect(run.errors == "" || run.errors == Self.lostEnd)
    }

    @Test("check a file of invariants, or standard input")
    func check() throws {
        let run = try Self.rewind(["check", Self.ordinary, "-"], input: "few: .home.episodes | length < 9\nhome: .home\n")
        #expect(run.output == "broken  few from step 3, home/didReceive\nholds   home\n")
        #expect(run.status == 1)
        #expect(try Self.rewind(["check", Self.ordinary, "-"], input: "home: .home\n").status == 0)
        #expect(
            try Self.rewind(["check", Self.ordinary, "-", "--json"], input: "few: .home.episodes | length < 9").output
                == #"{"name":"few","expression":".home.episodes | length < 9","holds":false,"step":3,"time":70205451,"type":"home/didReceive","site":"HomeReducer.swift:9","cause":2}"#
                + "\n")
    }

    @Test(
        "that make no sense are told what would",
        arguments: [
            (["find", ordinary, ".search.isLoading"], 1, "/search has query, results, loading, selection"),
            (["find", ordinary, "map(.x)"], 64, "at character 1, 'map' is not supported there. Supported are paths"),
            (["find", ordinary, ".home", "--all", "--last"], 64, "give one of them"),
            (["find", ordinary, ".search.query.x"], 1, #"a string has no member "x""#),
            (["blame", ordinary, ".search.qery"], 1, "/search has query, results, loading, selection"),
            (["blame", ordinary, "search"], 64, "a path begins with '/' or '.'"),
            (["blame", crash, ".", "67"], 1, "The nearest known state before it is that of step 66"),
            (["history", ordinary, ".search.qery"], 1, "no state has anything at /search/qery"),
            (["watch", ordinary], 64, "Missing expected argument"), (["check", ordinary, "/dev/null"], 64, "has no invariant in it"),
            (["check", ordinary, "/nowhere"], 2, "/nowhere: can't open it"),
        ] as [([String], Int32, String)])
    func refusals(arguments: [String], status: Int32, words: String) throws {
        let run = try Self.rewind(arguments)
        #expect(run.status == status)
        #expect(run.errors.contains(words), "\(run.errors)")
    }
}
