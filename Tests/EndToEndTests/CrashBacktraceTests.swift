import Foundation
import RewindValue
import TestSupport
import Testing

/// Records Episodes' planted crash for real, and asks where it was.
@Suite("The planted crash", .timeLimit(.minutes(5)))
struct CrashBacktraceTests {
    private let folder = TemporaryFolder()

    @Test func isFoundWithItsFunction() throws {
        let rewind = try Program.rewind
        let episodes = try Program.episodes
        let script = "Fixtures/scripts/crash.txt"
        let recorded = try rewind.run(
            [
                "record", "-o", "\(folder.path)/crash.rewind", "--", episodes.url.path, "--script", script, "--seed", "7", "--failure-rate",
                "0",
                "--latency", "0.2",
            ], environment: ["REWIND_HOME": "\(folder.path)/home", "SWIFT_BACKTRACE": "enable=no"])
        #expect(recorded.errors.contains("step 67, comments/editDidFinish, was in the reducer"))

        let arguments = ["crash", "\(folder.path)/crash.rewind", "--symbols", episodes.url.path]
        let words = try rewind.run(arguments).expect(0, output: "step 67, comments/editDidFinish, was in the reducer")
        // Without the toolchain's symbolizer there are offsets, which are right too.
        let hasNames = Program.isInstalled("llvm-symbolizer")
        let expected = hasNames ? "EpisodesCore.CommentsState.exchange(_:)  at CommentsReducer.swift:" : "Episodes  "
        #expect(words.output.contains(expected), "\(words)")
        #expect(try rewind.run(arguments + ["--json"]).output.contains(#""signal":"SIG"#))
    }

    @Test func isFoundOnATerminalTooAndInTheFile() throws {
        let rewind = try Program.rewind
        let episodes = try Program.episodes
        // A terminal of its own for the app, which then has handlers of its own for what ends it.
        let terminal = "import pty, sys; status = pty.spawn(sys.argv[1:]); sys.exit(0 if status else 1)"
        let recorded = try Program.python().run(
            [
                "-c", terminal, rewind.url.path, "record", "-o", folder.path("crash.rewind"), "--", episodes.url.path, "--script",
                "Fixtures/scripts/crash.txt", "--latency", "0.2",
            ], environment: ["REWIND_HOME": folder.path("home"), "TERM": "xterm"])
        #expect(!recorded.output.contains("Press space to interact"), "the runtime's own backtracer waits for nobody")
        let run = try rewind.run(["extract", folder.path("crash.rewind"), "--crash", "-o", "-"])
        let crash = try JSONValue(parsing: run.outputBytes)
        let frames = crash["backtrace"]?.array ?? []
        #expect(frames.count > 20, "\(recorded) \(run)")
        #if os(Linux)
            #expect(crash["thread"]?.string.map { $0.hasPrefix("com.apple.root.") || $0 == "Episodes" } ?? true, "\(crash)")
        #endif
        guard Program.isInstalled("llvm-symbolizer") else { return }
        #expect(frames.contains { $0["function"]?.string?.contains("CommentsState.(exchange") == true }, "\(run.output.prefix(2_000))")
    }

    @Test func isAllThatAnAppOnATerminalLeavesThatRecordsByItself() throws {
        let episodes = try Program.episodes
        let terminal = "import pty, sys; status = pty.spawn(sys.argv[1:]); sys.exit(0 if status else 1)"
        let crashed = try Program.python().run(
            [
                "-c", terminal, "/usr/bin/env", "-u", "SWIFT_BACKTRACE", episodes.url.path, "--record", folder.path("recordings"),
                "--script", "Fixtures/scripts/crash.txt", "--latency", "0.2",
            ], environment: ["REWIND_HOME": folder.path("home"), "TERM": "xterm"])
        #expect(
            crashed.status == 0 && crashed.output.contains("Fatal error: ")
                && crashed.output.contains("rewind crash \(folder.path("recordings/"))"), "\(crashed)")
        #expect(!crashed.output.contains("Press space to interact") && !crashed.output.contains("Registers"), "\(crashed)")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path("recordings")).first)
        let run = try Program.rewind.run(["crash", folder.path("recordings/\(name)"), "--json"])
        #expect((try JSONValue(parsing: run.outputBytes)["backtrace"]?.array?.count ?? 0) > 20, "\(run)")
    }

    @Test func isFoundWhereverTheAppWasStartedFrom() throws {
        let rewind = try Program.rewind
        let episodes = try Program.episodes
        guard Program.isInstalled("llvm-symbolizer") else { return }
        // Under a name that no other folder has.
        try FileManager.default.createDirectory(atPath: folder.path("app"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: episodes.url.path, toPath: folder.path("app/Started"))
        let script = URL(fileURLWithPath: "Fixtures/scripts/crash.txt").path
        _ = try Program.installed("sh").run(
            ["-c", "./Started --record recordings --script '\(script)' --latency 0.2"], in: folder.path("app"),
            environment: ["REWIND_HOME": folder.path("home"), "SWIFT_BACKTRACE": "enable=no"])
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path("app/recordings")).first)
        let crash = try rewind.run(["crash", folder.path("app/recordings/\(name)")])
        #expect(crash.output.contains("EpisodesCore.CommentsState.exchange(_:)  at CommentsReducer.swift:"), "\(crash)")
        try rewind.run(["seal", folder.path("app/recordings/\(name)"), "-o", folder.path("one.rewind")]).expect(0)
        try FileManager.default.removeItem(atPath: folder.path("app"))
        try rewind.run(["extract", folder.path("one.rewind"), "--crash", "-o", "-"]).expect(output: "CommentsState", .not(folder.path))
    }

    @Test func isInTheFixtureWithItsFunctionAndLineWhateverIsOnThisMachine() throws {
        try Program.rewind.run(["crash", "Fixtures/crash.rewind"]).expect(
            output: "Episodes  EpisodesCore.CommentsState.exchange(_:)  at CommentsReducer.swift:60\n"
        ).expect(output: .not("Only offsets"))
    }

    @Test func isNotClaimedOfASessionThatFinished() throws {
        let rewind = try Program.rewind
        try rewind.run(["crash", "Fixtures/ordinary.rewind"]).expect(1, errors: "did not end in a crash: the app finished")
    }
}
