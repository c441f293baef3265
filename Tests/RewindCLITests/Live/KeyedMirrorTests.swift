import Foundation
import RewindControl
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("A mirror of what encodes as an array and is none", .timeLimit(.minutes(5)))
struct KeyedMirrorTests {
    private struct Item: Codable, Equatable, Sendable {
        var title: String
        var count = 1
    }

    private struct Trip: Codable, Equatable, Sendable {
        var tags: Set<String> = ["sea", "sun"]
        var items: [UUID: Item] = [:]
        var days = 3..<5
        var name = ""
    }

    private enum Change: Codable, Sendable {
        case tag(String), untag(String)
        case put(UUID, Item), drop(UUID), rename(UUID, String), count(UUID, Int)
        case days(from: Int, to: Int)
        case name(String)
    }

    private static let reducer = Reducer<Trip, Change> { trip, change in
        switch change {
        case .tag(let tag): trip.tags.insert(tag)
        case .untag(let tag): trip.tags.remove(tag)
        case .put(let id, let item): trip.items[id] = item
        case .drop(let id): trip.items[id] = nil
        case .rename(let id, let title): trip.items[id]?.title = title
        case .count(let id, let count): trip.items[id]?.count = count
        case .days(let from, let to): trip.days = from..<to
        case .name(let name): trip.name = name
        }
        return .none
    }

    private struct App {
        let store: Store<Trip, Change>
        let recorder: Recorder
        let endpoint: LiveEndpoint
        let address: LiveAddress
        let serving: Task<Void, Never>

        init(_ name: String, _ folder: TemporaryFolder, _ trip: Trip) async throws {
            let recorder = Recorder(.init(app: "Trip", directory: folder.path(name), level: .secrets))
            let store = Store(initialState: trip, reducer: reducer, middlewares: [recorder.middleware(initialState: trip)])
            var configuration = LiveConfiguration()
            (configuration.isPrinted, configuration.isAnnounced) = (false, false)
            configuration.limits.handshakeTime = patience
            let endpoint = LiveEndpoint(recorder, configuration)
            address = try await endpoint.open()
            serving = Task { await store.serve(endpoint) }
            (self.store, self.recorder, self.endpoint) = (store, recorder, endpoint)
            await endpoint.untilServing(1)
        }

        func end() async {
            await endpoint.close()
            await serving.value
            recorder.finish()
        }
    }

    private static let ids = (0..<4).map { UUID(uuid: (0xA, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8($0))) }

    @Test("A mirror keeps what the follower added and applies the leader's changes to the elements meant")
    func aMirrorKeepsWhatTheFollowerAdded() async throws {
        let folder = TemporaryFolder()
        let start = Trip(items: [Self.ids[0]: Item(title: "map"), Self.ids[1]: Item(title: "tent"), Self.ids[2]: Item(title: "lamp")])
        let leader = try await App("leader", folder, start)
        let follower = try await App("follower", folder, Trip(tags: ["other"]))
        var leading = try await MirroredApp(
            leader.address, store: nil, directory: folder.path("0.live"), options: .patient, patience: patience)
        var following = try await MirroredApp(
            follower.address, store: nil, directory: folder.path("1.live"), options: .patient, patience: patience)
        try await following.setState(try #require(leading.state), from: leading.title)
        #expect(follower.store.state == start)

        // What the follower does itself; its set and its dictionary have other orders than the leader's from then on.
        var expected = start
        for number in 0..<20 {
            follower.store.dispatch(.tag("own \(number)"))
            expected.tags.insert("own \(number)")
        }
        follower.store.dispatch(.put(Self.ids[3], Item(title: "rope")))
        follower.store.dispatch(.count(Self.ids[1], 7))
        follower.store.dispatch(.days(from: 1, to: 9))

        let changes: [Change] = [
            .tag("snow"), .untag("sun"), .rename(Self.ids[1], "big tent"), .drop(Self.ids[0]), .count(Self.ids[2], 3),
            .days(from: 3, to: 6), .name("done"),
        ]
        for change in changes { leader.store.dispatch(change) }
        for await _ in leading.client.growth {
            try await following.apply(try #require(try leading.readChanges()), from: leading.title)
            if leading.state?["name"] == "done" { break }
        }
        expected.tags = expected.tags.union(["snow"]).subtracting(["sun"])
        expected.items = [
            Self.ids[1]: Item(title: "big tent", count: 7), Self.ids[2]: Item(title: "lamp", count: 3), Self.ids[3]: Item(title: "rope"),
        ]
        (expected.days, expected.name) = (3..<6, "done")
        #expect(follower.store.state == expected)

        // As a whole, equal sets and dictionaries in other orders are no change.
        try await following.setState(try #require(leading.state), from: leading.title)
        #expect(follower.store.state == leader.store.state)
        let steps = try await following.client.call(GetState()).step
        try await following.setState(try #require(leading.state), from: leading.title)
        #expect(try await following.client.call(GetState()).step == steps)
        for app in [leading, following] { await app.client.close() }
        await leader.end()
        await follower.end()
    }
}
