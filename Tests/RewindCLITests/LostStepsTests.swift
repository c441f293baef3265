import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// What the commands say of a recording of which the middle is in no part.
@Suite("Lost steps at the command line", .serialized, .timeLimit(.minutes(5)))
struct LostStepsTests {
    private let desk = Desk()
    private static let unknown =
        "rewind: the states after 30 steps are unknown, first that after step 31: nothing of steps 31 to 60 is in the recording\n"

    init() throws {
        for (part, range) in [("a", "..30"), ("b", "61..")] {
            #expect(try desk.run(["trim", "Fixtures/crash.rewind", range, "-o", "OUT/\(part).rewind"]).status == 0)
        }
        #expect(try desk.run(["merge", "OUT/a.rewind", "OUT/b.rewind", "-o", "OUT/gap.rewind"]).status == 3)
    }

    @Test
    func blameNamesThemWhereTheyMayHaveSetAValue() throws {
        let blame = try desk.run(["blame", "OUT/gap.rewind", ".comments.posting"])
        #expect(blame.errors == Self.unknown)
        #expect(blame.output.contains("/comments/posting = 0  or 31..60 (lost)"))
        let json = try JSONValue(parsing: try desk.run(["blame", "OUT/gap.rewind", ".comments.posting", "--json"]).output)
        #expect(json["step"] == 0 && json["unknown"] == [[31, 60]])
        let whole = try desk.run(["blame", "Fixtures/crash.rewind", ".comments.posting", "60"])
        #expect(whole.errors == "" && whole.output.contains("     55  ") && !whole.output.contains("or "))
    }

    @Test
    func thePromptStopsAtThemFromEitherSide() throws {
        let prompt = try desk.run(
            ["step", "OUT/gap.rewind"], input: "break path .comments.selection\ngoto 30\nc\ngoto end\nrc\nrc\nquit\n")
        #expect(prompt.output.components(separatedBy: "this happened in one of steps 31 to 60, which are lost\n").count == 3)
        #expect(prompt.output.components(separatedBy: ">    60           ?  (lost)").count == 3)
    }

    @Test
    func logOfAPathSaysThatTheyAreUnknown() throws {
        let log = try desk.run(["log", "OUT/gap.rewind", "--path", ".comments.selection"])
        #expect(log.errors == Self.unknown)
        #expect(log.output.split(separator: "\n").count == 2 && log.output.contains("     66  "))
        let never = try desk.run(["filter", "Fixtures/crash.rewind", "--path", ".home.episodes[50]", "-o", "OUT/none.rewind"])
        #expect(never.status == 1 && never.errors.contains("no known state has anything at /home/episodes/50"))
    }

