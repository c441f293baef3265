import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// What the commands say of recordings with something odd in them: no two of them may tell different stories.
@Suite("Odd recordings at the command line", .serialized, .timeLimit(.minutes(5)))
struct EdgeTests {
    private let rewind = Desk()

    @Test
    func keysInTwoSpellingsAreTwoKeysToFindJqShowDiffBlameAndHistory() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["caf\u{e9}": 1, "cafe\u{301}": 2])
        try builder.step(1, "edit", "[{\"op\":\"replace\",\"path\":\"/cafe\u{301}\",\"value\":3}]")
        let path = try builder.finish()
        #expect(try JSONValue(parsing: rewind("show", path, "1", ".").output) == ["caf\u{e9}": 1, "cafe\u{301}": 3])
        for question in ["find", "jq"] {
            // What our own language does not have goes to jq.
            let tail = question == "jq" ? " | tostring == \"3\"" : " == 3"
            let found = try rewind("find", path, ".[\"cafe\u{301}\"]\(tail)")
            #expect(found.status == 0 && found.output.contains("edit"), "\(question)")
            #expect(try rewind("find", path, ".[\"caf\u{e9}\"]\(tail)").status == 1, "\(question)")
        }
        #expect(try rewind("blame", path, "/cafe\u{301}").output.contains("     1  "))
        #expect(try rewind("blame", path, "/caf\u{e9}").output.contains("     0  "))
        #expect(try rewind("history", path, "/caf\u{e9}", "--json").output.split(separator: "\n").count == 1)
        #expect(try rewind("history", path, "/cafe\u{301}", "--json").output.split(separator: "\n").count == 2)
        #expect(try rewind("find", path, "has(\"cafe\u{300}\")").status == 1)
        #expect(try rewind("find", path, "has(\"cafe\u{301}\") and has(\"caf\u{e9}\")").status == 0)
    }

    @Test
    func whereverJqRoundsANumberItIsSaid() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["ids": [1_234_567_890_123_456_780]])
        try builder.step(1, "edit", #"[{"op":"replace","path":"/ids/0","value":1234567890123456781}]"#)
        let path = try builder.finish()
        let condition = "any(.ids[]; . == 1234567890123456781)"
        for arguments in [
            ["find", path, condition], ["log", path, "--where", condition], ["filter", path, "--where", condition, "-o", "OUT/f.rewind"],
            ["bisect", path, "--where", condition], ["watch", path, ".ids|max"], ["show", path, "1", "--jq", ".ids|max"],
            ["step", path, "1", "--command", "p .ids|max"], ["step", path, "--command", "break when \(condition)", "--command", "c"],
        ] {
            let run = try rewind.run(arguments)
            #expect((run.errors + run.output).components(separatedBy: "jq's numbers are doubles").count == 2, "\(arguments)")
        }
    }

    @Test
    func whatLooksAtAHiddenNumberSaysSo() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["door": ["pin": 0], "count": 0]) { $0.removals = ["key pin": 2] }
        try builder.step(1, "edit", "[{\"op\":\"replace\",\"path\":\"/door/pin\",\"value\":0}]")
        let path = try builder.finish()
        let words = "what is at /door/pin is hidden by the rule 'key pin': a placeholder was recorded in its place, as 0 for a number"
        for arguments in [
            ["find", path, ".door.pin > 3"], ["history", path, ".door.pin"], ["blame", path, ".door.pin"],
            ["log", path, "--path", ".door.pin"],
            ["step", path, "--command", "break when .door.pin > 3"],
        ] {
            let run = try rewind.run(arguments)
            #expect((run.output + run.errors).components(separatedBy: words).count == 2, "\(arguments)")
        }
        #expect(try rewind("check", path, "-", input: "pin: .door.pin < 3\n").errors.contains(words))
        #expect(try !rewind("find", path, ".count > 3").errors.contains("hidden"))
    }

    @Test
    func textFunctionsCompareScalarsAsJqDoes() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["text": "e\u{301}tude"])
        try builder.step(1, "edit")
        let path = try builder.finish()
        for (expression, holds) in [
            ("startswith(\"e\")", true), ("startswith(\"\u{e9}\")", false), ("contains(\"\u{e9}t\")", false),
            ("contains(\"\u{301}t\")", true),
            ("endswith(\"tude\")", true),
        ] {
            let own = try rewind("find", path, ".text | \(expression)")
            let jq = try rewind("find", path, ".text | tostring | \(expression)")
            #expect((own.status == 0) == holds && (jq.status == 0) == holds, "\(expression)")
        }
    }

    @Test
    func whatTheUserKeepsForJqDecidesNoAnswer() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["list": [1]])
        let path = try builder.finish()
        try rewind.folder.write("def twice: 2 * .; def tostring: \"mine\";".utf8, to: ".jq")
        let home = ["HOME": rewind.folder.path as String]
        #expect(try rewind.run(["find", path, ".list[0] | tostring == \"1\""], environment: home).status == 0)
        #expect(try rewind.run(["find", path, ".list[0] | tostring | twice"], environment: home).status == 64)
    }

    @Test
    func blameSaysWhichStatesAtTheEndItCouldNotLookAtAsFindDoes() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["count": 0])
        try builder.step(1, "up", #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.action(2, "up")
        try builder.action(3, "up")
        let path = try builder.die()
        let blame = try rewind("blame", path, ".count").expect(output: "     1  ")
        #expect(blame.errors == (try rewind("find", path, ".count == 1", "--all")).errors)
        #expect(blame.errors.contains("the states after 2 steps are unknown, first that after step 2"))
        #expect(try rewind("blame", path, ".count", "1").errors == "")
    }

    @Test("An action whose rest was lost is counted as lost wherever the recording goes")
    func anActionCutShortIsCountedAsLostEverywhere() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["count": 0])
        try builder.action(1, "load") { line in
            line.action = nil
            line.bytes = 70_000
            line.prefix = "{\"items\":["
        }
        try builder.patch(1, #"[{"op":"replace","path":"/count","value":1}]"#)
        let path = try builder.die()
        let sentence = "of the action of step 1 only the beginning is there"
        #expect(try rewind("info", path).output.contains(sentence))
        try rewind("seal", path, "-o", "OUT/sealed.rewind").expect(3, errors: "lost: \(sentence)")
        #expect(try rewind("info", "OUT/sealed.rewind").output.contains(sentence))
        #expect(try rewind("doctor", "OUT/sealed.rewind").output.contains(sentence))
        let recovered = try rewind("recover", "OUT/sealed.rewind", "-o", "OUT/recovered.rewind")
        #expect(recovered.status == 3 && recovered.errors.components(separatedBy: sentence).count == 2)
    }

    @Test("Doctor calls sound what recover and seal write, and what was unsound stays reported")
    func doctorCallsSoundWhatRecoverAndSealWrite() throws {
        let builder = try RecordingBuilder(in: rewind.folder, state: ["count": 0])
        for step in 1...3 { try builder.action(step, "nested") }
        // The inner step of a nested pair is through first.
        try builder.patch(2, #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.patch(1, #"[{"op":"replace","path":"/total","value":1}]"#)
        try builder.patch(3, "[]")
        let path = try builder.finish()
        #expect(try rewind("doctor", path).status == 1)
        #expect(try rewind("seal", path, "-o", "OUT/sealed.rewind").status == 3)
        #expect(try rewind("doctor", "OUT/sealed.rewind").status == 0)
        let run = try rewind("recover", path, "-o", "OUT/recovered.rewind").expect(
            3, errors: "lost: unsound: step 1: the state of step 1 comes after that of step 2")
        #expect(try rewind("info", "OUT/recovered.rewind").output.contains("unsound: step 1: the state of step 1"))
        #expect(try rewind("doctor", "OUT/recovered.rewind").status == 0)
        // Once more, it says the same, once.
        let again = try rewind("recover", "OUT/recovered.rewind", "-o", "OUT/again.rewind")
        #expect(again.status == 3 && again.errors.contains("recovered.rewind is damaged, and nothing was to be recovered; "))
        let sentences = { (run: Program.Run) in
            run.errors.split(separator: "\n").filter { $0.hasPrefix("rewind: lost: ") }
        }
        #expect(sentences(again) == sentences(run))
    }

    @Test(arguments: [
        (["log", "Fixtures/crash.rewind", "-n", "5"], "Unknown option '-n'"),
        (["lgo", "Fixtures/crash.rewind"], "there is no command 'lgo'; did you mean 'log'?"),
        (["help", "lgo"], "there is no command 'lgo'; did you mean 'log'?"), (["nolog"], "there is no command 'nolog'"),
        (["log", "Fixtures/crash.rewind", "soon"], "'soon' is not a step"),
    ])
    func aWrongWordIsNamedAsSuchWithWhatComesNear(arguments: [String], message: String) throws {
        try rewind.run(arguments).expect(64, errors: .has(message))
    }

    @Test(arguments: [
        (".comments.saving != before.comments.savng", true), ("before.comments.savng != 3 and .home != null", true),
        (".comments.saving != before.comments.saving", false), (".comments.draft != before.comments.draft", false),
    ])
    func aPathThatNeverWasIsToldOfAlsoWhereTheExpressionIsTrue(expression: String, isTold: Bool) throws {
        let run = try rewind("find", "Fixtures/crash.rewind", expression)
        #expect(run.status == 0 && run.errors.contains("may ask for something that is not there") == isTold, "\(run.errors)")
    }

    @Test("A path that was never there is called a slip, but a path that the types declare is not")
    func aPathThatWasNeverThereIsCalledASlip() throws {
        let rules = "slip: .home.epsodes | length < 9\nnone yet: .comments.notice == null\n"
        let check = try rewind("check", "Fixtures/ordinary.rewind", "-", input: rules).expect(64)
        #expect(check.output == "no path slip\nholds   none yet\n")
        #expect(check.errors.contains("'slip' asks for a path that was never there"))
        #expect(check.errors.contains("did you mean /home/episodes?"))
        try rewind("find", "Fixtures/ordinary.rewind", ".search.qery == null").expect(0, errors: "did you mean /search/query?")
        let commands = "break when .search.qery == 1\nbreak search/setQuery\ncondition 2 .hme\nbrek x\nquit\n"
        let step = try rewind("step", "Fixtures/ordinary.rewind", input: commands)
        for words in ["did you mean /search/query?", "did you mean /home?", "did you mean 'break'?"] {
            #expect((step.output + step.errors).contains(words), "\(words)")
        }
    }

    @Test("A part of a recording tells its own length, and a redaction that removes nothing writes nothing")
    func aPartTellsItsLengthAndRedactMayWriteNothing() throws {
        try #expect(rewind("trim", "Fixtures/crash.rewind", "60..", "-o", "OUT/part.rewind").status == 0)
        #expect(
            try rewind("info", "OUT/part.rewind").output.contains(/recorded .* UTC, for \d+.* ms, beginning 00:0\d\.\d+ after the start/))
        let redact = try rewind("redact", "Fixtures/ordinary.rewind", "-o", "OUT/clean.rewind")
        #expect(redact.status == 0 && redact.errors.contains("nothing was written") && !rewind.folder.contents.contains("clean.rewind"))
        #expect(try rewind("redact", "Fixtures/ordinary.rewind", "-o", "OUT/clean.rewind", "--always").status == 0)
        #expect(rewind.folder.contents.contains("clean.rewind"))
    }
}
