import Foundation
import RewindCapture
import RewindControl
import RewindFormat
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindLive

/// An edit whose result the app can't encode, and says why in words that quote what the recording hides.
@Suite("What a masked app tells of an edit that it can't encode") struct MaskedEditTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Account: Codable, Equatable, Sendable {
        var owner = "Ada Corvin"
        var people = ["corvin@ada.example": ["age": 1]]
        var limit = 3

        init() {}

        func encode(to encoder: any Encoder) throws {
            if limit == 99 {
                throw EncodingError.invalidValue(limit, .init(codingPath: [], debugDescription: "\(owner) can't have a limit of 99"))
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(owner, forKey: .owner)
            try container.encode(people, forKey: .people)
            try container.encode(limit, forKey: .limit)
        }

        private enum CodingKeys: CodingKey { case owner, people, limit }
    }

    private func account() -> (recorder: Recorder, store: Store<Account, Int>) {
        let recorder = Recorder(.init(app: "Desk", directory: folder.path("recordings"), level: .masked))
        let reducer = Reducer<Account, Int> { state, action in
            state.limit = action
            return .none
        }
        return (recorder, Store(initialState: Account(), reducer: reducer, middlewares: [recorder.middleware(initialState: Account())]))
    }

    private func expectNothing(of needle: String, _ comment: String) {
        for name in folder.contents {
            guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.lowercased().contains(needle), "\(comment): \(name) says \(text)")
        }
    }

    @Test func theFileBesideTheStateFileQuotesNothingThatIsHidden() async throws {
        let (recorder, store) = account()
        let path = folder.path("state.json")
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task {
            defer { continuation.finish() }
            try await store.hotReload(path, recorder) { continuation.yield($0) }
        }
        guard case .began? = await events.next() else { return try await task.value }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("Corvin"))
        // All that a person does: another number in the file.
        try Data(text.replacingOccurrences(of: "\"limit\": 3", with: "\"limit\": 99").utf8).write(to: URL(fileURLWithPath: path))
        guard case .refused(let problem)? = await events.next() else { throw Waited(what: "a refusal") }
        #expect(!problem.description.contains("Corvin"), "\(problem)")
        #expect(FileManager.default.fileExists(atPath: path + ".error"))
        expectNothing(of: "corvin", "hot reload")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        recorder.finish()
    }

    @Test func clientsAreToldNothingThatIsHidden() async throws {
        let (recorder, store) = account()
        var configuration = LiveConfiguration()
        (configuration.isAnnounced, configuration.isPrinted) = (false, false)
        let endpoint = LiveEndpoint(recorder, configuration)
        let serving = Task { await store.serve(endpoint) }
        while endpoint.hub.info.stores.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let patch: JSONValue = [["op": "replace", "path": "/limit", "value": 99]]
        let asked: [(String, StoreRequest)] = [
            ("set", .set(SetState(path: "/limit", value: 99))), ("patch", .patch(PatchState(patch: patch))),
            ("path", .set(SetState(path: "/people/corvin@ada.example/age", value: 5))),
            ("near path", .get(GetState(path: "/people/corvin@ada.exampl"))),
            ("type", .set(SetState(path: "/people", value: ["a": ["age": "x"]]))),
            ("stranger", .set(SetState(path: "/nothing", value: ["a": 1]))),
        ]
        for (name, request) in asked {
            do {
                _ = try await endpoint.hub.ask(nil, request, for: 1)()
                if ["set", "patch"].contains(name) { Issue.record("\(name) was not refused") }
            } catch {
                #expect(!"\(error)".contains("Corvin"), "\(name): \(error)")
                let text = "\(error)"
                if name == "type" || name == "stranger" { #expect(!text.contains("corvin"), "\(name): \(text)") }
            }
        }
        await endpoint.close()
        serving.cancel()
        recorder.finish()
        expectNothing(of: "corvin", "finished")
    }
}
