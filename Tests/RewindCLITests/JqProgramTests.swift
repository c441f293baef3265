import Foundation
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("A jq program in a process of its own", .timeLimit(.minutes(5)))
struct JqProgramTests {
    /// As by C-c at a prompt, which reaches jq, too, while that waits for its next question.
    @Test func whatEndsJqBetweenTwoQuestionsIsNoAnswerToTheNext() throws {
        _ = try Program.installed("jq")
        let mark = "between\(ProcessInfo.processInfo.processIdentifier)"
        let program = try JqProgram("tostring + \" \(mark)\"")
        #expect(try program.results(in: StepDocument(1)) == [.string("1 \(mark)")])
        let found = try Program.installed("pgrep").run(["-f", "jq .*\(mark)"]).expect(0)
        let jq = try #require(pid_t(found.output.trimmingCharacters(in: .newlines)), "\(found)")
        #expect(kill(jq, SIGKILL) == 0)
        // Until it has ended; it is left to the program to take note of that.
        var info = siginfo_t()
        while waitid(P_PID, id_t(jq), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        #expect(try program.results(in: StepDocument(2)) == [.string("2 \(mark)")])
    }
}
