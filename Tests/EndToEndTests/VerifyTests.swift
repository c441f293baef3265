import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// `rewind verify` with real hosts: the planted reducers, one in Python, and Episodes.
@Suite("Running the reducer again", .timeLimit(.minutes(2)))
struct VerifyTests: HostSuite {
    let folder = TemporaryFolder()

    @Test(
        arguments: [
            "time", "random", "uuid", "hashOrder", "counter", "locale", "timeZone", "environment", "race", "file", "floatingPoint",
            "identity",
        ])
    func namesStepAndPathOfAReducerThatIsNotDeterministic(plant: String) throws {
        let run = try run("verify", recording(), "--json", "--host", planted(plant), environment: ["SHOP_REGION": "eu"]).expect(1)
        let row = try #require(try rows(run).first)
        #expect(row["class"] == "not-deterministic" && row["step"] == 3 && row["fault"] == true, "\(row.jsonText)")
        #expect(row["places"]?.array?.map { $0["path"] } == ["/value"])
        #expect(row["places"]?.array?.first?["recorded"] == "recorded")
    }

    @Test("Verify does not take another order of sets and dictionaries for a nondeterministic reducer")
    func verifyAllowsAnyOrderOfSetsAndDictionaries() throws {
        // What the host itself makes of it is recorded, by a process with another order of its sets.
        let lines = #""lines":[{"step":3,"t":0,"type":"touch","action":{"touch":{}}}]"#
        let state = #"{"count":3,"value":"none","names":[],"byName":{},"byNumber":{}}"#
        let request = #"{"jsonrpc":"2.0","id":1,"method":"host.reduce","params":{"store":"main","state":\#(state),\#(lines)}}"#
        let host = try Program.plantedHost
        let answer = try JSONValue(parsing: host.run(["sets"], input: request + "\n").outputBytes)
        let patch = try #require(answer["result"]?["steps"]?.array?.first?["patch"])
        #expect(patch.array?.isEmpty == false)
        let builder = try RecordingBuilder(in: folder, state: ["count": 3, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        try builder.action(1, "touch")
        try builder.patch(1, patch.jsonText)
        let bundle = try builder.finish()
        for _ in 1...5 {
            let run = try run("verify", bundle, bundle, bundle, bundle, "--host", planted("sets"))
            #expect(run.status == 0 && run.output == "none of 4 recordings diverges; --all lists them\n", "\(run)")
        }
    }

    @Test func holdsWhereTheReducerDoesWhatWasRecorded() throws {
        let run = try run("verify", recording(), "--host", planted())
        #expect(run.output == "holds     4 steps verified\n" && run.status == 0 && run.errors.isEmpty, "\(run)")
        try self.run("verify", recording(), "--host", self.python()).expect(0, output: .is("holds     4 steps verified\n"))
    }

    @Test func saysThatTheCodeHasChanged() throws {
        let bundle = try recording()
        let run = try run("verify", bundle, "--host", planted("changed"))
        #expect(
            run.output == """
                differs   step 3, touch: the code has changed
                          /value: recorded "recorded", now "changed"
                diverges  2 steps verified; ended before step 4: --continue goes on

                """, "\(run)")
        let all = try self.run("verify", bundle, "--continue", "--json", "--host", planted("changed"))
        let rows = try rows(all)
        #expect(rows.map { $0["class"] } == ["code-changed", nil] && all.status == 1)
        #expect(rows.last?["verified"] == 3 && rows.last?["holds"] == false && rows.last?["endedAt"] == nil)
    }

    @Test(arguments: [
        ("crash", "crashed, and did not when it was recorded: SIG"),
        ("hang", "crashed, and did not when it was recorded: it did not answer within 0.5 s"),
    ])
    func namesTheStepThatCrashes(plant: String, words: String) throws {
        let run = try run("verify", recording(), "--timeout", "0.5", "--host", planted(plant))
        #expect(run.status == 1 && run.output.hasPrefix("crashes   step 3, touch: \(words)"), "\(run)")
        #expect(plant == "hang" || run.output.contains("Fatal error: planted"))
    }

    /// The host is steps ahead of what is judged: what it reduced from a state that does not hold any more counts for nothing.
    @Test(arguments: [("nothing", nil), ("changed", "code-changed"), ("crash", "crashed")])
    func namesEachStepOfALongRecording(plant: String, kind: String?) throws {
        let touched = [1_100, 1_500, 2_100]
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["count": 0, "value": "recorded", "names": [], "byName": [:], "byNumber": [:]])
        for step in 1...2_200 {
            let isTouched = touched.contains(step)
            try builder.action(step, isTouched ? "touch" : "count") { $0.action = isTouched ? ["touch": [:]] : ["count": ["by": 1]] }
            let count = step - touched.count { $0 <= step }
            try builder.patch(step, isTouched ? "[]" : #"[{"op":"replace","path":"/count","value":\#(count)}]"#)
        }
        let run = try run("verify", builder.finish(), "--continue", "--json", "--host", planted(plant))
        let rows = try rows(run)
        #expect(rows.dropLast().map { $0["step"] } == (kind == nil ? [] : touched.map { .number(JSONNumber($0)) }), "\(run)")
        #expect(rows.dropLast().allSatisfy { $0["class"]?.string == kind })
        #expect(rows.last?["verified"] == (kind == nil ? 2_200 : 2_197), "\(run)")
    }

    @Test func namesStepsThatCrashedOnce() throws {
        let run = try run("verify", recording(), "--json", "--host", planted("crashOnce"))
        let row = try #require(try rows(run).first)
        #expect(row["class"] == "not-deterministic" && row["steps"] == [1, 4] && run.status == 1, "\(run)")
        #expect(row["reason"]?.string?.contains("crashed once") == true)
    }

    /// A recording whose process died in the reducer of the second step.
    private func crashed() throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        try builder.step(1, "count", #"[{"op":"replace","path":"/count","value":1}]"#) { $0.action = ["count": ["by": 1]] }
        try builder.action(2, "touch")
        builder.underWay(2, .reducer)
        return try builder.die()
    }

    @Test func saysThatACrashHappensAgainOrNoMore() throws {
        let bundle = try crashed()
        let again = try run("verify", bundle, "--host", planted("crash"))
        #expect(again.status == 0 && again.output.hasPrefix("crashes   step 2, touch: crashed again, as recorded: SIG"), "\(again)")
        let fixed = try run("verify", bundle, "--host", planted())
        #expect(
            fixed.output == """
                passes    step 2, touch: the recorded process ended in the reducer here, and this one gets through
                holds     1 step verified

                """ && fixed.status == 0)
    }

