import Foundation
import Rewind
import RewindArchive
import RewindTesting
import TestSupport
import Testing

/// Tests that fail, in another process: what they leave is looked at in this one.
private let isToFail = ProcessInfo.processInfo.environment["REWIND_TESTS_THAT_FAIL"] != nil

@Suite(.enabled(if: isToFail, "they fail"), .recorded)
struct TestsThatFail {
    @Test func expectation() {
        let store = CounterStore(recorder: .ofThisTest)
        store.send(.add(3))
        #expect(store.state.total == 4)
    }

    @Test func error() throws {
        let store = CounterStore(recorder: .ofThisTest)
        store.send(.add(3))
        store.send(.reset)
        throw CancellationError()
    }

    @Test func exitTest() async {
        await #expect(processExitsWith: .success) { [folder = Recorder.folderOfThisTest as String?] in
            let store = CounterStore(recorder: Recorder(app: "Counter", directory: folder)) { _, _ in fatalError("of the reducer") }
            store.send(.add(1))
        }
    }

    @Test func passes() {
        let store = CounterStore(recorder: .ofThisTest)
        store.send(.add(3))
        #expect(store.state.total == 3)
    }

    @Test func knownIssue() {
        CounterStore(recorder: .ofThisTest).send(.add(3))
        withKnownIssue { #expect(Bool(false)) }
    }
}

@Suite("A failing test leaves its recording", .timeLimit(.minutes(5)))
struct RecordedTraitTests {
    @Test(.enabled(if: !isToFail)) func andAPassingOneLeavesNothing() throws {
        let folder = TemporaryFolder()
        let (kept, temporary) = (folder.path("kept"), folder.path("temporary"))
        for path in [kept, temporary] { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        let tests = try Program.built(URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent)
        let run = try tests.run(
            ["--testing-library", "swift-testing", "--filter", "TestsThatFail", "--attachments-path", kept],
            environment: ["REWIND_TESTS_THAT_FAIL": "1", "TMPDIR": temporary])
        #expect(run.status != 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: kept).sorted()
        #expect(names == ["error.rewind", "exitTest.rewind", "expectation.rewind"], "\(run)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).filter { $0.hasPrefix("rewind-test") } == [])
        func timeline(_ name: String) throws -> Timeline { try Timeline(openRecording(at: "\(kept)/\(name).rewind")) }
        #expect(try timeline("expectation").steps == 0...1)
        #expect(try timeline("error").steps == 0...2)
        #expect(try timeline("expectation").recording.manifest.title == "The test expectation() failed")
        let crash = try #require(try timeline("exitTest").recording.crash())
        #expect(crash.signal == "SIGILL" || crash.signal == "SIGTRAP", "\(crash)")
    }

    @Test func withoutTheTraitNothingIsRecorded() {
        #expect(Recorder.ofThisTest.directory == nil)
        #expect(Recorder.folderOfThisTest == nil)
    }
}
