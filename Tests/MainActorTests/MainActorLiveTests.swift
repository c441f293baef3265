import Foundation
import RewindControl
import RewindLive
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@Suite("A store on the main actor, from outside", .timeLimit(.minutes(5)))
struct MainActorLiveTests {
    @Test func answersWhereItIs() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Cart", directory: folder.path, level: .everything))
        let store = CartStore(recorder: recorder)
        var configuration = LiveConfiguration()
        (configuration.isPrinted, configuration.isAnnounced) = (false, false)
        configuration.limits.handshakeTime = patience
        var options = LiveClient.Options()
        (options.patience, options.connectTime, options.answerTime) = (patience, patience, patience)
        let endpoint = LiveEndpoint(recorder, configuration)
        let client = LiveClient(try await endpoint.open(), options: options)
        let serving = Task { await store.serve(endpoint) }
        store.send(.add("tea"))
        try await client.connect()
        await endpoint.untilServing(1)
        #expect(try await client.call(GetState(path: "/items")).value == ["tea"])
        try await client.call(DispatchAction(action: ["add": ["_0": "cake"]]))
        try await client.call(SetState(path: "/items/0", value: "milk"))
        #expect(store.state.items == ["milk", "cake"])
        try await client.call(BeginReplay())
        try await client.call(ShowState(step: 1))
        #expect(store.state.items == ["tea"])
        try await client.call(EndReplay())
        #expect(store.state.items == ["milk", "cake"])
        await client.close()
        await endpoint.close()
        await serving.value
    }

    /// As an app calls it whose modules don't keep asynchronous functions where their callers are.
    @Test func isEditedByAFileWhereItIs() async throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Cart", directory: folder.path("recordings"), level: .everything))
        let store = CartStore(recorder: recorder)
        let path = folder.path("state.json")
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let editing = Task { try await store.hotReload(path, recorder) { continuation.yield($0) } }
        var iterator = events.makeAsyncIterator()
        guard case .began? = await iterator.next() else { return try await editing.value }
        try Data(#"{"items": ["tea"]}"#.utf8).write(to: URL(fileURLWithPath: path))
        while store.state.items != ["tea"], await iterator.next() != nil {}
        #expect(store.state.items == ["tea"])
        editing.cancel()
        await #expect(throws: CancellationError.self) { try await editing.value }
        recorder.finish()
    }
}
