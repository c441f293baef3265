import Foundation
import RewindArchive
import RewindFormat
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
        let program: RunningProgram
        let url: String

        init(_ program: RunningProgram, url: String) { (self.program, self.url) = (program, url) }

        var processIdentifier: Int32 { program.processIdentifier }

        /// Somebody's steps, one every few milliseconds, for longer than anybody looks.
        static let busy = "wait home.loaded\n" + String(repeating: "key down\nsleep 0.005\nkey up\nsleep 0.005\n", count: 10_000)
        /// It comes to its home page, and is there until it is ended.
        static let atHome = "wait home.loaded\nsleep 120\n"
    }

    private func launch(_ script: String = App.atHome) async throws -> App {
        try folder.write(script.utf8, to: "script.txt")
        let program = try RunningProgram(
            Program.episodes, ["--live", "--script", folder.path("script.txt"), "--latency", "0", "--failure-rate", "0"],
            environment: ["REWIND_HOME": folder.path("home"), "SWIFT_BACKTRACE": "enable=no"])
        try #require(await program.says("to connect"), "\(program.errors)")
        let words = program.errors.split(whereSeparator: \.isWhitespace)
        return App(program, url: try #require(words.first { $0.hasPrefix("ws://") }.map(String.init), "\(words)"))
    }

    /// Waits until nothing goes on in an app that was just started.
    private func waitForHome(of app: App) async throws {
        try #require(await app.program.says("> wait home.loaded"), "\(app.program.errors)")
        try rewind("connect", app.url, "--get", ".navigation.stack").expect(0, output: "home")
    }

    @Test func aPipeIsAnsweredLineByLine() async throws {
        let app = try await launch()
        let connect = try rewind.start("connect", app.url)
        // The second command comes only once the first one was answered.
        connect.tell("get .navigation.hasQuit\n")
        try #require(await connect.says("false\n"), "\(connect.errors)")
        connect.tell("get .navigation.hasQuit\n")
        connect.endInput()
        await connect.ended().expect(0, output: .is("false\nfalse\n"))
    }

    @Test func theOnlyAppIsFoundWithoutItsURLAndNoneIsSaidToBeNone() async throws {
        try rewind("connect", "--get", ".").expect(2, errors: "goLive(recorder)")
        let app = try await launch()
        for name in [[], ["Episodes"], ["episodes"], ["\(app.processIdentifier)"], [app.url]] {
            let run = try rewind.run(["connect"] + name + ["--get", ".navigation.hasQuit"])
            #expect(run.status == 0 && run.output == "false\n", "\(name): \(run)")
        }
        try rewind("connect", "Shop", "--get", ".").expect(2, errors: .begins("rewind: no running app is 'Shop', only: Episodes "))
        await app.program.ended(by: SIGTERM)
        #expect(try rewind("connect", "--get", ".").status == 2)
    }

    /// Whoever lists the machine's processes sees what a command was given.
    @Test func tokenNeedNotStandOnTheCommandLine() async throws {
        let app = try await launch()
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

    @Test("A replay that crashes as recorded says so, and commands with --wait await the app's next run")
    func aReplayedCrashIsToldAndTheNextRunAwaited() async throws {
        let app = try await launch()
        try await waitForHome(of: app)
        let reload = try rewind.start("hot-reload", folder.path("state.json"), "--wait")
        #expect(await reload.says("process \(app.processIdentifier)"), "\(reload.errors)")
        let watch = try rewind.start("connect", "--watch", "--wait", "--from-start", "--json")
        let run = try rewind("play", Fixture.crash.path, "67", "--into", app.url)
        #expect(run.status == 0 && run.errors.contains("the app ended at step 67, comments/editDidFinish, as it did"), "\(run)")
        #expect(await reload.says("waiting until Episodes is started again"), "\(reload.errors)")
        #expect(await watch.says("waiting "), "it may have come too late for the first run: \(watch.errors)")
        let next = try await launch()
        #expect(await reload.says("process \(next.processIdentifier)"), "\(reload.errors)")
        for command in [reload, watch] {
            let run = await command.ended(by: SIGINT)
            #expect(!run.wasKilled || run.status == SIGINT, "\(run)")
        }
    }

    @Test func whatIsSetAndDispatchedIsInTheAppAndInTheSavedRecording() async throws {
        let app = try await launch()
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
    func refusalsExitWith1AndWrongUsageWith64() async throws {
        let app = try await launch()
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

    @Test func stepsAreWatchedFromTheStartToTheAppsEnd() async throws {
        let app = try await launch("wait home.loaded\nkey down\nkey down\nwait search.loaded\nkey up\nkey q\n")
        let watch = try rewind.start("connect", app.url, "--watch", "--from-start", "--json", "--type", "home/move")
        try await waitUntil("the first steps are not shown: \(watch.errors)", after: watch.news) {
            watch.output.split(separator: "\n").count == 2
        }
        // Lets the script go on, which may end the app before it has answered.
        _ = try rewind("connect", app.url, "--set", #".search.loading={"loaded":{}}"#)
        let run = await watch.ended()
        let rows = try run.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        #expect(rows.map { $0["type"]?.string } == ["home/move", "home/move", "home/move"], "\(run)")
        let steps = rows.compactMap { $0["step"]?.int }
        #expect(steps.count == rows.count && steps == steps.sorted(), "\(run)")
        #expect(run.status == 0, "\(run)")
        await app.program.ended()
    }

    @Test func anAppThatIsKilledWhileItIsWatchedIsAFailure() async throws {
        let app = try await launch()
        let watch = try rewind.start("connect", app.url, "--watch", "--from-start")
        #expect(await watch.says("home/didReceive"), "\(watch.errors)")
        await app.program.ended(by: SIGKILL)
        // At once, not when the patience is over.
        await watch.ended().expect(2, errors: "the connection is lost", "the app is gone", "its process has ended")
    }

    @Test("A command after the app's end is told which app that was and where its recording is")
    func aCommandAfterTheAppsEndNamesItsRecording() async throws {
        let app = try await launch()
        let connect = try rewind.start("connect", app.url)
        #expect(await connect.says("lists the commands"), "\(connect.errors)")
        await app.program.ended(by: SIGKILL)
        connect.tell("print\n")
        connect.endInput()
        await connect.ended().expect(
            2, errors: "rewind: Episodes, process \(app.processIdentifier), has ended. What it recorded is in ",
            .not("the client is not connected"))
        try rewind("list").expect(output: " died ", "home/live/")
        #expect(try rewind("log", "latest").output.contains("home/didReceive"))
    }

    /// SIGABRT too, which a watchdog sends to an app that hangs.
    @Test("When a followed app is killed, the saved recording says so too", arguments: [(SIGTERM, "SIGTERM"), (SIGABRT, "SIGABRT")])
    func aFollowedAppsKillingIsInTheSavedRecording(signal: Int32, name: String) async throws {
        let app = try await launch(App.busy)
        let follow = try rewind.start("connect", app.url, "--command", "follow", "--command", "info", "--save", "end.rewind")
        #expect(await follow.says("home/move"), "\(follow.errors)")
        await app.program.ended(by: signal)
        await follow.ended().expect(output: "it was killed by \(name)", errors: "Episodes was killed by \(name)")
        #expect(try openRecording(at: folder.path("end.rewind")).manifest.ending.how == .killed)
    }

    @Test func aRecordingIsPlayedIntoTheAppWhichThenHasItsStateBack() async throws {
        let app = try await launch()
        try await waitForHome(of: app)
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

    @Test func whoeverEditsTheFileChangesTheAppAndWhatTheAppDoesIsInTheFile() async throws {
        let app = try await launch()
        let file = folder.path("state.json")
        let reload = try rewind.start("hot-reload", file, app.url)
        defer { withExtendedLifetime(reload) {} }
        let text = try await waitForText(of: file) { $0.contains("\"query\": \"\"") }
        #expect(await reload.says("edit it"), "\(reload.errors)")
        try text.replacingOccurrences(of: "\"query\": \"\"", with: "\"query\": \"dogs\"").write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(await reload.says("/search/query edited"), "\(reload.errors)")
        try rewind("connect", app.url, "--get", ".search.query").expect(0, output: .is("\"dogs\"\n"))
        _ = try rewind("connect", app.url, "--set", ".home.selection=3")
        try await waitForText(of: file) { $0.contains("\"selection\": 3") }
        try "{\"nonsense\": ".write(toFile: file, atomically: true, encoding: .utf8)
        try await waitForText(of: file + ".error") { $0.contains("state.json:1:") }
        #expect(try rewind("connect", app.url, "--get", ".home.selection").output == "3\n")
    }

    @Test func whatOneAppDoesToItsStateIsOnTheOthersToo() async throws {
        let (leader, follower) = (try await launch(), try await launch())
        try rewind("mirror", leader.url, leader.url).expect(1, errors: "it leads", "no app can follow")
        _ = try rewind("connect", leader.url, "--set", ".home.selection=2")
        let mirror = try rewind.start("mirror", leader.url, follower.url)
        let steps = try rewind.start("connect", follower.url, "--watch", "--from-start")
        func expect(_ value: String, at path: String) async throws {
            try await waitUntil("\(path) is not \(value): \(mirror.errors)", after: steps.news) {
                try rewind("connect", follower.url, "--get", path).output == "\(value)\n"
            }
        }
        try await expect("2", at: ".home.selection")
        _ = try rewind("connect", follower.url, "--set", #".search.query="mine""#)
        _ = try rewind("connect", leader.url, "--set", ".home.selection=3")
        try await expect("3", at: ".home.selection")
        try await expect("\"mine\"", at: ".search.query")  // the leader did not touch that
        _ = try rewind("connect", leader.url, "--set", #".search.query="theirs""#)
        try await expect("\"theirs\"", at: ".search.query")
    }
}
