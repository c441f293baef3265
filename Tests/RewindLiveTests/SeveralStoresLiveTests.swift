import Foundation
import RewindControl
import RewindFormat
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindLive

@Suite("Several stores of an app go live", .timeLimit(.minutes(5)))
struct SeveralStoresLiveTests {
    private let folder = TemporaryFolder()
    private let recorder: Recorder
    private let shop: Store<ShopState, ShopAction>
    private let list: Store<ListState, ListAction>
    private let configuration: LiveConfiguration

    init() throws {
        recorder = Recorder(.init(app: "Shop", directory: folder.path("recordings"), level: .secrets))
        let reducer = Reducer<ShopState, ShopAction> { state, action in
            state.reduce(action)
            return .none
        }
        shop = Store(initialState: ShopState(), reducer: reducer, middlewares: [recorder.middleware(initialState: ShopState())])
        list = Store(initialState: ListState(), reducer: .list, middlewares: [recorder.middleware("list", initialState: ListState())])
        var configuration = LiveConfiguration()
        configuration.isPrinted = false
        configuration.limits.handshakeTime = patience
        configuration.home = folder.path("home")
        self.configuration = configuration
    }

    /// Waits until each endpoint serves so many stores; returns the names of each one's, as clients are told.
    ///
    /// - Parameter other: the configuration of a second endpoint.
    private func served(_ count: Int, with other: LiveConfiguration? = nil) async throws -> [[String]] {
        for configuration in [configuration, other].compactMap(\.self) {
            try await LiveEndpoint.untilLive(count, recorder, configuration)
        }
        var names: [[String]] = []
        for app in RunningApp.all(in: configuration.home) {
            let client = LiveClient(try LiveAddress(parsing: app.url), options: OpenApp.patientOptions)
            names.append(try await client.connect().stores.map(\.name).sorted())
            await client.close()
        }
        return names.sorted { $0.joined() < $1.joined() }
    }

    @Test func withARecorderThatIsOffNoneOpensAnEndpoint() async throws {
        var configuration = configuration
        // Documentation's own: whoever listened there would fail.
        configuration.address = "192.0.2.1"
        try await shop.goLive(.off, configuration: configuration)
        try await list.goLive(.off, store: "list", configuration: configuration)
    }

    @Test func theyShareAnEndpointThatClosesWithTheLastOfThem() async throws {
        let first = Task { [shop, recorder, configuration] in try await shop.goLive(recorder, configuration: configuration) }
        let second = Task { [list, recorder, configuration] in
            try await list.goLive(recorder, store: "list", configuration: configuration)
        }
        #expect(try await served(2) == [["list", "main"]])
        first.cancel()
        try await first.value
        #expect(try await served(1) == [["list"]])
        second.cancel()
        try await second.value
        #expect(RunningApp.all(in: configuration.home).isEmpty)
        // Whoever comes then opens a new one.
        let third = Task { [shop, recorder, configuration] in try await shop.goLive(recorder, configuration: configuration) }
        #expect(try await served(1) == [["main"]])
        third.cancel()
        try await third.value
    }

    @Test func anotherConfigurationHasAnEndpointOfItsOwn() async throws {
        var other = configuration
        other.reveals = true
        let first = Task { [shop, recorder, configuration] in try await shop.goLive(recorder, configuration: configuration) }
        let second = Task { [list, recorder, other] in try await list.goLive(recorder, store: "list", configuration: other) }
        #expect(try await served(1, with: other) == [["list"], ["main"]])
        for task in [first, second] { task.cancel() }
        try await first.value
        try await second.value
    }

    @Test func storeWhoseNameAnotherOneTakesIsToldSo() async throws {
        let first = Task { [shop, recorder, configuration] in try await shop.goLive(recorder, configuration: configuration) }
        #expect(try await served(1) == [["main"]])
        let second = Task { [list, recorder, configuration] in
            try await list.goLive(recorder, store: "main", configuration: configuration)
        }
        let error = await #expect(throws: LiveError.self) { try await first.value }
        #expect(error?.code == .replaced && error?.description.contains(#"goLive(recorder, store: "wishes")"#) == true)
        #expect(try await served(1) == [["main"]])
        second.cancel()
        try await second.value
        #expect(RunningApp.all(in: configuration.home).isEmpty)
    }

