import Foundation
import RewindArchive
import RewindFormat
import RewindSystem
import RewindValue
import TestSupport
import Testing

/// Episodes as a process that can be reached, and the built command over loopback.
@Suite("A running app from the command line", .serialized, .timeLimit(.minutes(5)))
struct LiveAppTests {
    private let rewind = Command()
    private var folder: TemporaryFolder { rewind.folder }

    /// A running Episodes with an endpoint; it ends with this value.
    private final class App {
        let process = Process()
        let url: String

        init(in folder: TemporaryFolder, script: String = "wait home.loaded\nsleep 120\n") throws {
            try folder.write(script.utf8, to: "script.txt")
            let errors = Pipe()
            process.executableURL = try Program.episodes.url
            process.arguments = ["--live", "--script", folder.path("script.txt"), "--latency", "0", "--failure-rate", "0"]
            let environment = ["REWIND_HOME": folder.path("home"), "SWIFT_BACKTRACE": "enable=no"]
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            var said = ""
            while !said.contains("\n") {
                let bytes = errors.fileHandleForReading.availableData
                if bytes.isEmpty { break }  // it has ended
                said += String(decoding: bytes, as: UTF8.self)
            }
            // What it says later must not fill the pipe.
            errors.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
            url = try #require(said.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("ws://") }.map(String.init), "\(said)")
        }

        func end() {
            process.terminate()
            process.waitUntilExit()
        }

        deinit { if process.isRunning { end() } }
    }

    /// Waits until nothing goes on in an app that was just started.
    private func waitForHome(of app: App) throws {
        let deadline = ContinuousClock.now + patience
        for (path, word) in [(".home.loading", "loaded"), (".navigation.stack", "home")] {
            while try !rewind("connect", app.url, "--get", path).output.contains(word) {
                try #require(ContinuousClock.now < deadline, "the app does not come to its home page")
            }
        }
    }

    @Test func aPipeIsAnsweredLineByLine() throws {
        let app = try App(in: folder)
        let program = try Program.rewind
        // The second command comes only once the first one was answered.
        let script = """
            ( echo 'get .navigation.hasQuit'
              for try in $(seq 600); do test -s "$3" && break; sleep 0.1; done
              test -s "$3" && echo 'get .navigation.hasQuit' ) | "$1" connect "$2" > "$3"
            """
        let run = try Program.installed("sh").run(["-c", script, "sh", program.url.path, app.url, folder.path("answers")])
        #expect(run.status == 0, "\(run)")
        #expect(try String(contentsOfFile: folder.path("answers"), encoding: .utf8) == "false\nfalse\n")
    }

    @Test func theOnlyAppIsFoundWithoutItsURLAndNoneIsSaidToBeNone() throws {
        try rewind("connect", "--get", ".").expect(2, errors: "goLive(recorder)")
        let app = try App(in: folder)
        for name in [[], ["Episodes"], ["episodes"], ["\(app.process.processIdentifier)"], [app.url]] {
            let run = try rewind.run(["connect"] + name + ["--get", ".navigation.hasQuit"])
            #expect(run.status == 0 && run.output == "false\n", "\(name): \(run)")
        }
        try rewind("connect", "Shop", "--get", ".").expect(2, errors: .begins("rewind: no running app is 'Shop', only: Episodes "))
        app.end()
        #expect(try rewind("connect", "--get", ".").status == 2)
    }

