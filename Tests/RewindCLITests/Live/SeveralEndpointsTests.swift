import Foundation
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore
import TestSupport
import Testing

private struct Trips: Codable, Sendable { var trips: [String: Int] = [:] }
private struct Wishes: Codable, Sendable { var wishes: [String: Int] = [:] }
private enum Visit: Codable, Sendable { case visit(String) }
private enum Wish: Codable, Sendable { case wish(String) }

/// The built program over an app of two stores, which is this process.
@Suite("Several endpoints of one process at the command line", .serialized, .timeLimit(.minutes(5)))
struct SeveralEndpointsTests {
    private let desk = Desk()
    private let recorder: Recorder
    private let trips: Store<Trips, Visit>
    private let wishes: Store<Wishes, Wish>
    private let configuration: LiveConfiguration

    init() throws {
        recorder = Recorder(.init(app: "Trips", directory: desk.folder.path("recordings"), level: .everything))
        trips = Store(
            initialState: Trips(),
            reducer: Reducer { state, action in
                if case .visit(let place) = action { state.trips[place, default: 0] += 1 }
                return .none
            }, middlewares: [recorder.middleware(initialState: Trips())])
        wishes = Store(
            initialState: Wishes(),
            reducer: Reducer { state, action in
                if case .wish(let place) = action { state.wishes[place, default: 0] += 1 }
                return .none
            }, middlewares: [recorder.middleware("wishes", initialState: Wishes())])
        var configuration = LiveConfiguration()
        configuration.isPrinted = false
        configuration.home = desk.folder.path("home")
        configuration.limits.handshakeTime = .seconds(120)
        self.configuration = configuration
        trips.dispatch(.visit("Oslo"))
        wishes.dispatch(.wish("Iceland"))
    }

    /// Runs the program while this process answers it, and again as long as other tests keep this process too busy for that: an endpoint that
    /// does not say in time which store it serves may be the one that is meant.
    private func rewind(_ arguments: String..., until isAnswer: (Program.Run) -> Bool = { $0.status != 2 }) async throws -> Program.Run {
        while true {
            let run = try await withCheckedThrowingContinuation { [desk] waiting in
                Thread { waiting.resume(with: Result { try desk.run(["connect"] + arguments.filter { !$0.isEmpty }) }) }.start()
            }
            if isAnswer(run) || Task.isCancelled { return run }
        }
    }

    /// Does something while both stores are live.
    private func live(_ first: LiveConfiguration, _ second: LiveConfiguration, _ body: () async throws -> Void) async throws {
        let tasks = [
            Task { [trips, recorder] in try await trips.goLive(recorder, configuration: first) },
            Task { [wishes, recorder] in try await wishes.goLive(recorder, store: "wishes", configuration: second) },
        ]
        for configuration in [first, second] {
            try await LiveEndpoint.untilLive(first == second ? 2 : 1, recorder, configuration)
        }
        try await body()
        for task in tasks {
            task.cancel()
            try await task.value
        }
    }

    @Test func storesOfOneEndpointAreAskedForWhatTheyHave() async throws {
        try await live(configuration, configuration) {
            let get = try await rewind("--get", ".wishes", "--json")
            #expect(get.status == 0 && get.output == "{\"Iceland\":1}\n", "\(get)")
            let set = try await rewind("--set", ".wishes.Iceland=5", "--get", ".wishes.Iceland")
            #expect(set.status == 0 && set.output == "5\n" && wishes.state.wishes == ["Iceland": 5], "\(set)")
            let dispatched = try await rewind("--dispatch", "wish")
            #expect(dispatched.status == 0 && wishes.state.wishes["Iceland"] ?? 0 > 5, "\(dispatched)")
            #expect(dispatched.errors.hasPrefix("rewind: dispatched wish in wishes"), "\(dispatched)")
            let all = try await rewind("--get", ".")
            #expect(all.status == 1 && all.errors.contains("main, wishes; say which one is meant, with --store main right"), "\(all)")
            let wrong = try await rewind("--set", ".wishes.a.b=1")
            #expect(wrong.status == 1 && wrong.errors.hasPrefix("rewind: in wishes: the state has no place"), "\(wrong)")
        }
    }

    @Test func whoNeedsAFileOfAnAppThatRunsIsToldHowToHaveOne() async throws {
        let path = try #require(recorder.directory)
        try desk.run(["trim", path, "1..", "-o", "OUT/part.rewind"]).expect(2, errors: "Wait until the app has ended, or end it")
        try await live(configuration, configuration) {
            let run = try desk.run(["trim", "latest", "1..", "-o", "OUT/part.rewind"])
            let save = "rewind connect \(ProcessInfo.processInfo.processIdentifier) --save bug.rewind"
            #expect(run.status == 2 && run.errors.contains("or make a file of what it has recorded so far: \(save)"), "\(run)")
            #expect(try desk.run(["ticket", "latest", "--yes", "-o", "OUT/bug.rewind"]).status == 0)
        }
    }

    @Test func tokenIsAskedForOnATerminalAndNotShown() async throws {
        try await live(configuration, configuration) {
            let app = try #require(RunningApp.all(in: configuration.home).first)
            let address = try LiveAddress(parsing: app.url)
            let session = try await withCheckedThrowingContinuation { [desk] waiting in
                let arguments = ["connect", "ws://127.0.0.1:\(address.port)/rewind", "--get", ".trips"]
                let home = ["REWIND_HOME": desk.folder.path("elsewhere")]
                Thread {
                    waiting.resume(
                        with: Result {
                            try PersonAtTerminal.run(
                                arguments, keys: [(after: "/rewind: ", keys: address.token + "\r")], environment: home)
                        })
                }
                .start()
            }
            #expect(session.status == 0 && session.output.contains("Oslo"), "\(session)")
            #expect(!session.output.contains(address.token), "\(session)")
        }
    }

    @Test func storeChoosesAmongTheEndpointsOfAProcess() async throws {
        var other = configuration
        other.limits.clients = 7
        try await live(configuration, other) {
            let pid = "\(ProcessInfo.processInfo.processIdentifier)"
            for app in ["", pid, "trips"] {
                let run = try await rewind("--store", "wishes", "--get", ".wishes", "--json", app) { $0.status == 0 }
                #expect(run.status == 0 && run.output == "{\"Iceland\":1}\n", "\(run)")
            }
            let unclear = try await rewind(pid, "--get", ".wishes") { $0.errors.contains("with wishes") }
            #expect(unclear.status == 64, "\(unclear)")
            let words = "2 endpoints of running apps are open: name one by its store (--store) or its URL"
            #expect(unclear.errors.contains(words), "\(unclear)")
            #expect(unclear.errors.contains("Trips \(pid) with wishes at 127.0.0.1:"), "\(unclear)")
            let nobody = try await rewind("--store", "cart", "--get", ".") { $0.errors.contains("no running app serves") }
            #expect(nobody.status == 1 && nobody.errors.contains("no running app serves a store 'cart'"), "\(nobody)")
        }
    }
}