    @Test func namesWhatDoesNotDecode() throws {
        let bundle = try recording { builder in
            try builder.step(5, "buy")
        }
        try run("verify", bundle, "--host", planted()).expect(
            1, output: .begins("refused   step 5, buy: today's types do not decode it: the recorded action can't"))
        let none = try self.run("verify", bundle, "--continue", "--json", "--host", python("undecodable"))
        let rows = try rows(none)
        #expect(rows.map { $0["class"] } == ["not-decodable", nil] && rows[0]["steps"] == [1, 5] && rows[1]["verified"] == 0, "\(none)")
    }

    @Test(arguments: [
        ("version", "speaks version 7 of the protocol of hosts, and this command version 1"),
        ("empty", "has no store: add the app's reducer"), ("rubbish", "is no answer: 'Hello from the app!'"),
        ("ends", "is no host, or does not start: it ended with status 1: no licence"),
    ])
    func namesAHostThatIsNone(how: String, words: String) throws {
        try run("verify", recording(), "--timeout", "20", "--host", python(how)).expect(
            2, output: .is(""), errors: .begins("rewind: the host '"), .has(words))
    }

    @Test(arguments: [
        ("crash", "it ended with status 1: no such product"),
        ("hang", "it did not answer within 0.5 s: waiting for the server"),
    ])
    func tellsTheLastWordsOfAHostInAnotherLanguage(how: String, words: String) throws {
        try run("verify", recording(), "--timeout", "0.5", "--host", python(how)).expect(
            1, output: .begins("crashes   step 3, touch: crashed, and did not when it was recorded: \(words)"))
    }