    @Test(arguments: [
        ["log", "OUT/gap.rewind", "--type", "comments/post*"], ["find", "OUT/gap.rewind", #"$type == "comments/post""#],
        ["find", "OUT/gap.rewind", "--all", #"$type == "comments/edit""#],
    ])
    func whoAsksForActionsIsTold(arguments: [String]) throws {
        #expect(try desk.run(arguments).errors.hasPrefix(Self.unknown))
    }

    @Test(arguments: [["--grep", "cake"], ["--where", ".comments.selection != before.comments.selection"]])
    func whoAsksForTextsOrStatesIsToldTogetherWithTheCrash(filter: [String]) throws {
        let log = try desk.run(["log", "OUT/gap.rewind"] + filter)
        #expect(log.errors.contains("steps are unknown, first that after step 31: nothing of steps 31 to 60 is in the recording"), "\(log)")
        let none = try desk.run(["log", "OUT/gap.rewind"] + filter + ["31..60"])
        let redacted = filter[0] == "--grep" ? "; --grep does not find what was redacted" : ""
        let answer = "rewind: no step matches where the state is known\(redacted)\n"
        #expect(none.status == 1 && none.errors == Self.unknown + answer, "\(none)")
    }

    @Test
    func thePromptSaysThatOneOfThemMayHaveMatched() throws {
        let prompt = try desk.run(["step", "OUT/gap.rewind"], input: "goto 20\nb comments/edit\nc\nrc\nuntil comments/edit\nquit\n")
        let words = "steps 31 to 60 on the way are lost, and may have matched\n"
        #expect(prompt.output.components(separatedBy: words).count == 4, "\(prompt)")
    }

    @Test
    func theyPartTheRunsOfAGroupedLog() throws {
        let rows = try desk.run(["log", "OUT/gap.rewind", "--group"]).output.split(separator: "\n")
        let lost = try #require(rows.firstIndex { $0.contains("steps 31 to 60") })
        #expect(rows[lost - 1].contains("..30 ") || rows[lost - 1].contains(" 30 "), "\(rows[lost - 1])")
        #expect(rows[lost + 1].trimmingCharacters(in: .whitespaces).hasPrefix("61"), "\(rows[lost + 1])")
    }

    @Test
    func theyPartTheStepsOfATree() throws {
        let rows = try desk.run(["log", "OUT/gap.rewind", "--tree"]).output.split(separator: "\n")
        let lost = try #require(rows.firstIndex { $0.contains("steps 31 to 60 are lost") })
        #expect(rows[..<lost].contains { $0.hasPrefix("     30 ") } && rows[lost...].contains { $0.hasPrefix("     61 ") }, "\(rows)")
        #expect(!rows[..<lost].contains { $0.hasPrefix("     61 ") }, "\(rows)")
        let json = try desk.run(["log", "OUT/gap.rewind", "--tree", "--json"]).output.split(separator: "\n")
        #expect(json.contains { $0.hasPrefix(#"{"lost":[31,60]"#) })
    }

    @Test
    func whatTheStepOfTheCrashChangedIsUnknownInAGroupedLog() throws {
        let rows = try desk.run(["log", "Fixtures/crash.rewind", "--group"]).output.split(separator: "\n")
        #expect(rows.last?.hasSuffix("1 step, changes unknown  crashed here: SIGILL") == true, "\(rows)")
        let json = try desk.run(["log", "Fixtures/crash.rewind", "--group", "--json"]).output.split(separator: "\n")
        let last = try JSONValue(parsing: String(try #require(json.last)))
        #expect(last["changes"] == 0 && last["unknown"] == 1 && last["ended"] == "crashed here: SIGILL")
    }

    @Test
    func statisticsAndFormatsWithoutAPlaceForThemSaySo() throws {
        let stats = try desk.run(["stats", "OUT/gap.rewind"])
        #expect(stats.errors == Self.unknown, "\(stats)")
        let json = try JSONValue(parsing: try desk.run(["stats", "OUT/gap.rewind", "--json"]).output)
        #expect(json["steps"] == 37 && json["lost"] == 30)
        #expect(try desk.run(["stats", "OUT/gap.rewind", "..30"]).errors == "")
        for format in ["perfetto", "redux-devtools"] {
            let export = try desk.run(["export", "OUT/gap.rewind", "--format", format])
            #expect(export.status == 0 && export.errors == Self.unknown, "\(export.errors)")
            #expect(try desk.run(["export", "OUT/a.rewind", "--format", format]).errors == "")
        }
        // Their rows tell.
        #expect(try desk.run(["export", "OUT/gap.rewind", "--format", "csv"]).errors == "")
    }

    @Test
    func whatThePolicyLeftOutIsNotCalledLost() throws {
        let folders = (0..<2).map { _ in TemporaryFolder() }
        let paths = try zip(folders, ["Shop", "Till"]).map { folder, app in
            let builder = try RecordingBuilder(in: folder, state: ["n": 0]) { ($0.capture, $0.app) = ("every 3", ["name": .string(app)]) }
            for step in 1...5 { try builder.action(step, "add") }
            try builder.patch(3, #"[{"op":"replace","path":"/n","value":3}]"#, merged: 1...3)
            return try builder.finish()
        }
        let path = paths[0]
        try desk.run(["log", path]).expect(0, output: .not("lost"), "     5  ")
        #expect(try desk.run(["log", path, "--errors-only"]).status == 1)
        try desk.run(["show", path, "5", "."]).expect(1, errors: "by its policy, the recorder took no state from step 4 on")
        try desk.run(["show", path, "5"]).expect(output: "the recorder did not take the state here, by its policy")
        try desk.run(["find", path, ".n > 3"]).expect(1, errors: "the recorder wrote one patch for steps 1 to 3")
        #expect(try desk.run(["seal", path, "-o", "OUT/sparse.rewind"]).status == 0)
        #expect(try desk.run(["doctor", "OUT/sparse.rewind"]).status == 0)
        #expect(try desk.run(["seal", paths[1], "-o", "OUT/till.rewind"]).status == 0)
        try desk.run(["merge", "OUT/sparse.rewind", "OUT/till.rewind", "-o", "OUT/both.rewind"]).expect(0)
        let both = try desk.run(["log", "OUT/both.rewind"]).output
        #expect(both.contains("    10  ") && !both.contains("lost"), "\(both)")
    }

    @Test
    func aStateBeforeThatIsUnknownIsNotNull() throws {
        let found = try desk.run(["find", "Fixtures/golden/v1.rewind", "before == null", "--all"])
        #expect(found.status == 1 && found.errors.contains("'before == null' is never true where the state is known"), "\(found)")
        try desk.run(["show", "Fixtures/golden/v1.rewind", "12", "--jq", "$before"]).expect(1, errors: "could not be encoded")
    }

    @Test("A diff with a recording that lost a state says from which step on states are unknown")
    func diffSaysFromWhichStepOnStatesAreUnknown() throws {
        let folders = (0..<2).map { _ in TemporaryFolder() }
        let paths = try folders.enumerated().map { index, folder in
            let builder = try RecordingBuilder(in: folder, state: ["n": 0])
            for step in 1...11 {
                try builder.action(step, "add")
                if index == 0, step == 5 { continue }
                try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
            }
            return try builder.finish()
        }
        let diff = try desk.run(["diff", paths[0], paths[1], "--exit-code"]).expect(1)
        #expect(
            diff.output == """
                nothing that is known differs: both have the same 11 actions
                the states from step 5 on could not be compared: they are unknown in one of them
                the states at the end could not be compared: one of them is unknown

                """)
        #expect(try JSONValue(parsing: try desk.run(["diff", paths[0], paths[1], "--json"]).output)["unknown"] == 7)
    }

    @Test("A diff of one path counts the states that could not be compared and looks at that path alone")
    func diffOfAPathCountsStatesNotCompared() throws {
        let differs = try desk.run(["diff", "OUT/gap.rewind", "Fixtures/crash.rewind", ".navigation"])
        #expect(differs.output.contains("29 steps, the first of them 31, could not be compared"))
        #expect(differs.output.contains("the states at the end could not be compared: one of them is unknown"))
        try desk.run(["diff", "OUT/a.rewind", "Fixtures/ordinary.rewind", ".signIn.name", "--exit-code"]).expect(1)
        let same = try desk.run(["diff", "Fixtures/ordinary.rewind", "OUT/a.rewind", ".comments.posting", "--exit-code"]).expect(0)
        #expect(same.output.hasPrefix("nothing differs at /comments/posting in the "))
    }

    @Test
    func aTimeAmongThemIsNoTimeOfTheStepBefore() throws {
        let log30 = try desk.run(["log", "Fixtures/crash.rewind", "30..61", "--json"]).output
        let times = try log30.split(separator: "\n").compactMap { try JSONValue(parsing: Array($0.utf8))["time"]?.int }
        let between = "@\((try #require(times.first) + #require(times.last)) / 2_000_000)ms"
        let diff = try desk.run(["diff", "OUT/gap.rewind", "start", between])
        #expect(diff.status != 0 && diff.errors.contains("nothing of steps 31 to 60 is in the recording"), "\(diff)")
        let shown = try desk.run(["show", "OUT/gap.rewind", between, ".comments.selection"])
        #expect(shown.status != 0 && shown.errors.contains("nothing of steps 31 to 60 is in the recording"), "\(shown)")
        try desk.run(["log", "OUT/gap.rewind", "@0s..\(between)"]).expect(output: "steps 31 to 60 are lost")
    }

    /// Of an app that died, the end of whose actions is damaged.
    @Test
    func everyAnswerFollowsAWordOnActionsThatAreMissing() throws {
        let builder = try RecordingBuilder(in: desk.folder, state: ["count": 0])
        for step in [1, 2, 5] { try builder.action(step, "add") }
        for step in 1...5 { try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#) }
        let path = try builder.finish()
        let words = "rewind: in this recording, the actions of steps 3 to 4 are missing: no answer knows what was done there\n"
        for arguments in [
            ["log", path], ["find", path, #"$type == "edit""#], ["blame", path, ".count"], ["stats", path], ["show", path, "1"],
        ] {
            #expect(try desk.run(arguments).errors.contains(words), "\(arguments)")
        }
    }

    @Test
    func bisectSaysThatTheLastOnesMayBeBad() throws {
        #expect(try desk.run(["trim", "Fixtures/crash.rewind", "..30", "-o", "OUT/first.rewind"]).status == 0)
        try desk.run(["bisect", "Fixtures/crash.rewind", "--where", ".comments.posting > 90"]).expect(
            1, errors: "the state after step 67 is unknown: the process ended in its reducer; it may be bad from there on\n")
        try desk.run(["bisect", "OUT/first.rewind", "--where", ".comments.posting > 90"]).expect(1, errors: .not("unknown"))
    }
}
