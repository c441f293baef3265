import Foundation
import TestSupport
import Testing

/// The forms that answers about the fixtures come in: for a ticket, in columns, counted, through jq, about two recordings.
@Suite("Answers in other forms", .serialized, .timeLimit(.minutes(5)))
struct AnswerFormTests {
    private static let crash = "Fixtures/crash.rewind"
    private static let ordinary = "Fixtures/ordinary.rewind"

    private static func timeless(_ text: String) -> String { text.replacing(/\+\d\d:\d\d\.\d\d\d/, with: "+TIME") }

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
}