    @Test func verifiesAFolderAndSaysWhichDiverges() throws {
        let (one, two) = (try recording(), try recording())
        let names = [one, two].map { String($0.split(separator: "/").last ?? "") }.sorted()
        let run = try run("verify", folder.path, "--json", "--host", planted("changed"))
        let rows = try rows(run)
        #expect(rows.count == 4 && run.status == 1, "\(run)")
        #expect(
            rows.map { $0["recording"]?.string.map { String($0.split(separator: "/").last ?? "") } } == [
                names[0], names[0], names[1], names[1],
            ])
        let text = try self.run("verify", folder.path, "--all", "--host", planted("changed"))
        #expect(text.output.split(separator: "\n").count(where: { $0.contains("diverges  2 steps verified") }) == 2, "\(text)")
        #expect(names.allSatisfy { text.output.contains($0) }, "\(text)")
        let brief = try self.run("verify", folder.path, "--host", planted("changed")).expect(1)
        let lines = brief.output.split(separator: "\n")
        #expect(lines.count == 3 && lines.last == "2 of 2 recordings diverge; --all lists the rest", "\(brief)")
        #expect(zip(lines, names).allSatisfy { $0.contains("\($1)  step 3, touch: the code has changed: /value") }, "\(brief)")
    }

    @Test func findsTheHostInTheProjectsFile() throws {
        let bundle = try recording()
        try run("verify", bundle).expect(64, errors: .begins("rewind: no host is named: give its command with --host"))
        try folder.write(JSONValue.object(["host": .string(planted())]).jsonText.utf8, to: ".rewind.json")
        let below = try folder.makeFolder("a/b")
        let home = ["REWIND_HOME": folder.path("home"), "NO_COLOR": "1"]
        try Program.rewind.run(["verify", bundle], in: below, environment: home).expect(
            0, output: .is("holds     4 steps verified\n"), errors: "by \(folder.path)/.rewind.json")
    }

    @Test func leavesNoHostBehind() throws {
        // The host says its number, which is that of no process afterwards.
        let line = "echo $$ > pid; exec \(try planted("hang"))"
        try run("verify", recording(), "--timeout", "0.5", "--host", line).expect(1)
        let number = try #require(Int32(String(decoding: folder.read("pid"), as: UTF8.self).trimmingCharacters(in: .newlines)))
        #expect(kill(number, 0) == -1 && errno == ESRCH)
    }

    @Test(arguments: ["crash", "edits", "killed", "ordinary", "signin"])
    func verifiesEpisodes(name: String) throws {
        let host = try episodes()
        let run = try run("verify", Fixture(name: "\(name).rewind").path, "--host", host).expect(0, output: "holds     ", errors: .is(""))
        #expect(run.output.contains("crashes   step 67, comments/editDidFinish: crashed again, as recorded: SIGILL") == (name == "crash"))
    }

    @Test func reproducesACrash() throws {
        let bundle = try crashed()
        let again = try run("reproduce", bundle, "--host", planted("crash"))
        #expect(again.status == 0 && again.output.hasPrefix("crashed again at step 2, touch, as recorded: SIG"), "\(again)")
        let fixed = try run("reproduce", bundle, "--json", "--host", planted())
        let row = try #require(try rows(fixed).first)
        #expect(fixed.status == 1 && row["result"] == "got-through" && row["from"] == 1, "\(fixed)")
        let other = try run("reproduce", bundle, "--host", python("undecodable"))
        #expect(other.status == 1 && other.output.hasPrefix("can't be reduced again: step 2, touch: no type of that name"), "\(other)")
        let none = try run("reproduce", recording(), "--host", planted())
        #expect(none.status == 1 && none.errors == "rewind: there is no step to reproduce: the app did not end in a reducer, it finished\n")
    }

    @Test func givesTheHostToADebuggerBeforeTheStep() throws {
        let run = try run("reproduce", crashed(), "--debugger", "echo attached", "--host", planted("crash"))
        #expect(run.status == 0 && run.output.hasPrefix("attached -p "), "\(run)")
        #expect(run.errors == "rewind: the debugger stops the host before step 2, touch: set breakpoints, and go on with 'continue'\n")
        let none = try self.run("reproduce", crashed(), "--debugger", "no-such-debugger", "--host", planted("crash"))
        #expect(none.status == 64 && none.errors.contains("--debugger no-such-debugger: there is no such program"), "\(none)")
    }

    /// A crash that needs two of its twenty actions, one of which caused others.
    private func longCrash() throws -> String {
        let builder = try RecordingBuilder(in: folder) { $0.note = "the note" }
        builder.keyframe(0, ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        for step in 1...19 {
            try builder.action(step, "count") {
                $0.action = ["count": ["by": step == 7 ? 100 : 1]]
                if step > 12 { $0.cause = 12 }
            }
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step < 7 ? step : step + 99)}]"#)
        }
        try builder.action(20, "touch")
        builder.underWay(20, .reducer)
        return try builder.die()
    }

    @Test func minimizesACrashToItsActions() throws {
        let run = try run("minimize", longCrash(), "--json", "-o", "small.rewind", "--host", planted("crashAbove100"))
        let row = try #require(try rows(run).first)
        #expect(row["kept"] == [["step": 7, "type": "count"], ["step": 20, "type": "touch"]] && row["of"] == 20, "\(run)")
        #expect(run.errors.contains("rewind: these still crash: SIG") && run.errors.contains("2 of 20 steps, found in "))
        // What was written is a recording like any other, of the same crash.
        let again = try self.run("reproduce", "small.rewind", "--host", planted("crashAbove100"))
        #expect(again.status == 0 && again.output.hasPrefix("crashed again at step 2, touch, as recorded"), "\(again)")
        try self.run("info", "small.rewind").expect(output: "minimized to 2 of 20 steps, which were 7, 20, until crash", "the note")
    }

    @Test func minimizesWhatLeadsToAState() throws {
        let run = try run("minimize", recording(), "--until", ".count >= 4", "-o", "small.rewind", "--host", planted())
        #expect(run.status == 0 && run.output == "      4  count\n", "\(run)")
        try self.run("verify", "small.rewind", "--host", planted()).expect(output: .is("holds     1 step verified\n"))
        let none = try self.run("minimize", recording(), "--until", ".count > 100", "--host", planted())
        #expect(none.status == 1 && none.errors.contains("there is nothing to minimize: '.count > 100' is true after none"), "\(none)")
        let until = "$before.count < 4 and .count >= 4"
        let change = try self.run("minimize", recording(), "--until", until, "-o", "c.rewind", "--host", planted())
        #expect(change.status == 0 && change.output == "      4  count\n", "\(change)")
        let crashing = try planted("crashAbove100")
        let beforeCrash = try self.run("minimize", longCrash(), "--until", ".count >= 4", "-o", "d.rewind", "--host", crashing)
        #expect(beforeCrash.status == 0, "\(beforeCrash)")
        let other = try self.run("minimize", Fixture.crash.path, "--host", planted())
        #expect(other.status == 2 && other.errors.contains("the host can't reduce it: the state does not decode"), "\(other)")
    }

    @Test func severalRecordingsAndAHostThatIsNone() throws {
        let bundles = [Fixture.crash.path, Fixture(name: "edits.rewind").path, Fixture(name: "signin.rewind").path]
        for _ in 1...3 {
            let run = try run("verify", bundles[0], bundles[1], bundles[2], "--host", "true", "--junit", "found.xml")
            #expect(run.status == 2 && !run.wasKilled && run.errors.contains("is no host"), "\(run)")
        }
        #expect(try String(contentsOfFile: folder.path("found.xml"), encoding: .utf8).contains("errors=\"1\""))
    }

    @Test func namesTheMembersThatTodaysTypesLack() throws {
        try run("compat", recording(), "--host", planted()).expect(0, output: .is("fine        4 actions and 2 states were decoded\n"))
        let builder = try RecordingBuilder(in: folder)
        builder.keyframe(0, ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:], "old": 1])
        try builder.action(1, "count") { $0.action = ["count": ["by": 1, "reason": "none"]] }
        try builder.action(2, "count") { $0.action = ["count": [:]] }
        for step in 1...2 { try builder.patch(step, "[]") }
        let run = try run("compat", builder.finish(), "--json", "--host", planted())
        let rows = try rows(run)
        #expect(run.status == 1 && rows.map { $0["grade"] } == ["risky", "risky", "impossible", "impossible"], "\(run)")
        #expect(rows[0]["path"] == "/old" && rows[0]["type"] == nil && rows[1]["path"] == "/count/reason", "\(run)")
        #expect(rows[2]["step"] == 2 && rows[2]["reason"]?.string?.contains("by") == true, "\(run)")
    }

    @Test func writesATestThatTheCompilerReads() throws {
        let store = "Store(initialState: AppState(), reducer: .app(world))"
        let run = try run("test", Fixture.crash.path, "-o", folder.path, "--module", "EpisodesCore", "--in", store)
        #expect(run.status == 0 && run.errors.hasPrefix("rewind: steps 64 to 67, in "), "\(run)")
        let source = folder.path("DeletingACommentWhileItsEditIsSavedTests.swift")
        let text = try String(contentsOfFile: source, encoding: .utf8)
        #expect(
            text.contains(#"try await expectReplay(of: "crash.rewind", in: store, comparing: .none)"#)
                && text.contains("processExitsWith: .success"))
        let parsed = try Program.installed("swiftc").run(["-parse", source])
        #expect(parsed.status == 0, "\(parsed)")
        let host = try episodes()
        let part = try self.run("reproduce", "crash.rewind", "--host", host)
        #expect(part.output.hasPrefix("crashed again at step 67, comments/editDidFinish, as recorded"), "\(part)")
        try self.run("test", Fixture.crash.path, "-o", folder.path).expect(2, errors: "already exists")
        // The recording of the test has all that another test of it needs.
        try self.run("test", "crash.rewind", "--name", "Again").expect(0, errors: .not("steps 64"))
        #expect(try String(contentsOfFile: folder.path("AgainTests.swift"), encoding: .utf8).contains(#"of: "crash.rewind""#))
        try self.run("test", "crash.rewind", "--name", "States", "--states", "--ignore", ".comments.items[*].seen").expect(0)
        let states = try String(contentsOfFile: folder.path("StatesTests.swift"), encoding: .utf8)
        #expect(states.contains(#"in: store, ignoring: ["/comments/items/*/seen"])"#), "\(states)")
        try self.run("test", "crash.rewind", "--states", "--compare", "none").expect(64)
    }

    @Test func aTestOfAMinimizedRecordingHasAllOfItAndWhatMustNotBe() throws {
        try run("minimize", longCrash(), "-o", "small.rewind", "--host", planted("crashAbove100")).expect(0)
        let crash = try run("test", "small.rewind", "--name", "crash", "-o", "crash")
        #expect(crash.errors.hasPrefix("rewind: steps 1 to 2, in crash/"), "\(crash)")
        #expect(try String(decoding: folder.read("crash/CrashTests.swift"), as: UTF8.self).contains("processExitsWith: .success"))

        let early = try run("test", longCrash(), "1..3", "--name", "early")
        #expect(try String(decoding: folder.read("EarlyTests.swift"), as: UTF8.self).contains("doesWhatWasRecorded"), "\(early)")
        _ = try run("merge", Fixture(name: "signin.rewind").path, Fixture.crash.path, "-o", "both.rewind")
        let both = try run("test", "both.rewind", "--name", "both")
        let ofOne = try String(decoding: folder.read("BothTests.swift"), as: UTF8.self)
        #expect(ofOne.contains(#"in: store, store: "crash/main", comparing: .none)"#), "\(both) \(ofOne)")

        for (name, until) in [("own", ".count >= 4"), ("jq", "[.count] | add >= 4")] {
            _ = try run("minimize", recording(), "--until", until, "-o", "\(name).rewind", "--host", planted())
            let info = try rows(run("info", "\(name).rewind", "--json")).first
            #expect(info?["edits"]?.array?.first?["until"]?.string == until, "\(String(describing: info))")
            try run("test", "\(name).rewind", "--name", name, "--module", "Shop", "--in", "Store()").expect(0)
        }
        let own = try String(decoding: folder.read("OwnTests.swift"), as: UTF8.self)
        #expect(own.contains(#"expectReplay(of: "own.rewind", in: store, comparing: .none, never: ".count >= 4")"#), "\(own)")
        #expect(own.contains("@Test func doesNotHappenAgain() async throws {"), "\(own)")
        let jq = try String(decoding: folder.read("JqTests.swift"), as: UTF8.self)
        #expect(jq.contains(#"expectReplay(of: "jq.rewind", in: store, comparing: .none) { state, _ in"#) && jq.contains("<#"), "\(jq)")
        let compared = try run("test", "own.rewind", "--name", "last", "--compare", "last")
        let last = try String(decoding: folder.read("LastTests.swift"), as: UTF8.self)
        #expect(last.contains(#"comparing: .last, never: ".count >= 4")"#), "\(compared) \(last)")
    }

    @Test func aMinimizedCrashHasTheSignalOfItsHost() throws {
        // Nobody saw how the recorded process ended.
        let died = try longCrash()
        #expect(try run("crash", died, "--json").output.contains(#""how":"died""#))
        let run = try run("minimize", died, "-o", "small.rewind", "--host", planted("crashAbove100"))
        let ending = try #require(try rows(self.run("info", "small.rewind", "--json")).first?["ending"])
        #expect(run.status == 0 && ending["how"] == "crashed" && ending["signal"]?.string?.hasPrefix("SIG") == true, "\(ending)")
        #expect(ending["reason"]?.string?.isEmpty == false && ending["underWay"]?.array?.count == 1, "\(ending)")
    }

    @Test func writesATestOfAPartOfTheState() throws {
        let run = try run(
            "test", Fixture(name: "edits.rewind").path, "-o", folder.path, "--compare", "last", "--path", ".comments", "--name",
            #"1 "lost""#)
        let text = try String(contentsOfFile: folder.path("Recording1LostTests.swift"), encoding: .utf8)
        #expect(run.errors.contains("fill in what is in <# #>") && text.contains(#"comparing: .last, at: [".comments"]"#), "\(run)")
        #expect(text.contains(#"@Suite("1 \"lost\"")"#), "\(text)")
    }

    @Test func whatIsKnownDoesNotCount() throws {
        let bundle = try recording()
        let before = try run("verify", bundle, "--continue", "--json", "--host", planted("changed"))
        try folder.write(before.outputBytes, to: "known.ndjson")
        let known = try run("verify", bundle, "--baseline", "known.ndjson", "--host", planted("changed"))
        #expect(known.status == 0 && known.output.hasPrefix("differs   step 3, touch: the code has changed, which is known\n"), "\(known)")
        try run("verify", bundle, "--baseline", "known.ndjson", "--host", planted("crash")).expect(1)
    }

    @Test func theActionForPullRequestsPostsWhatWasFound() throws {
        let name = try String(recording().split(separator: "/").last ?? "")
        // Programs that stand in for the two that the script calls.
        let programs = try folder.makeFolder("bin")
        func write(_ script: String, to name: String) throws {
            try folder.write("#!/bin/sh\n\(script)\n".utf8, to: "bin/\(name)")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(programs)/\(name)")
        }
        try write("exec '\(Program.rewind.url.path)' \"$@\"", to: "rewind")
        try write("echo \"$@\" > asked; cp \"${9}\" posted.md", to: "gh")
        let run = try Program.installed("bash").run(
            [Repository.path(".github/actions/verify/verify")], in: folder.path,
            environment: [
                "PATH": programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""), "RECORDINGS": name,
                "HOST": planted("changed"),
                "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.path("summary.md"), "GITHUB_REPOSITORY": "ada/shop",
                "RUNNER_TEMP": folder.path, "GH_TOKEN": "none", "PULL_REQUEST": "12", "REWIND_HOME": folder.path("home"), "NO_COLOR": "1",
            ])
        #expect(
            run.status == 1 && run.errors.contains("::error title=rewind verify%3A \(name)::step 3, touch: the code has changed"), "\(run)")
        let posted = try String(decoding: folder.read("posted.md"), as: UTF8.self)
        #expect(
            posted.hasPrefix("### rewind verify: 1 of 1 recordings do not hold\n\n**step 3, touch: the code has changed**"), "\(posted)")
        #expect(try folder.read("summary.md") == folder.read("posted.md"))
        #expect(try String(decoding: folder.read("asked"), as: UTF8.self).hasPrefix("pr comment 12 --repo ada/shop --edit-last"))
        #expect(try String(decoding: folder.read("rewind-verify.xml"), as: UTF8.self).contains(#"failures="1" errors="0""#))
    }
}
