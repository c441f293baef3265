import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// Other actions than those that were recorded, in real hosts: `whatif`, `fire`, `fill`, `play --host`, and the prompt's commands.
@Suite("Reducing other actions", .timeLimit(.minutes(2)))
struct WhatIfTests: HostSuite {
    let folder = TemporaryFolder()

    /// The only row of an answer in JSON.
    private func row(_ run: Program.Run) throws -> JSONValue { try #require(try rows(run).first, "\(run)") }

    /// Five steps, of which the second caused the fourth, and that the fifth.
    private func caused() throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        for step in 1...5 {
            try builder.action(step, "count") {
                $0.action = ["count": ["by": 1]]
                $0.cause = [4: 2, 5: 4][step]
            }
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#)
        }
        return try builder.finish()
    }

    // MARK: whatif

    @Test func whatASkippedStepCausedIsSkippedToo() throws {
        let bundle = try caused()
        let run = try run("whatif", bundle, "--skip", "2", "--host", planted())
        #expect(
            run.output == """
                what if     step 2 was skipped, and steps 4, 5, which it caused
                parts       the states differ from step 2, count on
                meets       they differ to the end

                as recorded → what if, at the end
                ~ count: 5 → 2
                  … 4 unchanged

                """ && run.status == 0, "\(run)")
        let kept = try row(self.run("whatif", bundle, "--skip", "2", "--keep-caused", "--json", "--host", planted()))
        #expect(kept["steps"] == 4 && kept["of"] == 5 && kept["parts"] == 2, "\(kept.jsonText)")
        #expect(kept["patch"] == [["op": "replace", "path": "/count", "value": 4]])
    }

    @Test func theOtherSessionIsARecordingThatVerifies() throws {
        let bundle = try recording()
        let run = try run(
            "whatif", bundle, "--edit", "1", ".count.by=10", "--insert", "2", #"{"count":{"by":100}}"#, "--reorder", "4,3", "--json", "-o",
            "other.rewind", "--host", planted())
        let row = try row(run)
        #expect(row["steps"] == 5 && row["parts"] == 1 && row["meets"] == nil && run.status == 0, "\(run)")
        #expect(row["patch"] == [["op": "replace", "path": "/count", "value": 116]], "\(row.jsonText)")
        try self.run("verify", "other.rewind", "--host", planted()).expect(output: .is("holds     5 steps verified\n"))
        let log = try self.run("log", "other.rewind", "--json")
        #expect(try rows(log).compactMap { $0["type"] } == ["@@INIT", "count", "count", "count", "count", "touch"], "\(log)")
        try self.run("info", "other.rewind").expect(output: "what if: /count/by of step 1 is 10, and was 1")
        try self.run("whatif", bundle, "--skip", "1", "-o", "other.rewind", "--host", planted()).expect(2, errors: "already exists")
    }

    @Test func futuresThatMeetAgainAreSaidTo() throws {
        let row = try row(run("whatif", recording(), "--reorder", "2,1", "--json", "--host", planted()))
        #expect(row["parts"] == 1 && row["meets"] == 2 && row["differs"] == false, "\(row.jsonText)")
    }

    @Test func tellsOfACrashThatIsGoneOrNew() throws {
        try run("whatif", Fixture.crash.path, "--skip", "66", "--host", episodes()).expect(0, output: "step 66 was skipped")
        let run = try run(
            "whatif", recording(), "--edit", "1", ".count.by=200", "-o", "new.rewind", "--host", planted("crashAbove100"))
        #expect(run.output.contains("crashes     at step 3, touch, where the recorded actions don't: SIG"), "\(run)")
        #expect(run.errors.contains("today's reducer does not reach the recorded last state"), "\(run)")
        let again = try self.run("reproduce", "new.rewind", "--host", planted("crashAbove100"))
        #expect(again.status == 0 && again.output.hasPrefix("crashed again at step 3, touch, as recorded"), "\(again)")
        let passes = try self.run("whatif", "new.rewind", "--edit", "1", ".count.by=1", "--host", planted("crashAbove100"))
        #expect(passes.output.contains("no crash at step 3, touch, where the recorded actions lead to one"), "\(passes)")
    }

    @Test(arguments: [
        (["--skip", "9"], 1, "there is no step 9"), ([], 64, "nothing would be otherwise: give --skip"),
        (["--reorder", "3"], 64, "give two steps or more"), (["--reorder", "3,3"], 64, "step 3 is in the new order twice"),
        (["--edit", ".count.by=3"], 64, "give the step first"), (["--edit", "1", ".count"], 64, "give a path in the action and a value"),
        (["--edit", "1", ".sum.by=3"], 64, "the action of step 1 has nothing at /sum/by; did you mean /count/by? the action has count"),
        (["--edit", "1", ".by=3"], 64, "did you mean /count/by?"), (["--swap", "1", "2"], 64, "Unknown option '--swap'"),
        (["--insert", "1", "cuont"], 64, "did you mean 'count'?"), (["--insert", "1"], 64, "something has to follow the step"),
        (["--insert", "1", #"{"buy":{}}"#], 2, "the host can't reduce it: at step 5, buy: the recorded action can't"),
    ])
    func saysWhatCanNotBeOtherwise(options: [String], status: Int32, words: String) throws {
        let arguments = try ["whatif", recording()] + options + ["--host", planted()]
        let run = try Program.rewind.run(arguments, in: folder.path, environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
        #expect(run.status == status && run.errors.contains(words), "\(run)")
    }

    @Test("The rows of a minimized recording stand together, behind the messages")
    func messagesNeverStandBetweenTheRowsOfAResult() throws {
        let host = try planted()
        let command = "'\(try Program.rewind.url.path)' minimize '\(try recording())' --until '.count > 6' -o few.rewind"
        let run = try Program.installed("sh").run(
            ["-c", "\(command) --host \"\(host)\" 2>&1"], in: folder.path, environment: ["REWIND_HOME": folder.path("home")])
        let lines = run.output.split(separator: "\n")
        #expect(lines.suffix(3) == ["      1  count", "      2  count", "      4  count"] && lines.count == 4, "\(run)")
        #expect(lines.first?.hasPrefix("rewind: 3 of 4 steps, found in ") == true, "\(run)")
    }

    // MARK: States that were not recorded

    /// Twelve steps: three that share a patch, four that were not captured, the rest with their states, and two at the end without.
    private func sparse(value: JSONValue = "recorded") throws -> String {
        let builder = try RecordingBuilder(in: folder) { $0.capture = "every 4th" }
        builder.keyframe(0, ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        for step in 1...12 {
            try builder.action(step, step == 6 ? "touch" : "count") { $0.action = step == 6 ? ["touch": [:]] : ["count": ["by": 1]] }
        }
        try builder.patch(1, #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.patch(4, #"[{"op":"replace","path":"/count","value":4}]"#, merged: 2...4)
        let patch = #"[{"op":"replace","path":"/count","value":7},{"op":"replace","path":"/value","value":\#(value.jsonText)}]"#
        try builder.patch(8, patch, merged: 5...8)
        try builder.patch(9, #"[{"op":"replace","path":"/count","value":8}]"#)
        try builder.patch(10, #"[{"op":"replace","path":"/count","value":9}]"#)
        return try builder.finish()
    }

    @Test func withoutAnEditEveryStateIsComputed() throws {
        let bundle = try sparse()
        try run("whatif", bundle, "-o", "all.rewind", "--host", planted()).expect(0)
        try self.run("verify", "all.rewind", "--host", planted()).expect(output: .is("holds     12 steps verified\n"))
        for (step, value) in [(2, "2"), (3, "3"), (5, "5"), (7, "6"), (12, "11")] {
            #expect(try self.run("show", "all.rewind", "\(step)", ".count").output == "\(value)\n")
        }
        #expect(try self.run("info", "all.rewind").output.contains("every state was computed by the app's reducer"))
        // The recorded states are what they were.
        let same = try self.run("diff", bundle, "all.rewind", "--json")
        #expect(try row(same)["count"] == 0, "\(same)")
    }

    // MARK: play --host

    @Test func playsIntoTheHost() throws {
        let run = try run("play", recording(), "--speed", "1000000", "--host", planted())
        #expect(run.output.split(separator: "\n").count == 4 && run.output.contains("~ /value = \"recorded\""), "\(run)")
        #expect(run.errors == "rewind: the host reduced 4 actions again; the states are as recorded\n" && run.status == 0, "\(run)")
        let changed = try self.run("play", recording(), "--speed", "1000000", "--json", "--host", planted("changed"))
        #expect(try rows(changed).map { $0["asRecorded"] } == [true, true, false, false] && changed.status == 1, "\(changed)")
        #expect(
            changed.errors.contains("the states differ from step 3, touch, on: /value was recorded as \"recorded\", and is \"changed\" now")
        )
        let crash = try self.run("play", Fixture.crash.path, "end-2..", "--speed", "1000000", "--host", episodes())
        #expect(crash.status == 0 && crash.errors.contains("crashed at step 67, comments/editDidFinish, as it did when"), "\(crash)")
        try self.run("play", recording(), "--store", "main").expect(64, errors: "--store needs --into or --host")
    }

    // MARK: The prompt

    /// What the prompt says to some commands, after the first position.
    private func prompt(_ commands: String..., bundle: String, plant: String = "nothing") throws -> String {
        try run("step", bundle, "--host", planted(plant), input: commands.map { $0 + "\n" }.joined()).output
    }

    @Test func switchesStepsOffAndOnAtThePrompt() throws {
        let bundle = try recording()
        let off = try prompt("toggle 2", "goto 4", "print .count", "goto 2", "toggle", "goto 4", "print .count", bundle: bundle)
        let lines = off.split(separator: "\n").map(String.init)
        #expect(lines.contains("step 2 is off") && lines.contains("step 2 is on again"), "\(off)")
        #expect(lines.filter { ["5", "7"].contains($0) } == ["5", "7"], "\(off)")
    }

    @Test func commitsSweepsAndGoesBackAtThePrompt() throws {
        let bundle = try recording()
        let all = try prompt(
            "goto 2", "toggle 1", "commit", "toggle 4", "sweep", "goto end", "print .count", "rollback", "goto end", "print .count",
            "reset",
            "goto end", "print .count", "commit", "print .count", bundle: bundle)
        let lines = all.split(separator: "\n").map(String.init)
        let told = [
            "step 1 is off", "the session begins with the state after step 2", "step 4 is off", "1 step has left the list",
            "every step after step 2 is on again", "the session is as it was recorded", "the session begins with the state after step 4",
        ]
        #expect(lines.filter(told.contains) == told, "\(all)")
        #expect(lines.filter { ["2", "6", "7"].contains($0) } == ["2", "6", "7", "7"], "\(all)")
    }

    @Test func saysAtThePromptWhatCanNotBeDone() throws {
        let run = try run(
            "step", recording(), "--host", planted(), "--command", "sweep", "--command", "commit", "--command", "toggle 0", "--command",
            "commit now", "--command", "help toggle"
        ).expect(1)
        for words in [
            "no step is off: 'toggle' switches this one off", "there is nothing to commit",
            "step 0 is not on the list: it has steps 1 to 4",
            "too many arguments: the command is 'commit'", "switch this step, or another, off or on again",
        ] { #expect(run.output.contains(words), "\(words): \(run)") }
        try self.run("step", recording(), "--command", "toggle").expect(output: "there is no command 'toggle'")
    }

    @Test func aStepThatCrashesInTheOtherSessionEndsIt() throws {
        let builder = try recording { builder in
            try builder.step(5, "count", #"[{"op":"replace","path":"/count","value":-193}]"#) { $0.action = ["count": ["by": -200]] }
            try builder.step(6, "count", #"[{"op":"replace","path":"/count","value":107}]"#) { $0.action = ["count": ["by": 300]] }
        }
        let text = try prompt("toggle 5", "goto end", bundle: builder, plant: "crashAbove100")
        #expect(text.contains("step 5 is off") && !text.contains("crashes"), "\(text)")
        let crash = try recording { builder in
            try builder.step(5, "count", #"[{"op":"replace","path":"/count","value":100}]"#) { $0.action = ["count": ["by": 93]] }
            try builder.step(6, "count", #"[{"op":"replace","path":"/count","value":99}]"#) { $0.action = ["count": ["by": -1]] }
            try builder.step(7, "touch", #"[{"op":"replace","path":"/value","value":"none"}]"#) { $0.action = ["touch": [:]] }
            try builder.step(8, "count", #"[{"op":"replace","path":"/count","value":100}]"#) { $0.action = ["count": ["by": 1]] }
        }
        let ended = try prompt("toggle 6", "goto end", bundle: crash, plant: "crashAbove100")
        #expect(ended.contains("step 6 is off; the reducer crashes at step 7, touch: SIG"), "\(ended)")
    }
}
