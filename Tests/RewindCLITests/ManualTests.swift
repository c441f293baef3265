import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("The manual page")
struct ManualTests {
    @Test
    func hasEveryCommandWithItsOptionsAndNothingThatRoffDoesNotKnow() throws {
        let run = try Desk().rewind(["manual"])
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix(".TH REWIND 1 ") == true)
        let names = Rewind.verbs.flatMap(\.names)
        #expect(names.count > 25)
        for name in names { #expect(lines.contains(".SS \"rewind \(Roff.escaped(name))\"")) }
        for words in [".B \"\\-\\-hide\\-noop\"", ".B \"\\-o, \\-\\-output <output>\"", ".SH EXIT STATUS", ".B EXAMPLES"] {
            #expect(lines.contains { $0 == words }, "\(words)")
        }
        let macros = Set(lines.filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
        #expect(macros.isSubset(of: [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"]))
        #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(!lines.contains { $0.hasPrefix("'") })
        #expect(lines.count { $0 == ".nf" } == lines.count { $0 == ".fi" })
    }

    @Test(arguments: [
        (".a", "\\&.a"), ("a\\b", "a\\eb"), ("'--x'", "\\(aq\\-\\-x\\(aq"), ("…", "\\[u2026]"), ("a\n.b", "a\n\\&.b"),
        ("\"`^~", "\\(dq\\(ga\\(ha\\(ti"),
    ])
    func escapesWhatRoffWouldTakeForItsOwn(text: String, roff: String) { #expect(Roff.escaped(text) == roff) }

    @Test
    func takesAHelpTextApart() {
        let text = "One.\nTwo.\n\nname     what it is\nother    what it is\n\nEXAMPLES\n  rewind a\n  rewind b\n"
        #expect(
            HelpText(text).parts == [
                .paragraph("One. Two."), .lines(["name     what it is", "other    what it is"]), .heading("EXAMPLES"),
                .lines(["  rewind a", "  rewind b"]),
            ])
    }
}