    /// Whoever lists the machine's processes sees what a command was given.
    @Test func tokenNeedNotStandOnTheCommandLine() throws {
        let app = try App(in: folder)
        let (url, token) = try #require(app.url.firstRange(of: "?token=").map { (app.url[..<$0.lowerBound], app.url[$0.upperBound...]) })
        let get = ["--get", ".navigation.hasQuit"]
        try rewind.run(["connect", String(url)] + get).expect(0, output: .is("false\n"))
        // From here on as on another machine, where nobody has announced the app.
        let elsewhere = folder.path("elsewhere")
        func connect(_ app: String, _ environment: [String: String] = [:]) throws -> Program.Run {
            let environment = environment.merging(["REWIND_HOME": elsewhere]) { $1 }
            return try Program.rewind.run(["connect", app] + get, in: folder.path, environment: environment)
        }
        let unknown = try connect(String(url))
        #expect(unknown.status == 64 && unknown.errors.contains("Set REWIND_TOKEN"), "\(unknown)")
        let named = try connect(String(url), ["REWIND_TOKEN": String(token)])
        #expect(named.status == 0 && named.output == "false\n", "\(named)")
        #expect(try connect(String(url), ["REWIND_TOKEN": "wrong"]).status == 2)
        try folder.write("rewind: Episodes is live: \(app.url)\n".utf8, to: "app.url")
        let filed = try connect("app.url")
        #expect(filed.status == 0 && filed.output == "false\n", "\(filed)")
        try folder.write("nothing\n".utf8, to: "app.url")
        let empty = try connect("app.url")
        #expect(empty.status == 64 && empty.errors.contains("app.url holds no URL"), "\(empty)")
    }

    /// A command that runs on, and what it says.
    private final class Waiting {
        private let process = Process()
        private let errors = Pipe()
        private let ended = WaitSignal()
        private(set) var said = ""

        init(_ arguments: [String], in folder: TemporaryFolder) throws {
            process.executableURL = try Program.rewind.url
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(["REWIND_HOME": folder.path("home")]) { $1 }
            (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, errors)
            process.terminationHandler = { [ended] _ in ended.signal() }
            try process.run()
        }

        /// Waits until it says some words; `false` if it ends without.
        func says(_ words: String) -> Bool {
            while !said.contains(words) {
                let bytes = errors.fileHandleForReading.availableData
                if bytes.isEmpty { return false }
                said += String(decoding: bytes, as: UTF8.self)
            }
            return true
        }

        /// Sends a signal; `false` if it goes on all the same.
        func ends(by signal: Int32) -> Bool {
            kill(process.processIdentifier, signal)
            return ended.wait(nanoseconds: 30_000_000_000)
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
        }
    }

    @Test("A replay that crashes as recorded says so, and commands with --wait await the app's next run")
    func aReplayedCrashIsToldAndTheNextRunAwaited() throws {
        let app = try App(in: folder)
        try waitForHome(of: app)
        let reload = try Waiting(["hot-reload", folder.path("state.json"), "--wait"], in: folder)
        #expect(reload.says("process \(app.process.processIdentifier)"), "\(reload.said)")
        let watch = try Waiting(["connect", "--watch", "--wait", "--from-start", "--json"], in: folder)
        let run = try rewind("play", Fixture.crash.path, "67", "--into", app.url)
        #expect(run.status == 0 && run.errors.contains("the app ended at step 67, comments/editDidFinish, as it did"), "\(run)")
        #expect(reload.says("waiting until Episodes is started again"), "\(reload.said)")
        #expect(watch.says("waiting "), "it may have come too late for the first run: \(watch.said)")
        let next = try App(in: folder)
        #expect(reload.says("process \(next.process.processIdentifier)"), "\(reload.said)")
        #expect(reload.ends(by: SIGINT) && watch.ends(by: SIGINT))
    }

    @Test func whatIsSetAndDispatchedIsInTheAppAndInTheSavedRecording() throws {
        let app = try App(in: folder)
        let run = try rewind(
            "connect", app.url, "--set", #".search.query="cats""#, "--dispatch", "home/load", "--mark", "checked", "--get",
            ".search.query", "--save", "saved.rewind", "--json"
        ).expect(0)
        #expect(run.output.split(separator: "\n").last == "\"cats\"")
        let types = try openRecording(at: folder.path("saved.rewind")).segment(0).actions.map(\.type)
        #expect(types.contains("@@EXTERNAL") && types.count { $0 == "home/load" } == 2, "\(types)")
        try rewind("log", "saved.rewind").expect(output: ":checked")
        #expect(try rewind("doctor", "saved.rewind").status == 0)
        #expect(try rewind("show", "saved.rewind", "end", ".search.query").output == "\"cats\"\n")
    }

