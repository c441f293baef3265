import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// What a session is called after something was recovered, and what is said where a path leads beside a recording.
@Suite("Recovering, and finding what was recorded", .serialized, .timeLimit(.minutes(5)))
struct RecoverTests {
    private let rewind = Desk()

    private func listed() throws -> [String] {
        try rewind("list").output.split(separator: "\n").dropFirst().map { String($0.split(separator: "/").last ?? "") }
    }

    /// The directory of an app that died.
    private func left() throws -> String {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["count": 0])
        try builder.count(1...3, "add")
        return try builder.finish()
    }

    @Test func aSoundFileIsLeftAlone() throws {
        try rewind("recover", "Fixtures/crash.rewind").expect(
            0, errors: .begins("rewind: nothing of Fixtures/crash.rewind is damaged, and nothing was to be recovered\n"))
        #expect(try rewind("list").status == 1)
    }

    @Test func aSessionIsListedOnceAsTheFirstFileThatWasMadeOfIt() throws {
        let path = try left()
        #expect(try rewind("seal", path, "-o", "OUT/one.rewind").status == 0)
        var bytes = try rewind.folder.read("one.rewind")
        bytes.removeLast(30)
        try rewind.folder.write(bytes, to: "cut.rewind")
        #expect([0, 3].contains(try rewind("recover", "OUT/cut.rewind", "-o", "OUT/two.rewind").status))
        #expect(try rewind("recover", path, "-o", "OUT/three.rewind").status == 0)
        #expect(try listed() == ["one.rewind"])
        #expect(try rewind("info", "latest").errors.contains("/one.rewind"))
        // Where the first is gone, another one stands for the session.
        try FileManager.default.removeItem(atPath: rewind.folder.path("one.rewind"))
        #expect(try listed() == ["two.rewind"])
        #expect(try rewind("info", "latest").errors.contains("/two.rewind"))
    }

    @Test("An unpacked recording is recovered, and its ticket says in plain words what is lost")
    func anUnpackedRecordingIsRecoveredWithItsLosses() throws {
        #expect(try rewind("unpack", "Fixtures/crash.rewind", "-o", "OUT/w").status == 0)
        for name in ["segments/000000/states.ndjson", "attachments/stderr.txt"] {
            try FileManager.default.removeItem(atPath: rewind.folder.path("w/\(name)"))
        }
        #expect(try rewind("info", "OUT/w").errors.contains("Run `rewind recover "))
        try rewind("recover", "OUT/w", "-o", "OUT/w.rewind").expect(3)
        #expect(try rewind("log", "OUT/w.rewind").output.split(separator: "\n").count > 67)
        #expect(try rewind("ticket", "OUT/w.rewind", "-y", "-o", "OUT/ticket.rewind").status == 0)
        let text = String(decoding: try rewind.folder.read("ticket.md"), as: UTF8.self)
        for words in ["the states of steps 1 to 67 are missing", "attachments/stderr.txt is damaged and left out"] {
            #expect(text.contains(words), "\(text)")
        }
    }

    @Test func lostStatesAreAWarningOfTheDoctor() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["count": 0])
        for step in 1...3 {
            try builder.action(step, "add")
            if step == 1 { try builder.patch(step, #"[{"op":"replace","path":"/count","value":1}]"#) }
        }
        #expect(try rewind("seal", builder.finish(), "-o", "OUT/one.rewind").status == 3)
        try rewind("doctor", "OUT/one.rewind").expect(0, output: "warning the states of steps 2 to 3 are missing\n")
        #expect(try rewind("doctor", "--strict", "OUT/one.rewind").status == 1)
    }

    @Test func whatWasRecoveredOfADirectoryIsTheRecordingOfItsSession() throws {
        #expect(try rewind("recover", try left(), "-o", "OUT/two.rewind").status == 0)
        #expect(try listed() == ["two.rewind"])
    }

    @Test func aSealedFileIsLookedThroughBeforeNothingIsSaidToBeLost() throws {
        #expect(try rewind("unpack", "Fixtures/crash.rewind", "-o", "OUT/w").status == 0)
        var states = try rewind.folder.read("w/segments/000000/states.ndjson")
        states[states.count / 2] ^= 1
        try rewind.folder.write(states, to: "w/segments/000000/states.ndjson")
        try rewind("info", "OUT/w").expect(
            2, output: "lost        segments/000000/states.ndjson is damaged\n", errors: "Run `rewind recover ")
        #expect(try rewind("info", "OUT/w", "--json").output.contains(#""lossy":true"#))
        #expect(try rewind("info", "Fixtures/crash.rewind").output.contains("lost        nothing\n"))
    }

    @Test func howFarALostStateReachesIsSaid() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["count": 0])
        for step in 1...6 {
            try builder.action(step, "add")
            if step != 2 { try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#) }
        }
        let path = try builder.finish()
        let sentence = "the state of main is not known from step 3 to 6, because it follows from a missing one"
        #expect(try rewind("info", path).output.contains(sentence) && rewind("doctor", path).output.contains(sentence))
        #expect(try rewind("recover", path, "-o", "OUT/one.rewind").errors.contains(sentence))
    }

    @Test func theListSaysOfWhichRecordingSomethingIsLost() throws {
        let path = try left()
        try FileManager.default.removeItem(atPath: "\(path)/segments/000000/states.ndjson")
        #expect(try rewind("seal", path, "-o", "OUT/one.rewind").status == 3)
        #expect(try rewind("list").output.contains("one.rewind  something is lost\n"))
        #expect(try rewind("list", "--json").output.contains(#""lossy":true"#))
    }

    /// The first and only segment keeps what its states tell; of the actions, nothing is left.
    @Test func statesWhoseActionsAreLostAreKept() throws {
        #expect(try rewind("unpack", "Fixtures/crash.rewind", "-o", "OUT/w").status == 0)
        try FileManager.default.removeItem(atPath: rewind.folder.path("w/segments/000000/actions.ndjson"))
        let path = try left()
        try FileManager.default.removeItem(atPath: "\(path)/segments/000000/actions.ndjson")
        for (damaged, last, state) in [("OUT/w", 66, #""selection":1"#), (path, 3, #""count":3"#)] {
            let run = try rewind("recover", damaged, "-o", "OUT/\(last).rewind").expect(3, errors: "the actions of steps 1 to ")
            #expect(try rewind("info", "OUT/\(last).rewind").output.contains("steps       1 to \(last)"))
            #expect(try rewind("show", "OUT/\(last).rewind", "\(last)", "--json").output.contains(state))
            #expect(try rewind("log", "OUT/\(last).rewind").output.split(separator: "\n").count >= last)
            #expect(try rewind("doctor", "OUT/\(last).rewind").status == 0)
            let count = damaged == path ? "3 steps" : "66 of 67 steps"
            #expect(run.errors.contains("rewind: \(count), in ") && !run.errors.contains("0 ns"), "\(run)")
            #expect(try !rewind("stats", "OUT/\(last).rewind").output.contains("0 ns"))
            // A part begins where it was wanted.
            #expect(try rewind("trim", "OUT/\(last).rewind", "--last", "2", "-o", "OUT/\(last)-end.rewind").status == 0)
            #expect(try rewind("info", "OUT/\(last)-end.rewind").output.contains("steps       \(last - 1) to \(last);"))
            #expect(try rewind("show", "OUT/\(last)-end.rewind", "\(last)", "--json").output.contains(state))
            #expect(try rewind("doctor", "OUT/\(last)-end.rewind").status == 0)
        }
    }

    /// Its steps are all there, and every answer about it says what is lost.
    @Test func mergingWhatHasLostItsActionsSaysSo() throws {
        let path = try left()
        try FileManager.default.removeItem(atPath: "\(path)/segments/000000/actions.ndjson")
        #expect(try rewind("recover", path, "-o", "OUT/a.rewind").status == 3)
        let run = try rewind("merge", "OUT/a.rewind", "Fixtures/ordinary.rewind", "-o", "OUT/m.rewind", "--name", "a", "--name", "b")
        #expect(run.errors.contains("steps 1 to 26 of 2 recordings"), "\(run)")
        let find = try rewind("find", "OUT/m.rewind", ".count == 3", "--store", "a/main")
        #expect(
            find.status == 0 && find.errors.contains(/a: the actions of steps [0-9]+ to [0-9]+ are missing: no answer knows/), "\(find)")
        #expect(try rewind("show", "OUT/m.rewind", "end", ".count", "--store", "a/main").output == "3\n")
        let again = try rewind("merge", "OUT/m.rewind", "Fixtures/signin.rewind", "-o", "OUT/n.rewind", "--name", "m", "--name", "c")
        #expect(again.errors.contains("steps 1 to 93 of 2 recordings"), "\(again)")
        #expect(try rewind("show", "OUT/n.rewind", "end", ".count", "--store", "m/a/main").output == "3\n")
    }

    @Test func aRecordingOfWhichNothingIsLeftSaysSo() throws {
        #expect(try rewind("unpack", "Fixtures/crash.rewind", "-o", "OUT/w").status == 0)
        try FileManager.default.removeItem(atPath: rewind.folder.path("w/segments"))
        try rewind("recover", "OUT/w", "-o", "OUT/two.rewind").expect(
            3, errors: "the actions of steps 1 to 67 are missing", "the states of steps 1 to 67 are missing")
        #expect(try rewind("info", "OUT/two.rewind").output.contains("steps       none: nothing of them is there"))
        for step in ["0", "50"] {
            try rewind("show", "OUT/two.rewind", step).expect(1, errors: "Nothing of its steps is there")
        }
    }

    @Test func aCrashReportThatIsLostIsNotOneThatNeverWas() throws {
        try rewind.folder.write(Repository.fixture("crash.rewind").prefix(9_000), to: "cut.rewind")
        try rewind("recover", "OUT/cut.rewind", "-o", "OUT/two.rewind").expect(
            3, errors: "crash.json is damaged and left out", .not("rewind crash"))
        #expect(try rewind("crash", "OUT/two.rewind").output.contains("backtrace   lost: crash.json is damaged"))
    }

    @Test(arguments: ["info", "log", "crash"])
    func aDirectoryWithoutItsManifestIsSaidToBeRecoverable(command: String) throws {
        let path = try left()
        try FileManager.default.removeItem(atPath: "\(path)/manifest.json")
        try rewind(command, path).expect(2, errors: "has no manifest.json", "rewind recover ")
        #expect(try rewind("recover", path, "-o", "OUT/two.rewind").status == 3)
    }

    @Test func aCrashReportThatIsDamagedIsNotOneThatNeverWas() throws {
        #expect(try rewind("unpack", "Fixtures/crash.rewind", "-o", "OUT/w").status == 0)
        try rewind.folder.write("{}".utf8, to: "w/crash.json")
        try rewind("crash", "OUT/w").expect(
            2, output: "ended       it crashed with SIGILL", "backtrace   lost: crash.json is damaged", errors: "Run `rewind recover ")
        try rewind("crash", "OUT/w", "--json").expect(
            2, output: #""lost":{"kind":"damage","reason":{"kind":"damaged","entry":"crash.json"}}"#)
        try rewind("ticket", "OUT/w", "-y", "-o", "OUT/ticket.rewind").expect(2, errors: "Run `rewind recover ")
        #expect(!FileManager.default.fileExists(atPath: rewind.folder.path("ticket.rewind")))
        #expect(try rewind("recover", "OUT/w", "-o", "OUT/two.rewind").status == 3)
        #expect(
            try rewind("crash", "OUT/two.rewind", "--json").output.contains(
                #""lost":{"kind":"damage","reason":{"kind":"left-out","entry":"crash.json"}}"#))
    }

    /// Recovers what half of the fixture's bytes have.
    private func half() throws {
        let crash = try Repository.fixture("crash.rewind")
        try rewind.folder.write(crash.prefix(crash.count / 2), to: "cut.rewind")
        try rewind("recover", "OUT/cut.rewind", "-o", "OUT/half.rewind").expect(errors: "the states of steps")
    }

    @Test func whatIsLostIsNeitherTheSameNorUnchanged() throws {
        try half()
        let run = try rewind("diff", "OUT/half.rewind", "Fixtures/crash.rewind", "--exit-code")
        #expect(run.status == 1 && run.output.hasPrefix("nothing that is known differs: both have the same 67 actions\n"), "\(run.output)")
        #expect(run.output.contains(/the states from step [0-9]+ on could not be compared/), "\(run.output)")
        #expect(try rewind("diff", "OUT/half.rewind", "Fixtures/crash.rewind", "--json").output.contains(/"unknown":[1-9]/))
        let numbers = try rewind("stats", "OUT/half.rewind").output
        #expect(
            numbers.contains(/24 +\? .*comments\/setDraft/) && numbers.contains(/whether [0-9]+ steps changed the state is unknown/),
            "\(numbers)")
    }

    @Test func aSearchInWhatIsLostSaysSo() throws {
        try half()
        let log = try rewind("log", "OUT/half.rewind", "--path", ".comments")
        #expect(
            log.status == 1 && log.errors.contains(/the states after [0-9]+ steps are unknown, first that after step [0-9]/),
            "\(log.errors)")
        #expect(log.errors.contains("no step matches where the state is known"), "\(log.errors)")
        #expect(try rewind("log", "OUT/half.rewind", "--grep", "selection").errors.contains("no step matches where the state is known"))
        let input =
            "find .comments.selection == 2\nuntil when .comments.selection == 2\nhistory .comments.selection\nwatch .comments.selection\ncontinue\n"
        let prompt = try rewind.run(["step", "OUT/half.rewind"], input: input)
        let said = prompt.output + prompt.errors
        #expect(said.contains("is never true where the state is known; the states after"), "\(said)")
        #expect(said.contains("no later step matches 'when .comments.selection == 2'; the states after"), "\(said)")
        #expect(said.components(separatedBy: " steps are unknown").count == 5, "\(said)")
    }

    @Test(arguments: ["log", "filter"])
    func anExclusionThatFitsNoTypeIsSaidToLeaveNothingOut(command: String) throws {
        let wrong = try rewind(
            command, "Fixtures/crash.rewind", "--type", "!comments/setDrft", command == "log" ? "--color=never" : "--output=OUT/it.rewind")
        #expect(
            wrong.status == 0
                && wrong.errors.contains(
                    "no action type matches 'comments/setDrft'; did you mean 'comments/setDraft'?"),
            "\(wrong)")
        #expect(try rewind("log", "Fixtures/crash.rewind", "--type", "!*/setDraft").errors.isEmpty)
    }

    @Test(arguments: ["b when .comments.saving.length > 1", "watch .comments.saving.length", "tbreak path .comments.saving.length"])
    func aMemberOfAnArrayIsSaidNotToBeThere(line: String) throws {
        try rewind("step", "Fixtures/crash.rewind", "60", "--command", line).expect(output: "has nothing at /comments/saving/length")
        try rewind("step", "Fixtures/crash.rewind", "60", "--command", "watch .comments.saving[0]").expect(output: .not("has nothing at"))
    }

    @Test(arguments: [("crash", "crashed with SIGILL"), ("ordinary", "ended; how is not known, because the manifest is lost")])
    func howItEndedIsNotMadeUpWhereTheManifestIsLost(fixture: String, words: String) throws {
        #expect(try rewind.run(["unpack", "Fixtures/\(fixture).rewind", "-o", "OUT/unpacked"]).status == 0)
        var manifest = try rewind.folder.read("unpacked/manifest.json")
        manifest[0] = UInt8(ascii: "x")
        _ = try rewind.folder.write(Array(manifest), to: "unpacked/manifest.json")
        try rewind.run(["recover", "OUT/unpacked", "-o", "OUT/recovered.rewind"]).expect(errors: .has(words))
        try rewind.run(["info", "OUT/recovered.rewind"]).expect(output: "ended       it \(words)\n")
        try rewind.run(["crash", "OUT/recovered.rewind"]).expect(0, output: .not("nothing in the process saw its end"))
    }

    @Test
    func whatIsUnknownOfARecoveredRecordingIsNoDifference() throws {
        #expect(try rewind.run(["unpack", "Fixtures/crash.rewind", "-o", "OUT/unpacked"]).status == 0)
        _ = try rewind.folder.write(Array("x".utf8), to: "unpacked/segments/000000/actions.ndjson")
        _ = try rewind.folder.write(Array("x".utf8), to: "unpacked/crash.json")
        _ = try rewind.run(["recover", "OUT/unpacked", "-o", "OUT/recovered.rewind"])
        try rewind.run(["diff", "OUT/recovered.rewind", "Fixtures/crash.rewind"]).expect(
            output: "nothing that is known differs", "they are unknown in one of them")
        #expect(try rewind.run(["diff", "OUT/recovered.rewind", "Fixtures/crash.rewind", "--exit-code"]).status == 1)
        #expect(try rewind.run(["diff", "OUT/recovered.rewind", "Fixtures/ordinary.rewind"]).output.contains("the state after it"))
        #expect(try rewind.run(["merge", "OUT/recovered.rewind", "Fixtures/ordinary.rewind", "-o", "OUT/merged.rewind"]).status <= 3)
        try rewind.run(["crash", "OUT/merged.rewind"]).expect(output: "backtrace   lost: ", "crash.json is damaged")
    }

    @Test
    func whatWasTrueAtTheFirstKnownStateMayHaveBeenTrueBefore() throws {
        #expect(try rewind.run(["trim", "Fixtures/crash.rewind", "..30", "-o", "OUT/a.rewind"]).status == 0)
        #expect(try rewind.run(["unpack", "OUT/a.rewind", "-o", "OUT/unpacked"]).status == 0)
        _ = try rewind.folder.write(Array("x".utf8), to: "unpacked/segments/000000/states.ndjson")
        _ = try rewind.run(["recover", "OUT/unpacked", "-o", "OUT/a2.rewind"])
        #expect(try rewind.run(["trim", "Fixtures/crash.rewind", "31..", "-o", "OUT/b.rewind"]).status == 0)
        #expect(try rewind.run(["merge", "OUT/a2.rewind", "OUT/b.rewind", "-o", "OUT/joined.rewind"]).status == 3)
        try rewind.run(["find", "OUT/joined.rewind", ".home.episodes | length > 2"]).expect(output: "0..30 ", "one of 31 steps")
        let history = try rewind.run(["history", "OUT/joined.rewind", ".home.loading"])
        let type = try #require(rewind.run(["log", "OUT/joined.rewind", "30..30"]).output.split(separator: "\n").last).split(
            separator: " ")[2]
        #expect(history.output.contains("one of 31 steps") && !history.output.contains(type), "\(history)")
        try rewind.run(["check", "OUT/joined.rewind", "-"], input: "few: .home.episodes | length < 3\n").expect(1, output: "0..30")
    }

    @Test
    func aZipWithoutAManifestIsSaidToBeRecoverable() throws {
        #expect(try rewind.run(["unpack", "Fixtures/ordinary.rewind", "-o", "OUT/unpacked"]).status == 0)
        try FileManager.default.removeItem(atPath: rewind.folder.path("unpacked/manifest.json"))
        _ = try Program.installed("zip").run(["-qr", rewind.folder.path("z.rewind"), "."], in: rewind.folder.path("unpacked"))
        try rewind.run(["info", "OUT/z.rewind"]).expect(2, errors: "manifest.json is missing. Run `rewind recover")
    }
}
