import Foundation
import TestSupport
import Testing

@Suite("A recording that comes through a pipe")
struct PipedFileTests {
    private static let fixtures = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures").path

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a line of shell in which `rewind` is the program.
    private func run(_ line: String) throws -> Program.Run {
        let rewind = try #require(Program.rewind, "the program was not built beside the tests")
        let shell = try Program.installed("sh")
        let environment = ["NO_COLOR": "1", "TMPDIR": folder.path, "REWIND": rewind.url.path, "CRASH": Self.fixtures + "/crash.rewind"]
        return try shell.run(["-c", line.replacing("rewind ", with: #""$REWIND" "#)], in: folder.path, environment: environment)
    }

    @Test(arguments: ["info -", "log -", "show - 66 --jq .comments", "blame - .comments", "find - '.comments.selection > 0'", "doctor -"])
    func isAnsweredAsTheFileIs(command: String) throws {
        let piped = try run(#"cat "$CRASH" | rewind "# + command)
        let named = try run("rewind " + command.replacing(" -", with: #" "$CRASH""#, maxReplacements: 1))
        #expect(piped.status == 0 && !piped.output.isEmpty, "\(piped)")
        #expect(piped.output == named.output)
    }

    @Test func canBeCutAndLeavesNoTemporaryFile() throws {
        let run = try run(#"cat "$CRASH" | rewind trim - 60.."#)
        #expect(run.status == 0, "\(run)")
        #expect(folder.contents.filter { $0.contains("rewind") } == ["recording-trimmed.rewind"])
        // The next one has a name of its own.
        let again = try self.run(#"cat "$CRASH" | rewind trim - 65.."#)
        #expect(again.status == 0 && again.errors.contains("recording-trimmed-2.rewind"), "\(again)")
    }

    @Test func isRefusedAsWhatItIsCalledThere() throws {
        let run = try run(#"head -c 300 "$CRASH" | rewind info -"#)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("rewind: standard input: ") && run.errors.contains("`rewind recover -`"), "\(run)")
    }
}
