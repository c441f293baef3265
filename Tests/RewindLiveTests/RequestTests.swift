import RewindFormat
import RewindJournal
import RewindRecorder
import RewindStore
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindControl
@testable import RewindLive

/// The code and the facts of the error with which a request is refused.
private func refusal(_ body: () async throws -> Void) async -> ControlError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? ControlError
    }
}

@Suite("Requests to a running app", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test func appSaysWhatItIs() async throws {
        let app = try await OpenApp()
        app.add(2)
        let client = try await app.client()
        let info = try await client.call(GetAppInfo())
        #expect(info.app == "Shop" && info.version == 1 && info.step == 2 && info.level == "secrets" && !info.reveals)
        #expect(info.recording == app.recorder.recordingName && info.directory == app.recorder.directory)
        #expect(info.stores == [.init(name: "main", state: "ShopState", action: "ShopAction")])
        #expect(info.counters.clients == 1 && info.counters.connects == 1 && info.counters.messages == 2)
        await client.close()
    }

    @Test func stateIsShownAsTheRecordingShowsIt() async throws {
        let app = try await OpenApp()
        app.store.dispatch(.add("tea", price: 3))
        let client = try await app.client()
        let whole = try await client.call(GetState())
        #expect(whole.store == "main" && whole.step == 1 && whole.redacted == ["/password"])
        #expect(whole.value["items"] == ["tea"])
        #expect(!whole.value.jsonText.contains("hunter2"))
        let part = try await client.call(GetState(store: "main", path: "/items/0"))
        #expect(part.value == "tea" && part.redacted == nil)
        #expect(await refusal { _ = try await client.call(GetState(path: "/nothing")) }?.code == .noSuchPath)
        #expect(await refusal { _ = try await client.call(GetState(path: "items")) }?.code == .invalidParameters)
        #expect(await refusal { _ = try await client.call(GetState(store: "other")) }?.code == .noSuchStore)
        #expect(await refusal { _ = try await client.call(GetState(reveal: true)) }?.code == .notRevealed)
        await client.close()
    }

    @Test func secretsAreShownOnlyWhereBothSidesSaySo() async throws {
        let app = try await OpenApp { $0.reveals = true }
        let client = try await app.client()
        #expect(try await !client.call(GetState()).value.jsonText.contains("hunter2"))
        #expect(try await client.call(GetState(path: "/password", reveal: true)).value == "hunter2-and-more")
        #expect(try await client.call(SetState(path: "/password", value: "new", reveal: true)).changed)
        #expect(app.store.state.password == "new")
        await client.close()
    }

    @Test func editsChangeTheStateAndAreRecordedOnceWithWhoMadeThem() async throws {
        let app = try await OpenApp()
        app.store.dispatch(.add("tea", price: 3))
        let client = try await app.client()
        #expect(try await client.call(SetState(path: "/total", value: 7, by: "rewind connect")) == .init(step: 2, changed: true))
        var whole = try await client.call(GetState()).value
        whole = ["items": ["milk"], "total": 8, "note": "n", "password": try #require(whole["password"])]
        #expect(try await client.call(SetState(value: whole)).changed)
        #expect(app.store.state == ShopState(items: ["milk"], total: 8, note: "n"))
        #expect(try await client.call(PatchState(patch: [["op": "remove", "path": "/items/0"]], from: 3)) == .init(step: 4, changed: true))
        #expect(try await client.call(SetState(path: "/total", value: 8)) == .init(step: 4, changed: false))
        await client.close()
        app.recorder.finish()
        let actions = try Recording(directory: #require(app.recorder.directory)).segment(0).actions
        #expect(actions.map(\.type) == ["add", ActionLine.external, ActionLine.external, ActionLine.external])
        #expect(actions.dropFirst().map(\.site) == ["rewind connect", "rewind", "rewind"])
    }

    @Test func editsThatCanNotBeAreRefusedWithTheirPlace() async throws {
        let app = try await OpenApp()
        let before = app.store.state
        let client = try await app.client()
        let placeholder = try await client.call(GetState(path: "/password")).value
        var error = await refusal { _ = try await client.call(SetState(path: "/note", value: placeholder)) }
        #expect(error?.code == .placeholder && error?.data?["path"] == "/note")
        error = await refusal { _ = try await client.call(SetState(path: "/total", value: "seven")) }
        #expect(error?.code == .undecodable && error?.data?["path"] == "/total")
        error = await refusal { _ = try await client.call(SetState(path: "/a/b", value: 1)) }
        #expect(error?.code == .noSuchPath)
        error = await refusal { _ = try await client.call(PatchState(patch: [["op": "test", "path": "/total", "value": 5]])) }
        #expect(error?.code == .refused)
        let shown = try await client.call(GetState(path: "/password")).value
        let copied: JSONValue = [["op": "add", "path": "/note", "value": shown]]
        error = await refusal { _ = try await client.call(PatchState(patch: copied)) }
        #expect(error?.code == .placeholder)
        #expect(try await client.call(PatchState(patch: copied, keepsOwn: true)).hidden == ["/note"])
        try await client.call(SetState(path: "/note", value: nil))
        error = await refusal { _ = try await client.call(PatchState(patch: [["op": "fly"]])) }
        #expect(error?.code == .invalidParameters)
        app.add(1)
        error = await refusal { _ = try await client.call(PatchState(patch: [], from: 0)) }
        #expect(error?.code == .stale && error?.data?["step"] == 3)
        #expect(app.store.state.password == before.password && app.store.state.total == 1)
        await client.close()
    }

    @Test func actionsAreDispatchedAsTheUsersAre() async throws {
        let app = try await OpenApp()
        let client = try await app.client()
        #expect(try await client.call(DispatchAction(action: ["later": ["_0": "tea"]])).after == 0)
        _ = try await waitForState(of: app.store) { $0.items == ["tea"] }
        let error = await refusal { _ = try await client.call(DispatchAction(action: ["add": ["_0": "tea"]])) }
        #expect(error?.code == .undecodable && error?.data?["path"] == "/add/price")
        #expect(await refusal { _ = try await client.call(DispatchAction(action: "fly")) }?.code == .undecodable)
        // What the recording shows for a secret is no value.
        let shown = try await client.call(GetState(path: "/password")).value
        let hidden = DispatchAction(action: ["add": ["_0": shown, "price": 1]])
        let refusal = await refusal { _ = try await client.call(hidden) }
        #expect(refusal?.code == .placeholder && refusal?.data?["path"] == "/add/_0", "\(String(describing: refusal))")
        try await client.call(MarkRecording("checkout", note: "now"))
        await client.close()
        app.recorder.finish()
        let segment = try Recording(directory: #require(app.recorder.directory)).segment(0)
        #expect(segment.actions.map(\.type) == ["later", "add"])
        #expect(segment.actions.map(\.site).first == "rewind connect")
        #expect(segment.actions.map(\.cause).last == 1)
        let text = try String(
            decoding: FileSystem.read(#require(app.recorder.directory) + "/segments/000000/actions.ndjson", limit: 1 << 20), as: UTF8.self)
        #expect(text.contains(#""checkout""#))
    }

    @Test func requestsThatAreNoneAreAnswered() async throws {
        let app = try await OpenApp()
        let (_, socket) = try await RawClient.open(app.address)
        func code(_ text: String) async throws -> Int? { try await socket.answer(text)["error"]?["code"]?.int }
        #expect(try await code("{") == -32700)
        #expect(try await code(#"[{"jsonrpc":"2.0","id":1,"method":"app.info"}]"#) == -32600)
        #expect(try await code(#"{"id":1,"method":"app.info"}"#) == -32600)
        #expect(try await code(#"{"jsonrpc":"2.0","id":{},"method":"app.info"}"#) == -32600)
        #expect(try await code(#"{"jsonrpc":"2.0","id":1,"method":"app.info","params":[]}"#) == -32600)
        #expect(try await code(#"{"jsonrpc":"2.0","id":1,"method":"app.stop"}"#) == -32601)
        #expect(try await code(#"{"jsonrpc":"2.0","id":1,"method":"state.set"}"#) == -32602)
        #expect(try await code(#"{"jsonrpc":"2.0","id":1,"method":"state.get","params":{"path":7}}"#) == -32602)
        #expect(try await code(String(repeating: "[", count: 10_000)) == -32700)
        for (name, count) in [
            ("segments/9223372036854775807/actions.ndjson", 0), ("segments/000000/states.ndjson", -1), ("../../etc/passwd", 0),
        ] {
            let have = #"{"\#(name)":\#(count)}"#
            #expect(try await code(#"{"jsonrpc":"2.0","id":1,"method":"recording.follow","params":{"have":\#(have)}}"#) == -32602)
        }
        // Nobody waits for the answer to a notification; the request behind it is answered.
        try await socket.send(Array(#"{"jsonrpc":"2.0","method":"recording.mark","params":{"name":"m"}}"#.utf8))
        let answer = try await socket.answer(#"{"jsonrpc":"2.0","id":"x","method":"state.get","params":{"path":"/total","future":1}}"#)
        #expect(answer["id"] == "x" && answer["result"]?["value"] == 0)
        #expect(app.endpoint.counters.malformed == 6)
    }

    @Test func storeThatIsNoLongerServedSaysSo() async throws {
        let app = try await OpenApp()
        let other = Store<Int, Int>(
            initialState: 5,
            reducer: Reducer { state, action in
                state += action; return .none
            })
        let serving = Task { await other.serve(app.endpoint, as: "other") }
        await app.endpoint.untilServing(2)
        let client = try await app.client()
        #expect(try await client.call(GetState(store: "other", path: "")).value == 5)
        serving.cancel()
        await serving.value
        #expect(await refusal { _ = try await client.call(GetState(store: "other")) }?.code == .noSuchStore)
        #expect(try await client.call(GetState(path: "/total")).value == 0)
        await client.close()
    }
}