    @Test("A request that the app or its recording refuses exits with 1, and wrong usage with 64")
    func refusalsExitWith1AndWrongUsageWith64() throws {
        let app = try App(in: folder)
        for (arguments, words) in [
            (["--get", ".nope"], "has nothing at /nope; the state has navigation, home"),
            (["--set", ".home.selection=\"x\""], "/home/selection"),
            (["--set", ".home.selecton=5"], "/home/selecton: the app's state has no such member; did you mean /home/selection?"),
            (["--get", ".home.selecton"], "has nothing at /home/selecton; did you mean /home/selection?"),
            (["--dispatch", #"{"home":{"_0":{"laod":{}}}}"#], "HomeAction has no case 'laod'; did you mean load? its cases are "),
            (["--dispatch", "home/nope"], "no action of the type 'home/nope' was recorded"),
            (["--dispatch", #"{"home":{"_0":{"load":5}}}"#], "the action does not decode: at /home/_0/load: "),
            (["--command", "nonsense"], "there is no command 'nonsense'"),
        ] {
            let run = try rewind.run(["connect", app.url] + arguments)
            #expect(run.status == 1 && run.errors.contains(words), "\(arguments): \(run)")
        }
        let wrong = app.url.dropLast() + (app.url.hasSuffix("A") ? "B" : "A")
        try rewind("connect", String(wrong), "--get", ".").expect(2, errors: "refuses the client")
        for arguments in [["--type", "x"], ["--set", "x"], ["--force"]] {
            #expect(try rewind.run(["connect", app.url] + arguments).status == 64, "\(arguments)")
        }
        #expect(try rewind("connect", "ws://127.0.0.1:1/", "--get", ".").status == 64)
    }

    @Test func stepsAreWatchedFromTheStartToTheAppsEnd() throws {
        let app = try App(in: folder, script: "wait home.loaded\nkey down\nkey down\nsleep 2\nkey up\nkey q\n")
        let run = try rewind("connect", app.url, "--watch", "--from-start", "--json", "--type", "home/move")
        let rows = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(rows.map { $0["type"]?.string } == ["home/move", "home/move", "home/move"], "\(run)")
        #expect(rows.map { $0["step"]?.int } == rows.map { $0["step"]?.int }.sorted { ($0 ?? 0) < ($1 ?? 0) })
        #expect(run.status == 0, "\(run)")
        app.process.waitUntilExit()
    }

    @Test func anAppThatIsKilledWhileItIsWatchedIsAFailure() throws {
        let app = try App(in: folder)
        let pid = app.process.processIdentifier
        let killing = Thread {
            usleep(1_500_000)
            kill(pid, SIGKILL)
        }
        killing.start()
        let run = try rewind("connect", app.url, "--watch", "--from-start").expect(2, errors: "the connection is lost", "the app is gone")
        #expect(run.errors.contains("its process has ended"), "\(run)")  // at once, not when the patience is over
        #expect(run.output.contains("home/didReceive"), "\(run)")
    }

    @Test("A command after the app's end is told which app that was and where its recording is")
    func aCommandAfterTheAppsEndNamesItsRecording() throws {
        let app = try App(in: folder)
        // Commands come from a pipe that is open until the app is dead.
        let script = """
            mkfifo commands; "$1" connect "$2" < commands 2> said & exec 3> commands
            until grep -q 'lists the commands' said; do sleep 0.02; done
            kill -9 "$3"; echo print >&3; exec 3>&-
            wait $!; echo "status $?"; cat said
            """
        let program = try Program.rewind.url.path
        let run = try Program.installed("sh").run(
            ["-c", script, "sh", program, app.url, "\(app.process.processIdentifier)"], in: folder.path,
            environment: ["REWIND_HOME": folder.path("home")])
        #expect(run.output.hasPrefix("status 2\n"), "\(run)")
        #expect(
            run.output.contains("rewind: Episodes, process \(app.process.processIdentifier), has ended. What it recorded is in "), "\(run)")
        #expect(!run.output.contains("the client is not connected"), "\(run)")
        try rewind("list").expect(output: " died ", "home/live/")
        #expect(try rewind("log", "latest").output.contains("home/didReceive"))
    }

    /// SIGABRT too, which a watchdog sends to an app that hangs.
    @Test("When a followed app is killed, the saved recording says so too", arguments: [(SIGTERM, "SIGTERM"), (SIGABRT, "SIGABRT")])
    func aFollowedAppsKillingIsInTheSavedRecording(signal: Int32, name: String) throws {
        let app = try App(in: folder)
        let pid = app.process.processIdentifier
        let killing = Thread {
            usleep(1_500_000)
            kill(pid, signal)
        }
        killing.start()
        let run = try rewind("connect", app.url, "--command", "follow", "--command", "info", "--save", "end.rewind")
        #expect(run.output.contains("it was killed by \(name)") && run.errors.contains("Episodes was killed by \(name)"), "\(run)")
        #expect(try openRecording(at: folder.path("end.rewind")).manifest.ending.how == .killed)
    }

    @Test func aRecordingIsPlayedIntoTheAppWhichThenHasItsStateBack() throws {
        let app = try App(in: folder)
        try waitForHome(of: app)
        let before = try rewind("connect", app.url, "--get", ".").output
        let bundle = Repository.path("Fixtures/ordinary.rewind")
        let run = try rewind("play", bundle, "--into", app.url, "--speed", "1000000", "--json")
        #expect(run.status == 0 && run.output.split(separator: "\n").count == 23, "\(run)")
        #expect(
            run.errors.contains("the app reduced 23 actions again, 0 actions of its own refused meanwhile; it goes on as before"), "\(run)")
        #expect(try rewind("connect", app.url, "--get", ".").output == before)
        try rewind("play", bundle, "--into", app.url, "--speed", "1000000", "5..14", "--keep").expect(0)
        let wanted = try rewind("show", bundle, "14", ".search.query").output
        #expect(try rewind("connect", app.url, "--get", ".search.query").output == wanted)
    }

    @Test func whoeverEditsTheFileChangesTheAppAndWhatTheAppDoesIsInTheFile() throws {
        let app = try App(in: folder)
        let file = folder.path("state.json")
        let reload = try Waiting(["hot-reload", file, app.url], in: folder)
        defer { withExtendedLifetime(reload) {} }
        func waits(for condition: () throws -> Bool) rethrows -> Bool {
            for _ in 0..<1_000 {
                if try condition() { return true }
                usleep(10_000)
            }
            return false
        }
        func text() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        #expect(waits { text().contains("\"query\": \"\"") }, "\(text())")
        try text().replacingOccurrences(of: "\"query\": \"\"", with: "\"query\": \"dogs\"").write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(try waits { try rewind("connect", app.url, "--get", ".search.query").output == "\"dogs\"\n" })
        _ = try rewind("connect", app.url, "--set", ".home.selection=3")
        #expect(waits { text().contains("\"selection\": 3") }, "\(text())")
        try "{\"nonsense\": ".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(waits { ((try? String(contentsOfFile: file + ".error", encoding: .utf8)) ?? "").contains("state.json:1:") })
        #expect(try rewind("connect", app.url, "--get", ".home.selection").output == "3\n")
    }

    @Test func whatOneAppDoesToItsStateIsOnTheOthersToo() throws {
        let (leader, follower) = (try App(in: folder), try App(in: folder))
        try rewind("mirror", leader.url, leader.url).expect(1, errors: "it leads", "no app can follow")
        _ = try rewind("connect", leader.url, "--set", ".home.selection=2")
        let mirror = try Waiting(["mirror", leader.url, follower.url], in: folder)
        defer { withExtendedLifetime(mirror) {} }
        func waits(for value: String, at path: String) throws -> Bool {
            for _ in 0..<200 {
                if try rewind("connect", follower.url, "--get", path).output == "\(value)\n" { return true }
                usleep(20_000)
            }
            return false
        }
        #expect(try waits(for: "2", at: ".home.selection"))
        _ = try rewind("connect", follower.url, "--set", #".search.query="mine""#)
        _ = try rewind("connect", leader.url, "--set", ".home.selection=3")
        #expect(try waits(for: "3", at: ".home.selection"))
        #expect(try waits(for: "\"mine\"", at: ".search.query"))  // the leader did not touch that
        _ = try rewind("connect", leader.url, "--set", #".search.query="theirs""#)
        #expect(try waits(for: "\"theirs\"", at: ".search.query"))
    }
}
