import Foundation
import TestSupport
import Testing

/// What the program says of steps that were filtered out, cut off, or are in none of the merged parts.
@Suite("Steps that are not there", .serialized, .timeLimit(.minutes(5)))
struct NoStepTests {
    private static let crash = "Fixtures/crash.rewind"
    private let folder = TemporaryFolder()
    /// Without the drafts: steps 37 to 52, and those after 56, are left out.
    private let short: String
    /// Steps 1 to 30 and 61 to 67.
    private let parts: String
    /// From step 50 on.
    private let end: String

    init() throws {
        (short, parts, end) = (folder.path("short.rewind"), folder.path("m13.rewind"), folder.path("end.rewind"))
        try make(["filter", Self.crash, "--type", "!*/setDraft", "-o", short])
        try make(["split", Self.crash, "--after", "30", "--after", "60", "-o", folder.path])
        let pieces = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("crash") }.sorted()
        try make(["merge", folder.path(pieces[0]), folder.path(pieces[2]), "-o", parts])
        try make(["trim", Self.crash, "50..", "-o", end])
    }

    private func make(_ arguments: [String]) throws {
        let run = try QuestionTests.rewind(arguments, home: folder.path("home"))
        try #require(run.status == 0 || run.status == 3, "\(run.errors)")
    }

    private func output(_ arguments: String..., input: String = "") throws -> String {
        try QuestionTests.rewind(arguments, input: input).output
            .replacing(/\+\d\d:\d\d\.\d\d\d/, with: "+TIME").replacing(folder.path + "/", with: "")
    }

    @Test
    func areNamedForWhatTheyAreByShow() throws {
        #expect(
            try output("show", short, "37") == """
                step        37, left out on purpose with all of steps 37 to 52

                state
                  the state after step 37 is unknown: steps 37 to 52 were left out on purpose, and what they changed is in the store's next step. The nearest known state before it is that of step 36.

                """)
        #expect(
            try output("show", short, "37", "--json").hasPrefix(
                #"{"step":37,"lost":[37,52],"kind":"left-out","unknownState":"#))
        let stand = try output("show", short, "53")
        #expect(stand.contains("none: this step replaces 17 that were left out on purpose\n  17 × comments/setDraft\n"))
        #expect(stand.contains("changes\n  these are the changes of all that was left out here\n  ~ /comments/draft/text"))
        let lost = try output("show", parts, "45")
        #expect(lost.hasPrefix("step        45, lost with all of steps 31 to 60: in none of the parts that were put together\n"))
        #expect(lost.contains("is unknown: nothing of steps 31 to 60 is in the recording."))
        #expect(try output("show", end, "49").hasPrefix("step        49, the state before the first step that is kept\n"))
        #expect(try output("show", end, "49", "--json").hasPrefix(#"{"step":49,"state":"#))
    }

    @Test
    func haveARowOfTheirOwnInLists() throws {
        #expect(
            try output("history", parts, ".comments.selection") == """
                   STEP        TIME  TYPE                        VALUE
                      0  +TIME  @@INIT                      0
                 31..60           ?  (lost)                      2
                     66  +TIME  comments/deleteDidFinish    1

                """)
        let diff = try output("diff", Self.crash, short)
        #expect(diff.contains("the same up to step 36\n") && diff.contains("+      37           ?  (left out on purpose)\n"))
    }

    @Test
    func areNoStepToTheDebugger() throws {
        #expect(
            try output("step", short, input: "goto 37\nwhere\n") == """
                >     0  +TIME  @@INIT
                >    37           ?  (left out on purpose)                          with all of steps 37 to 52
                step 37 was left out on purpose, and its cause with it

                """)
        #expect(try output("step", end, input: "") == ">    49              (the first state)\n")
    }

    @Test
    func thatOnlyOneOfTwoRecordingsHasAreSaidInOneLine() throws {
        #expect(
            try output("diff", Self.crash, end) == """
                - Fixtures/crash.rewind
                + end.rewind
                steps 1 to 49 are only in Fixtures/crash.rewind
                the rest is the same

                """)
        #expect(
            try output("diff", end, Self.crash, "--json").contains(#""common":18,"count":49,"differences":[],"onlySecond":[[1,49]]}"#))
    }

    @Test(arguments: [
        ["log", crash, "--type", "nope"], ["log", crash, "--type", "nope", "--group"], ["history", crash, ".nope"],
        ["history", crash, ".nope", "--json"], ["watch", crash, ".nope", ".neither"],
    ])
    func ofATypeOrPathThatThereIsNotNothingIsPrinted(arguments: [String]) throws {
        let run = try QuestionTests.rewind(arguments).expect(output: .is(""))
        #expect(run.status == 1 && !run.errors.isEmpty)
    }

    @Test
    func helpHangsLongRowsAndErrorsOfJqEndWhereTheyAreSaid() throws {
        let help = try output("help", "step")
        #expect(
            help.contains(
                """

                  condition N [EXPR]        make a breakpoint stop only where EXPR is true;
                                            without EXPR, everywhere

                """))
        let error = try QuestionTests.rewind(["find", Self.crash, "map("]).errors
        #expect(error.contains("'map(' can't be evaluated: syntax error") && !error.contains("shell") && !error.contains("top-level"))
    }
}
