import Foundation
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("A jq program in a process of its own", .timeLimit(.minutes(5)))
struct JqProgramTests {
    /// As by C-c at a prompt, which reaches jq, too, while that waits for its next question.
    @Test func whatEndsJqBetweenTwoQuestionsIsNoAnswerToTheNext() async throws {
        _ = try Program.installed("jq")
        let kill = try Program.installed("pkill")
        let mark = "between\(ProcessInfo.processInfo.processIdentifier)"
        let program = try JqProgram("tostring + \" \(mark)\"")
        #expect(try program.results(in: StepDocument(1)) == [.string("1 \(mark)")])
        #expect(try kill.run(["-KILL", "-f", "jq .*\(mark)"]).status == 0)
        try await Task.sleep(for: .milliseconds(300))
        #expect(try program.results(in: StepDocument(2)) == [.string("2 \(mark)")])
    }
}
