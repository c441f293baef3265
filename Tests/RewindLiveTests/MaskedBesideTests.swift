import Foundation
import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindLive

/// What a masked app leaves beside the values of its recording: the files and messages of those who follow it, numbers that are passed along, and what
/// rules cover whose places have the app's own keys.
@Suite("What a masked app tells beside its recording", .timeLimit(.minutes(5))) struct MaskedBesideTests {
    let folder = TemporaryFolder()

    struct Account: Codable, Equatable, Sendable {
        var owner = "Ada Corvin"
        var members = ["ada@corvin.example": 1]
        var limit = Limit()
    }

    /// A number that checks itself, and quotes whose it is.
    struct Limit: Codable, Equatable, Sendable {
        var value = 3

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = try container.decode(Int.self)
            if value == 12 { throw DecodingError.dataCorruptedError(in: container, debugDescription: "Ada Corvin can't have 12") }
            if value == 20 { throw Refusal(who: "Ada Corvin", place: ["ada@corvin.example"]) }
        }

        func encode(to encoder: any Encoder) throws {
            if value > 90 {
                throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "Ada Corvin has \(value)"))
            }
            try value.encode(to: encoder)
        }

        private struct Refusal: Error {
            var who: String
            var place: [String]
        }
    }

    private static let reducer = Reducer<Account, Int> { state, action in
        state.limit.value = action
        return .none
    }

    /// A store of a masked app, whose name was put together of what is not to be seen.
    private func account(_ name: String = "desk of corvin") -> (recorder: Recorder, store: Store<Account, Int>) {
        let recorder = Recorder(.init(app: "Desk", directory: folder.path("recordings"), level: .masked))
        return (
            recorder,
            Store(initialState: Account(), reducer: Self.reducer, middlewares: [recorder.middleware(name, initialState: Account())])
        )
    }

    /// What a client meets that reaches the store of such an app.
    private func serve<State: Codable & Sendable, Action: Codable & Sendable>(
        _ store: Store<State, Action>, _ recorder: Recorder, as name: String = "main", _ body: (LiveEndpoint) async throws -> Void
    ) async throws {
        var configuration = LiveConfiguration()
        (configuration.isAnnounced, configuration.isPrinted) = (false, false)
        configuration.limits.handshakeTime = patience
        let endpoint = LiveEndpoint(recorder, configuration)
        let serving = Task { await store.serve(endpoint, as: name) }
        await endpoint.untilServing(1)
        try await body(endpoint)
        await endpoint.close()
        serving.cancel()
        recorder.finish()
    }

    private func expectNoName(_ comment: String) throws {
        for name in folder.contents {
            guard let bytes = FileManager.default.contents(atPath: folder.path(name)) else { continue }
            let text = name + "\n" + String(decoding: bytes, as: UTF8.self)
            #expect(!text.lowercased().contains("corvin"), "\(comment): \(name)")
        }
    }

    // At 12 and 20 the edit can't be decoded, at 98 the edited state can't be encoded, at 99 the app's own.
    @Test(arguments: [12, 20, 98, 99]) func whatAnEditIsRefusedForQuotesNothingThatIsHidden(limit: Int) async throws {
        let name = limit == 12 ? "desk of corvin" : "main"
        let (recorder, store) = account(name)
        let path = folder.path("state.json")
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let task = Task {
            defer { continuation.finish() }
            try await store.hotReload(path, recorder, store: name) { continuation.yield($0) }
        }
        guard case .began? = await events.next() else { return try await task.value }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("\"limit\": 3"))
        if limit == 99 { store.dispatch(99) }
        let edited = text.replacingOccurrences(of: "\"limit\": 3", with: "\"limit\": \(limit == 99 ? 4 : limit)")
        try Data(edited.utf8).write(to: URL(fileURLWithPath: path))
        guard case .refused(let problem)? = await events.next() else { throw Waited(what: "a refusal") }
        if limit == 12 {
            #expect(problem.path.description == "/limit")
            #expect(problem.message.hasPrefix("does not decode; the reason"))
        }
        #expect(!problem.description.lowercased().contains("corvin"))
        #expect(FileManager.default.fileExists(atPath: path + ".error"))
        try expectNoName("refused")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        recorder.finish()
        try expectNoName("finished")
    }

    @Test func clientsAreToldNoNameThatTheRecordingHides() async throws {
        let (recorder, store) = account()
        try await serve(store, recorder, as: "desk of corvin") { endpoint in
            let name = try #require(endpoint.hub.info.stores.first?.name)
            #expect(!name.contains("corvin"))
            // So a state that was recorded is found by it.
            #expect(try endpoint.hub.recorded.state(of: name, after: 0)["limit"] == 3)
            let state = try await endpoint.hub.ask(nil, .get(GetState()), for: 1)().jsonText
            #expect(!state.contains("Corvin"))
            func expectRefusal(of request: StoreRequest) async {
                do {
                    _ = try await endpoint.hub.ask(nil, request, for: 1)()
                    Issue.record("an unencodable state was shown")
                } catch {
                    #expect(!"\(error)".contains("Corvin"), "\(error)")
                }
            }
            await expectRefusal(of: .set(SetState(path: "/limit", value: 98)))
            await expectRefusal(of: .patch(PatchState(patch: [["op": "replace", "path": "/limit", "value": 98]])))
            store.dispatch(99)
            await expectRefusal(of: .get(GetState()))
        }
    }

    // MARK: Rules

    private enum Kind: String, Codable, Sendable { case cellar, garage }
    private struct Door: Codable, Equatable, Sendable {
        var code: Int
        var kind = Kind.cellar
        var name = "blue"
    }
    private struct House: Codable, Equatable, Sendable {
        var pins = ["work": 482_913, "home": 123]
        var doors = ["ada": Door(code: 739_104, name: "scarlet"), "bob": Door(code: 605_827)]
    }

    @Test func rulesByPlaceAndTheAppsOwnCoverWhatStandsUnderItsOwnKeys() throws {
        var rules = RedactionRules(keys: [], pointers: ["/pins/work", "/doors/ada", "/doors/bob/code"])
        rules.recordable = ["/doors/*/name"]
        rules.add("vault") { pointer, _ in pointer.tokens.last == "lockNumber" ? .secret : .undecided }
        let redactor = Redactor(rules: rules, level: .masked)
        let form = RecordedForm(redactor)
        var house = House()
        var shown = try form.value(of: house).value
        #expect(["\"blue\"", "123"].allSatisfy { shown.jsonText.contains($0) })
        #expect(shown.jsonText.components(separatedBy: "cellar").count == 2)
        house.pins["work"] = 482_914
        house.doors["ada"] = Door(code: 739_105, kind: .garage, name: "crimson")
        house.doors["bob"]?.code = 605_828
        let (patch, _) = try form.changes(from: House(), to: house)
        let texts = [shown.jsonText, form.dump(of: House()).value.jsonText, patch.json.jsonText]
        for needle in ["482913", "739104", "605827", "scarlet", "482914", "739105", "605828", "crimson"] {
            for text in texts { #expect(!text.contains(needle), "\(needle): \(text)") }
        }
        try patch.apply(to: &shown)
        #expect(try shown == form.value(of: house).value)
        #expect(redactor.redact(["lockNumber": 605_827], at: .data).value.object?.first?.value == 0)
    }

    private enum Pick: Codable, Sendable { case limit(Limit) }

    @Test func aClientIsNotToldWhyAnActionDoesNotDecode() async throws {
        let recorder = Recorder(.init(app: "Desk", directory: folder.path("picks"), level: .masked))
        let store = Store(
            initialState: 0, reducer: Reducer<Int, Pick> { _, _ in .none }, middlewares: [recorder.middleware(initialState: 0)])
        try await serve(store, recorder) { endpoint in
            let client = LiveClient(try await endpoint.open(), options: OpenApp.patientOptions)
            _ = try await client.connect()
            for (name, message) in [
                ("limit", "because it may contain what the recording hides"),
                ("limmit", "Pick has no case 'limmit'; did you mean limit? its only case is limit"),
            ] {
                let error = await #expect(throws: ControlError.self) {
                    _ = try await client.call(DispatchAction(action: [name: ["_0": 12]]))
                }
                #expect(error?.message.hasSuffix(message) == true && error?.data == nil, "\(String(describing: error))")
            }
        }
    }
}
