import Foundation
import ReplayTestSupport
import RewindValue
import TestSupport
import Testing

/// The built program's answers about the fixtures, word by word.
@Suite("Questions at the command line", .serialized, .timeLimit(.minutes(5)))
struct QuestionTests {
    private let folder = TemporaryFolder()
    private let desk = Desk()

    /// Runs the command beside the fixtures, as its help does.
    static func rewind(_ arguments: [String], input: String = "", home: String? = nil) throws -> Program.Run {
        try BesideFixtures.rewind(
            arguments, input: input, environment: home.map { ["NO_COLOR": "1", "REWIND_HOME": $0] } ?? ["NO_COLOR": "1"])
    }

    /// An answer without the times, which differ each time that the fixtures are made.
    private static func timeless(_ text: String) -> String {
        text.replacing(/\+\d\d:\d\d\.\d\d\d/, with: "+TIME").replacing(/"time":[1-9]\d+/, with: #""time":1"#)
    }

    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"
    private static let lostEnd =
        "rewind: the state after step 67 is unknown: the process ended in its reducer\n"

    @Test
    func checkAFileOfInvariantsOrStandardInput() throws {
        // Of several values, each has to be true.
        let several = "all: .comments.comments[].id > 104\nmore: .comments.comments[].id > 0\n"
        let each = try Self.rewind(["check", "Fixtures/crash.rewind", "-"], input: several)
        #expect(each.status == 1 && each.output.hasPrefix("broken  all: from step 35, comments/didReceive\nholds   more"), "\(each)")
        try Self.rewind(["check", Self.ordinary, "-"], input: "few: .home.episodes | length < 9\nhome: .home != null\n").expect(
            1, output: .is("broken  few: from step 3, home/didReceive\nholds   home\n"))
        #expect(try Self.rewind(["check", Self.ordinary, "-"], input: "home: .home != null\n").status == 0)
        #expect(
            Self.timeless(try Self.rewind(["check", Self.ordinary, "-", "--json"], input: "few: .home.episodes | length < 9").output)
                == #"{"recording":"Fixtures/ordinary.rewind","name":"few","expression":".home.episodes | length < 9","holds":false,"step":3,"time":1,"type":"home/didReceive","site":"HomeReducer.swift:9","cause":2}"#
                + "\n")
    }

