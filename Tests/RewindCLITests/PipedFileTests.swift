import Foundation
import TestSupport
import Testing

@Suite("A recording that comes through a pipe", .timeLimit(.minutes(5)))
struct PipedFileTests {
    private let folder = TemporaryFolder()

    /// Runs a line of shell in which `rewind` is the program.
    private func run(_ line: String) throws -> Program.Run {
        let rewind = try Program.rewind
        let shell = try Program.installed("sh")
        let environment = [
            "NO_COLOR": "1", "TMPDIR": folder.path, "REWIND": rewind.url.path, "CRASH": Repository.path("Fixtures/crash.rewind"),
        ]
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
        try run(#"cat "$CRASH" | rewind trim - 60.."#).expect(0)
        #expect(folder.contents.filter { $0.contains("rewind") } == ["recording-trimmed.rewind"])
        // The next one has a name of its own.
        try self.run(#"cat "$CRASH" | rewind trim - 65.."#).expect(0, errors: "recording-trimmed-2.rewind")
    }

    @Test func isReadToItsEndWhereverAFileOfAnotherKindMayBeNamed() throws {
        try run(#"echo 'goto 60' | rewind step "$CRASH" -x /dev/stdin"#).expect(0, output: ">    60 ")
        try run(#"echo 'home: .home | type == "object"' | rewind check "$CRASH" /dev/stdin"#).expect(0, output: .begins("holds   home"))
        try run(
            #"mkfifo pipe; seq 100000 > pipe & rewind attach "$CRASH" pipe -o more.zip && rewind unpack more.zip -o files"#
        ).expect(0)
        let added = try run("cksum < files/attachments/2-pipe; seq 100000 | cksum")
        let sums = added.output.split(separator: "\n")
        #expect(sums.count == 2 && sums[0] == sums[1], "\(added)")
        // A recording is read from its end.
        let recording = try run(#"cat "$CRASH" | rewind info /dev/stdin"#)
        #expect(recording.status == 2 && recording.errors.hasSuffix(": not a regular file.\n"), "\(recording)")
    }

    @Test func isNotReadForEverWhereItNeverEnds() throws {
        try run(#"rewind check "$CRASH" /dev/zero"#).expect(2, errors: "/dev/zero: there is more to read than the limit of ")
    }

    @Test func isRefusedAsWhatItIsCalledThere() throws {
        let run = try run(#"head -c 300 "$CRASH" | rewind info -"#).expect(2)
        #expect(run.errors.hasPrefix("rewind: standard input: ") && run.errors.contains("`rewind recover -`"), "\(run)")
    }
}
