import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// Other actions than those that were recorded, in real hosts: `whatif`, `fire`, `fill`, `play --host`, and the prompt's commands.
@Suite("Reducing other actions", .timeLimit(.minutes(2)))
struct WhatIfTests: HostSuite {
    let folder: TemporaryFolder
    let rewind: Program

    init() throws {
        folder = try TemporaryFolder()
        rewind = try #require(Program.rewind, "the program was not built beside the tests")
    }

    /// The only row of an answer in JSON.
    private func row(_ run: Program.Run) throws -> JSONValue { try #require(try rows(run).first, "\(run)") }

    /// Five steps, of which the second caused the fourth, and that the fifth.
    private func caused() throws -> String {
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
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
        let verified = try self.run("verify", "other.rewind", "--host", planted())
        #expect(verified.output == "holds     5 steps verified\n", "\(verified)")
        let log = try self.run("log", "other.rewind", "--json")
        #expect(try rows(log).compactMap { $0["type"] } == ["@@INIT", "count", "count", "count", "count", "touch"], "\(log)")
        let info = try self.run("info", "other.rewind")
        #expect(info.output.contains("what if: /count/by of step 1 is 10, and was 1"), "\(info)")
        let again = try self.run("whatif", bundle, "--skip", "1", "-o", "other.rewind", "--host", planted())
        #expect(again.status == 2 && again.errors.contains("already exists"), "\(again)")
    }

    @Test func futuresThatMeetAgainAreSaidTo() throws {
        let row = try row(run("whatif", recording(), "--reorder", "2,1", "--json", "--host", planted()))
        #expect(row["parts"] == 1 && row["meets"] == 2 && row["differs"] == false, "\(row.jsonText)")
    }

    @Test func tellsOfACrashThatIsGoneOrNew() throws {
        let gone = try run("whatif", Fixture.crash.path, "--skip", "66", "--host", episodes())
        #expect(gone.status == 0 && gone.output.contains("step 66 was skipped"), "\(gone)")
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
        (["--edit", "1", ".sum.by=3"], 64, "its action has nothing at /sum/by, it is {\"count\":{\"by\":1}}"),
        (["--insert", "1", "cuont"], 64, "did you mean 'count'?"), (["--insert", "1"], 64, "something has to follow the step"),
        (["--insert", "1", #"{"buy":{}}"#], 2, "the host can't reduce it: at step 5, buy: the recorded action can't"),
    ])
    func saysWhatCanNotBeOtherwise(options: [String], status: Int32, words: String) throws {
        let arguments = try ["whatif", recording()] + options + ["--host", planted()]
        let run = try rewind.run(arguments, in: folder.path, environment: ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"])
        #expect(run.status == status && run.errors.contains(words), "\(run)")
    }

    // MARK: fire

    @Test func firesAStepAgain() throws {
        let bundle = try recording()
        let same = try run("fire", bundle, "2", "--host", planted())
        #expect(same.output == "step 2, count\n~ count: 1 → 3\n  … 4 unchanged\nas recorded\n" && same.status == 0, "\(same)")
        let changed = try run("fire", bundle, "3", "--host", planted("changed"))
        #expect(
            changed.output == """
                step 3, touch
                ~ value: "none" → "changed"
                  … 4 unchanged
                differs   step 3, touch: the code has changed
                          /value: recorded "recorded", now "changed"

                """ && changed.status == 1, "\(changed)")
        let json = try row(run("fire", bundle, "3", "--json", "--host", python("undecodable")))
        #expect(json["asRecorded"] == false && json["class"] == "not-decodable" && json["patch"] == nil, "\(json.jsonText)")
        let none = try run("fire", bundle, "0", "--host", planted())
        #expect(none.status == 1 && none.errors.contains("step 0 can't be reduced again"), "\(none)")
    }

    @Test func aCrashIsWhatWasRecorded() throws {
        let run = try run("fire", Fixture.crash.path, "end", "--host", episodes())
        #expect(run.status == 0 && run.output.contains("crashed again, as recorded: SIGILL"), "\(run)")
    }
}