    @Test
    func questionsOfWhichNoStateTellsAreAnsweredWithThat() throws {
        let builder = try RecordingBuilder(in: folder)
        for step in 1...3 { try builder.action(step, "add") }
        let path = try builder.finish()
        let check = try Self.rewind(["check", path, "-"], input: "any: .count\n").expect(1, output: .is("unknown any: no state is known\n"))
        #expect(
            check.errors
                == "rewind: the states after 4 steps are unknown, first that after step 0: the recording has no state of that store up to there\n"
        )
        let json = try Self.rewind(["check", path, "-", "--json"], input: "any: .count\n")
        #expect(json.output == #"{"recording":"\#(path)","name":"any","expression":".count","holds":null,"notLookedAt":4}"# + "\n")
        let find = try Self.rewind(["find", path, ".count"])
        #expect(find.status == 1 && find.errors.hasSuffix("rewind: whether '.count' is ever true is unknown: no state is known\n"))
        let history = try Self.rewind(["history", path, ".count"])
        #expect(history.status == 1 && history.errors.hasSuffix("rewind: no known state has anything at /count\n"))
        let crash = try Self.rewind(["check", Self.crash, "-"], input: "any: .home != null\n")
        #expect(crash.output == "holds   any (1 state not checked)\n")
        #expect(crash.status == 0 && crash.errors == Self.lostEnd)
    }

    @Test
    func aMaskedRecordingSaysWhatAComparisonIsWorthThere() throws {
        #expect(try desk.run(["redact", Self.crash, "-o", "OUT/masked.rewind", "--level", "masked"]).status == 0)
        let words = "so what compares a text or such a number may come out otherwise"
        for arguments in [
            ["find", "OUT/masked.rewind", ".comments.saving == [106]"], ["log", "OUT/masked.rewind", "--where", ".search.query == \"a\""],
            ["bisect", "OUT/masked.rewind", "--where", ".search.query == \"a\""],
            ["log", "OUT/masked.rewind", "--grep", "stapler"],
            ["step", "OUT/masked.rewind", "--command", "break when .search.query == \"a\"", "--command", "find .search.query == \"b\""],
        ] {
            let run = try desk.run(arguments)
            #expect((run.output + run.errors).components(separatedBy: words).count == 2, "\(arguments)")
        }
        #expect(try desk.run(["check", "OUT/masked.rewind", "-"], input: "a: .search.query != \"a\"\n").errors.contains(words))
        #expect(try !desk.run(["find", "OUT/masked.rewind", ".comments.selection > 0"]).errors.contains(words))
        #expect(try !Self.rewind(["find", Self.crash, ".search.query == \"a\""]).errors.contains(words))
        // Where the answer does not depend on it, `info` has said so.
        for arguments in [
            ["show", "OUT/masked.rewind", "64"], ["diff", "OUT/masked.rewind", "64"], ["history", "OUT/masked.rewind", ".comments.saving"],
            ["blame", "OUT/masked.rewind", ".comments.saving"], ["step", "OUT/masked.rewind", "--command", "print .comments.saving"],
            ["play", "OUT/masked.rewind", "60..64", "--speed", "1000"],
        ] {
            #expect(try !desk.run(arguments).errors.contains("masked:"), "\(arguments)")
        }
        #expect(try !Self.rewind(["show", Self.crash, "64"]).errors.contains("masked"))
    }

    @Test func aMaskedRecordingBesideAClearOneSaysHowToCompareThem() throws {
        #expect(try desk.run(["redact", Self.crash, "-o", "OUT/masked.rewind", "--level", "masked"]).status == 0)
        #expect(try desk.run(["redact", Self.crash, "-o", "OUT/other.rewind", "--level", "masked"]).status == 0)
        let words = "OUT/masked.rewind is masked and \(Self.crash) is not, "
        for pair in [["OUT/masked.rewind", Self.crash], [Self.crash, "OUT/masked.rewind"]] {
            let run = try desk.run(["diff"] + pair)
            #expect(desk.plain(run.errors).contains(words) && run.errors.contains("'rewind redact \(Self.crash) --level masked'"), "\(run)")
        }
        try desk.run(["diff", "OUT/masked.rewind", "OUT/other.rewind"]).expect(output: .begins("nothing differs"), errors: .is(""))
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
        #expect((run.errors + run.output).components(separatedBy: ", which was redacted: ").count == 2, "\(run)")
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
        let run = try Desk().run([arguments[0], Self.crash] + arguments.dropFirst())
        #expect((run.output + run.errors).contains("the expression has no value after"), "\(run)")
    }

    /// What steps that were left out changed and changed back, nobody knows; but nothing speaks for it.
    @Test(arguments: ["--all", "--last"])
    func whatHoldsBeforeAndAfterAGapIsNotSaidToBecomeTrueThere(option: String) throws {
        #expect(try desk.run(["filter", Self.crash, "--type", "!*/setDraft", "-o", "OUT/short.rewind"]).status == 0)
        let run = try desk.run(["find", "OUT/short.rewind", ".navigation.stack|length==3", option])
        #expect(run.output.split(separator: "\n").count == 1 && run.output.contains("  31  "), "\(run)")
    }

    /// jq gets one document after the other: what would read the next one says that there is none.
    @Test
    func jqsDebugAndInputSayWhatTheyCan() throws {
        try Self.rewind(["find", Self.crash, "(.comments.selection | debug) > 0"]).expect(0, errors: "rewind: debug: 2\n")
        for condition in ["input", "[inputs] == []", "first(inputs) > 1"] {
            let run = try Self.rewind(["find", Self.crash, condition])
            #expect(run.status < 3, "\(run)")
        }
        try Self.rewind(["show", Self.crash, "5", "--jq", "input"]).expect(1, errors: "an expression has one input, and no further one")
    }

    /// jq aborts, or runs out of memory: that is the end of its process, and not of ours.
    @Test(arguments: ["1e18|todate", "1e17|strftime(\"%Y\")", "[]|.[1764000000]=1|length"])
    func whatEndsJqIsNoValueAndTheRestGoesOn(expression: String) throws {
        let show = try Self.rewind(["show", Self.crash, "5", "--jq", expression])
        #expect(show.status < 2 && !show.wasKilled, "\(show)")
        let run = try Self.rewind(
            ["step", Self.crash, "--prompt"],
            input: "goto 5\nprint (\(expression))\nprint .comments.selection | tostring\nprint .comments.selection\nquit\n")
        #expect(run.status < 2 && run.output.contains("\"0\"\n0\n"), "\(run)")
    }

    /// A program of jq's that never ends does not go on without us.
    @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func whatEndsUsEndsJq(signal: Int32) async throws {
        let jq = try Program.installed("jq").url.path
        // The jq that is asked, and not the one that only looks at the program, holds the line as long as it lives.
        let lifeline = try Lifeline(folder.path("lifeline"))
        let script = "#!/bin/sh\ncase $1 in --compact-output) exec 9> '\(lifeline.path)' ;; esac\nexec '\(jq)' \"$@\"\n"
        try folder.makeFolder("bin")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.write(script.utf8, to: "bin/jq"))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let find = try RunningProgram(
            Program.rewind, ["find", Repository.path(Self.crash), "def endless: endless; 1 | debug | endless"],
            environment: ["PATH": "\(folder.path("bin")):\(path)"])
        #expect(await find.says("debug: 1"), "\(find.errors)")
        await find.ended(by: signal)
        #expect(await lifeline.isLetGo())
    }

    @Test func whatEndsJqIsSaid() throws {
        try Self.rewind(["show", Self.crash, "5", "--jq", "1e18|todate"]).expect(
            1, errors: "has no value after step 5: jq ended with SIGABRT")
        let rules = "late: 1e18 | todate | startswith(\"2\")\nfine: .home | keys | length > 0\n"
        let check = try Self.rewind(["check", Self.crash, "-"], input: rules)
        #expect(check.status == 1 && check.output.contains("jq ended with SIGABRT") && check.output.contains("holds   fine"), "\(check)")
    }

    @Test func withoutJqTheMessageSaysHowToGetIt() throws {
        let run = try Desk().run(["find", Self.crash, ".comments.selection | tostring == \"2\""], environment: ["PATH": folder.path])
        #expect(run.status == 64 && run.errors.contains("it needs jq, which is not installed"), "\(run)")
        let check = try Desk().run(["check", Self.crash, ".comments.selection | tostring == \"2\""], environment: ["PATH": folder.path])
        #expect(check.status == 64 && check.errors.contains("there is no such file; as an expression, '.comments.selection"), "\(check)")
        #expect(try Desk().run(["find", Self.crash, ".comments.selection > 1"], environment: ["PATH": folder.path]).status == 0)
    }

    @Test
    func anInvariantThatComesToAnArrayIsAnError() throws {
        try Self.rewind(["check", Self.crash, "-"], input: "saving: .comments.saving\n").expect(
            64, errors: "'saving' is no condition: at step 0 it evaluates to an array")
    }

    @Test(arguments: [["64..66"], ["--steps", "64..66"]])
    func theSameStepsAreMeantByEverySpellingOfARange(range: [String]) throws {
        let run = try Self.rewind(["play", Self.crash, "--speed", "1000000", "--json"] + range)
        #expect(try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0))["step"]?.int } == [64, 65, 66], "\(run)")
        for command in [["log", "--json"], ["export", "--format", "ndjson"], ["filter", "-o", folder.path("f.rewind")]] {
            let run = try Self.rewind([command[0], Self.crash] + range + command.dropFirst(), home: folder.path).expect(0)
            if command[0] == "filter" {
                #expect(run.errors.contains("3 of 67 steps"), "\(run)")
            } else {
                let steps = run.output.split(separator: "\n").filter { !$0.hasPrefix(#"{"effect""#) }
                #expect(steps.count == 3, "\(run)")
            }
        }
    }

    @Test
    func filterSaysThatAnExpressionAsksForWhatNeverWas() throws {
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
        try Self.rewind(["bisect", Self.crash, "20", "28", "--json"], input: "show .search.query\nbad\ng\nskip\n").expect(
            output: .begins(#"{"step":24,"steps":[23,24],"time":"#), errors: .is("\"sta\"\n"))
        let early = try Self.rewind(["bisect", Self.crash, "20", "28"], input: "quit\n").expect(1)
        #expect(early.errors == "rewind: the search ended before the first bad step was found: it is one of 21 to 28\n")
    }

    @Test
    func statsAndDuAreOneObjectInJSON() throws {
        for command in ["stats", "du"] {
            let json = try Self.rewind([command, Self.crash, "--json"]).output
            #expect(json.hasPrefix("{") && json.hasSuffix("}\n") && json.split(separator: "\n").count == 1)
        }
    }

    @Test("Step runs the debugger's commands from options, from a script and from standard input")
    func stepRunsCommandsFromOptionsScriptOrInput() throws {
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
                     66  +TIME  comments/deleteDidFinish    CommentRequests.swift:57
                     65  +TIME  comments/delete             Keymap.swift:6

                """))
    }
}
