import Rewind
import RewindArchive
import RewindLive
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ShopState: Codable, Sendable, Equatable {
    var cart: [String] = []
    var total = 0
    @Redacted var card: String? = nil
}

enum ShopAction: Codable, Sendable, Equatable {
    case add(String, price: Int)
    case clear
}

@Sendable func shopReducer(_ state: inout ShopState, _ action: ShopAction) {
    switch action {
    case .add(let item, let price):
        state.cart.append(item)
        state.total += price
    case .clear: state = ShopState()
    }
}

/// The store of the README, with what the articles add to it.
@MainActor
final class ShopStore {
    private(set) var state = ShopState()
    private let storeRecorder: StoreRecorder<ShopState>
    private var isReplaying = false

    init(recorder: Recorder) { storeRecorder = recorder.store(initialState: ShopState()) }

    func send(_ action: ShopAction, fileID: StaticString = #fileID, line: UInt = #line) {
        if isReplaying { return }
        storeRecorder.reduce(action, in: &state, site: CallSite(fileID, line)) { state, action in shopReducer(&state, action) }
    }
}

extension ShopStore: @MainActor ReplayableStore {
    func replaceState(_ state: ShopState) { self.state = state }
    func replay(_ action: ShopAction, of step: Step) { shopReducer(&state, action) }
    @MainActor func beginReplay() async { isReplaying = true }
    func endReplay() { isReplaying = false }
}

extension ShopStore: @MainActor LiveStore {
    func dispatch(remote action: ShopAction) { send(action) }
    func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }
}

/// This target sees of the package what an app sees, and imports what an app imports.
@Suite("An app that imports Rewind", .timeLimit(.minutes(5)))
@MainActor
struct AppTests {
    let folder = FileManager.default.temporaryDirectory.path + "/rewind-app-\(UInt64.random(in: 0 ... .max))"

    @Test func recordsReplaysAndChecksItsReducer() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let recorder = Recorder(app: "Shop", directory: folder, level: .everything) { configuration in
            configuration.details["version"] = "2.1"
            configuration.redaction.keys.append("loyalty number")
            configuration.redaction.add("staff") { _, value in value.string == "staff" ? .secret : .undecided }
            configuration.redaction.addRecordable(Locale.self)
            configuration.limits = .last(.seconds(300))
            configuration.earlier = EarlierLimits(count: 3, bytes: 64 << 20)
        }
        let store = ShopStore(recorder: recorder)
        store.send(.add("tea", price: 3))
        store.send(.add("milk", price: 2))
        recorder.finish()
        #expect(recorder.counts.steps == 2)
        for await event in recorder.events { Issue.record("\(event)") }

        let directory = try #require(recorder.directory)
        let sealed = try Sealing().seal(directory, to: folder + "/bug.rewind", title: "The total is wrong")
        #expect(sealed.losses.isEmpty && sealed.ending.how == .finished && sealed.counts.steps == 2)
        #expect(sealed.app == "Shop" && sealed.version == "2.1" && sealed.started > 0)
        let timeline = try Timeline(openRecording(at: folder + "/bug.rewind"))
        #expect(try timeline.state(at: 1).get().decode(ShopState.self) == ShopState(cart: ["tea"], total: 3))
        #expect(try timeline.state(at: 1).get()["cart"]?.array == ["tea"])
        let first = try #require(try timeline.step(at: 1))
        #expect(try ActionTypes<ShopAction>.itself.decode(first) == .add("tea", price: 3))
        #expect(first.type == "add" && first.action?["add"]?["price"]?.int == 3 && first.cause == nil)
        #expect(first.site?.hasPrefix("AppTests.swift:") == true)

        let replayed = ShopStore(recorder: .off)
        let report = try await replayed.replay(timeline, schedule: PlaySchedule(speed: 1_000_000))
        #expect(report.reduced == 2 && report.refused.isEmpty && replayed.state == store.state)
        try replayed.restore(from: timeline, at: 1)
        #expect(replayed.state.total == 3)
    }

    @Test func beginsWhereTheLastSessionEnded() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let recorder = Recorder(app: "Shop", directory: folder, level: .everything)
        ShopStore(recorder: recorder).send(.add("tea", price: 3))
        recorder.finish()
        let last = try Recording.newest(in: folder, app: "Shop")
        let store = ShopStore(recorder: .off)
        _ = try await store.resume(from: Timeline(try #require(last)))
        #expect(store.state.cart == ["tea"])
    }

    @Test func opensItselfToTools() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let recorder = Recorder(app: "Shop", directory: folder, level: .everything)
        let store = ShopStore(recorder: recorder)
        var configuration = LiveConfiguration()
        (configuration.isPrinted, configuration.isAnnounced) = (false, false)
        let endpoint = LiveEndpoint(recorder, configuration)
        #expect(try await endpoint.open().port > 0)
        let serving = Task { await store.serve(endpoint) }
        let (events, said) = AsyncStream<String>.makeStream()
        let path = folder + "/state.json"
        let reloading = Task {
            for await event in store.hotReload(path, recorder) { if case .began = event { said.yield("reloads") } }
        }
        let sharing = Task {
            for await event in store.replicate(in: folder + "/shared", recorder, as: "phone") {
                if case .began = event { said.yield("shares") }
            }
        }
        var heard: Set<String> = []
        for await event in events where heard.insert(event).inserted && heard.count == 2 { break }
        #expect(heard == ["reloads", "shares"] && FileManager.default.fileExists(atPath: path))
        serving.cancel()
        reloading.cancel()
        sharing.cancel()
        _ = await (serving.value, reloading.value, sharing.value)
        await endpoint.close()
        recorder.finish()
    }
}