    @Test func theyAreInTheOrderOfTheRecordingWhicheverWasLiveFirst() async throws {
        // None of them is named: each is known by the type of its state.
        let second = Task { [list, recorder, configuration] in try await list.goLive(recorder, configuration: configuration) }
        #expect(try await served(1) == [["list"]])
        let first = Task { [shop, recorder, configuration] in try await shop.goLive(recorder, configuration: configuration) }
        #expect(try await served(2) == [["list", "main"]])
        let app = try #require(RunningApp.all(in: configuration.home).first)
        let client = LiveClient(try LiveAddress(parsing: app.url), options: OpenApp.patientOptions)
        #expect(try await client.connect().stores.map(\.name) == ["main", "list"])
        #expect(try await client.call(GetState(path: "")).store == "main")
        await client.close()
        for task in [first, second] { task.cancel() }
        try await first.value
        try await second.value
    }

    @Test func storeOfWhichAFileIsKeptIsKnownByTheTypeOfItsState() async throws {
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let path = folder.path("list.json")
        let task = Task { [list, recorder] in
            defer { continuation.finish() }
            try await list.hotReload(path, recorder) { continuation.yield($0) }
        }
        var began = events.makeAsyncIterator()
        #expect(await began.next() == .began(path: path))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""screen": "list""#))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func storeIsAsNewAsTheLastStepOfAnotherOne() throws {
        shop.dispatch(.add("tea", price: 3))
        var followed = try FollowedStore(recorder, store: "list")
        try followed.readChanges(flushing: true)
        #expect(followed.state?["screen"] == "list" && followed.step == recorder.lastStep)
    }

    @Test func storeThatIsSharedIsKnownByTheTypeOfItsState() async throws {
        let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
        let shared = folder.path("shared")
        let task = Task { [list, recorder] in
            defer { continuation.finish() }
            try await list.replicate(in: shared, recorder, as: "ada") { continuation.yield($0) }
        }
        var began = events.makeAsyncIterator()
        #expect(await began.next() == .began(others: []))
        let text = try String(contentsOfFile: shared + "/ada.replica", encoding: .utf8)
        #expect(text.contains(#""store":"list""#) && text.contains(#""screen":"list""#))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func whereSeveralHaveThatTypeOneHasToBeNamed() async throws {
        let other = Store(initialState: ListState(), reducer: .list, middlewares: [recorder.middleware("other", initialState: ListState())])
        let words =
            "the recorder has 3 stores, and several of them have states of the type ListState: 'list', 'other'. "
            + #"Say which one is meant, as in store: "wishes"."#
        let told = Mutex<[String]>([])
        func expectRefusal(_ call: () async throws -> Void) async {
            let error = await #expect(throws: RecordingError.self) { try await call() }
            #expect(error?.code == .noSuchStore && error?.description == words, "\(error?.description ?? "")")
        }
        await expectRefusal {
            try await other.hotReload(folder.path("other.json"), recorder) { event in told.withLock { $0.append("\(event)") } }
        }
        await expectRefusal {
            try await other.replicate(in: folder.path("shared"), recorder, as: "ada") { event in told.withLock { $0.append("\(event)") } }
        }
        await expectRefusal { try await other.goLive(recorder, configuration: configuration) }
        #expect(told.withLock { $0 } == ["hot reload has ended: \(words)", "replication has ended: \(words)"])
        #expect(folder.contents.allSatisfy { $0.hasPrefix("recordings") } && RunningApp.all(in: configuration.home).isEmpty)
        let unknown = await #expect(throws: RecordingError.self) {
            try await other.hotReload(folder.path("other.json"), recorder, store: "none") { _ in }
        }
        #expect(
            unknown?.description.contains("no store named 'none' is recorded, only 'main', 'list', 'other'") == true, "\(unknown as Any)")
    }

    @Test func everyStoreIsToldThatTheEndpointCanNotListen() async throws {
        var taken = configuration
        taken.address = "203.0.113.1"  // no machine has it
        for task in [
            Task { [shop, recorder, taken] in try await shop.goLive(recorder, configuration: taken) },
            Task { [list, recorder, taken] in try await list.goLive(recorder, store: "list", configuration: taken) },
        ] {
            let error = await #expect(throws: LiveError.self) { try await task.value }
            #expect(error?.code == .cannotListen)
        }
    }
}
