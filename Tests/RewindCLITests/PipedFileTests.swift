import Foundation
import TestSupport
import Testing

@Suite("A recording that comes through a pipe", .timeLimit(.minutes(5)))
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

    @Test func isReadToItsEndWhereverAFileOfAnotherKindMayBeNamed() throws {
        let script = try run(#"echo 'goto 60' | rewind step "$CRASH" -x /dev/stdin"#)
        #expect(script.status == 0 && script.output.contains(">    60 "), "\(script)")
        let rules = try run(#"echo 'home: .home | type == "object"' | rewind check "$CRASH" /dev/stdin"#)
        #expect(rules.status == 0 && rules.output.hasPrefix("holds   home"), "\(rules)")
        let attached = try run(
            #"mkfifo pipe; seq 100000 > pipe & rewind attach "$CRASH" pipe -o more.zip && rewind unpack more.zip -o files"#)
        #expect(attached.status == 0, "\(attached)")
        let added = try run("cksum < files/attachments/2-pipe; seq 100000 | cksum")
        let sums = added.output.split(separator: "\n")
        #expect(sums.count == 2 && sums[0] == sums[1], "\(added)")
        // A recording is read from its end.
        let recording = try run(#"cat "$CRASH" | rewind info /dev/stdin"#)
        #expect(recording.status == 2 && recording.errors.hasSuffix(": not a regular file.\n"), "\(recording)")
    }

    @Test func isNotReadForEverWhereItNeverEnds() throws {
        let run = try run(#"rewind check "$CRASH" /dev/zero"#)
        #expect(run.status == 2 && run.errors.contains("/dev/zero: there is more to read than the limit of "), "\(run)")
    }

    @Test func isRefusedAsWhatItIsCalledThere() throws {
        let run = try run(#"head -c 300 "$CRASH" | rewind info -"#)
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("rewind: standard input: ") && run.errors.contains("`rewind recover -`"), "\(run)")
    }
}
