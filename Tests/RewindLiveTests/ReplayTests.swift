import RewindControl
import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindLive

@Suite("Time travel in a running app", .timeLimit(.minutes(5)))
struct ReplayTests {
    @Test func recordedStatesAreShownWithTheSecretsOfTheApp() async throws {
        let app = try await OpenApp()
        for price in 1...4 { app.store.dispatch(.add("item \(price)", price: price)) }
        let client = try await app.client()
        #expect(try await client.call(BeginReplay()).step == 4)
        #expect(try await client.call(GetAppInfo()).stores.first?.lockedBy == 1)
        try await client.call(ShowState(step: 2))
        #expect(app.store.state == ShopState(items: ["item 1", "item 2"], total: 3))
        try await client.call(ShowState(step: 0))
        #expect(app.store.state == ShopState())
        try await client.call(ReduceAction(line: ["step": 1, "t": 0, "type": "add", "action": ["add": ["_0": "again", "price": 9]]]))
        #expect(app.store.state == ShopState(items: ["again"], total: 9))
        app.store.dispatch(.clear)  // refused, and counted
        await #expect(throws: ControlError.self) { try await client.call(DispatchAction(action: ["clear": [:]])) }
        #expect(try await client.call(EndReplay()).refused == 2)
        #expect(app.store.state.total == 10 && app.store.mode == .live)
        app.store.dispatch(.clear)
        await client.close()
        app.recorder.finish()
        // The journey is none of the recording's.
        let actions = try Recording(directory: #require(app.recorder.directory)).segment(0).actions
        #expect(actions.map(\.type) == ["add", "add", "add", "add", "clear"])
    }

    @Test func whatIsShownCanBeKeptAndIsThenRecordedOnce() async throws {
        let app = try await OpenApp()
        app.add(3)
        let client = try await app.client()
        try await client.call(BeginReplay())
        try await client.call(ShowState(step: 1))
        #expect(try await client.call(EndReplay(keep: true)).refused == 0)
        #expect(app.store.state.total == 1 && app.store.state.password == ShopState().password)
        app.add(1)
        await client.close()
        app.recorder.finish()
        let actions = try Recording(directory: #require(app.recorder.directory)).segment(0).actions
        #expect(actions.map(\.type) == ["write", "write", "write", ActionLine.external, "write"])
        #expect(actions[3].site == "rewind connect")
    }

    /// Of a store that shows the past nothing is shared, and what others did meanwhile comes when it is the app's own again.
    @Test(arguments: [nil, 0], [false, true])
    func anotherReplicasChangesWaitUntilItIsOver(shown: Int?, isKept: Bool) async throws {
        let shared = TemporaryFolder()
        let (here, there) = (try await OpenApp(), try await OpenApp())
        var sharing: [Task<Void, any Error>] = []
        for (app, name) in [(here, "here"), (there, "there")] {
            let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
            sharing.append(Task { try await app.store.replicate(in: shared.path, app.recorder, as: name) { continuation.yield($0) } })
            for await event in events { if case .began = event { break } }
        }
        here.store.dispatch(.write("before"))
        _ = try await waitForState(of: there.store) { $0.note == "before" }
        let client = try await there.client()
        try await client.call(BeginReplay())
        if let shown { try await client.call(ShowState(step: shown)) }
        let note = there.store.state.note
        here.store.dispatch(.add("tea", price: 2))
        try await waitForText(of: shared.path("here.replica")) { $0.contains("tea") }
        for _ in 0..<50 {
            _ = try await client.call(GetState())
            #expect(there.store.state.note == note && there.store.state.items.isEmpty)
        }
        try await client.call(EndReplay(keep: isKept))
        _ = try await waitForState(of: there.store) { $0.items == ["tea"] }
        let both = changes(of: here.store, there.store)
        try await waitUntil("they do not have the same", after: both) { there.store.state == here.store.state }
        let isUndone = isKept && shown != nil
        #expect(here.store.state.note == (isUndone ? nil : "before"))
        here.store.dispatch(.add("cake", price: 2))
        try await waitUntil("the next one has not come", after: both) {
            there.store.state.items == ["tea", "cake"] && there.store.state == here.store.state
        }
        for task in sharing {
            task.cancel()
            _ = await task.result
        }
        await client.close()
        there.recorder.finish()
        let timeline = try Timeline(Recording(directory: #require(there.recorder.directory)))
        #expect(try timeline.state(at: timeline.steps.upperBound).get()["items"] == ["tea", "cake"])
    }

    @Test func whatIsKeptIsRecordedBeforeWhatEffectsHaveSentMeanwhile() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: .everything))
        let (gate, opener) = AsyncStream<Void>.makeStream()
        let reducer = Reducer<ShopState, ShopAction> { state, action in
            state.reduce(action)
            guard case .later(let item) = action else { return .none }
            return .run { send in
                for await _ in gate { break }
                send(.add(item, price: 1))
            }
        }
        let store = Store(initialState: ShopState(), reducer: reducer, middlewares: [recorder.middleware(initialState: ShopState())])
        store.dispatch(.write("before"))
        store.dispatch(.later("cake"))
        let (calls, continuation) = AsyncStream<StoreCall>.makeStream()
        let serving = Task {
            var control = StoreControl(
                store, name: "main", decode: { _ in .clear }, form: nil, reveals: true, lastStep: { recorder.lastStep },
                lockChanged: { _ in })
            await control.serve(calls)
        }
        func ask(_ request: StoreRequest) async throws {
            let (call, answer) = StoreCall.make(request, of: 1)
            continuation.yield(call)
            _ = try await answer.value
        }
        try await ask(.begin)
        try await ask(.show(try JSONValue(encoding: ShopState()), keep: false))
        opener.yield()
        await store.finish()
        #expect(store.state == ShopState())
        try await ask(.end(keep: true))
        #expect(store.state == ShopState(items: ["cake"], total: 1))
        continuation.finish()
        await serving.value
        recorder.finish()
        let actions = try Recording(directory: #require(recorder.directory)).segment(0).actions
        #expect(actions.map(\.type) == ["write", "later", ActionLine.external, "add"])
        #expect(actions[2].site == "rewind connect" && actions[3].cause == 2)
    }

    @Test func whatTheRecordingHidesIsKeptAsTheAppHasIt() async throws {
        let app = try await OpenApp { $0.reveals = true }
        let client = try await app.client()
        try await client.call(SetState(path: "/password", value: "another-secret-1", reveal: true))
        try await client.call(BeginReplay())
        try await client.call(ShowState(step: 0))
        #expect(app.store.state.password == "another-secret-1")  // the app has a value there, so it shows that
        _ = try await client.call(EndReplay(keep: true))
        #expect(app.store.state == ShopState(password: "another-secret-1"))
        #expect(app.store.mode == .live)
        await client.close()
    }

    @Test func onlyOneClientHasTheLockAndWhoGoesGivesItBack() async throws {
        let app = try await OpenApp()
        app.add(2)
        let (first, second) = (try await app.client(), try await app.client())
        func code(_ body: () async throws -> Void) async -> ControlError.Code? {
            do { try await body() } catch { return (error as? ControlError)?.code }
            return nil
        }
        #expect(await code { _ = try await first.call(ShowState(step: 1)) } == .notLocked)
        try await first.call(BeginReplay())
        #expect(await code { _ = try await second.call(BeginReplay()) } == .locked)
        #expect(await code { _ = try await second.call(ShowState(step: 1)) } == .locked)
        #expect(await code { _ = try await second.call(SetState(path: "/total", value: 0)) } == .locked)
        #expect(await code { _ = try await first.call(SetState(path: "/total", value: 0)) } == .locked)
        #expect(await code { _ = try await first.call(ShowState(step: 99)) } == .noSuchStep)
        try await first.call(ShowState(step: 1))
        await first.close()
        try await app.expect("the lock has not gone") { app.store.mode == .live }
        #expect(app.store.state.total == 2)
        try await second.call(BeginReplay())
        try await second.call(ShowState(state: ["items": ["of elsewhere"], "total": 1, "password": "x"]))
        #expect(app.store.state.items == ["of elsewhere"])
        await app.endpoint.close()
        try await app.expect("the lock has not gone") { app.store.mode == .live }
        #expect(app.store.state.total == 2)
    }
}
