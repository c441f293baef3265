import Foundation
import RewindMiddleware
import RewindRecorder
import RewindReplay
import RewindStore
import RewindValue
import TestSupport
import Testing

@testable import RewindControl
@testable import RewindLive

/// Two devices that change one set, one dictionary whose keys are no texts, or one range, without knowing of each other.
@Suite("Replication of what encodes as an array and is none", .timeLimit(.minutes(5)))
struct KeyedReplicationTests {
    private enum Seat: Codable { case window, aisle }

    private struct Item: Codable, Hashable {
        var title: String
        var count = 1
        var tags: Set<String> = []
    }

    private struct Trip: Codable, Equatable {
        var tags: Set<String> = ["sea", "sun", "train"]
        var items: [UUID: Item] = [:]
        var seats: [Seat: Int] = [:]
        var days = 3..<5
        var done: [String: Bool] = [:]
    }

    private enum Change: Codable {
        case tag(String), untag(String)
        case put(UUID, Item), drop(UUID), rename(UUID, String), count(UUID, Int), label(UUID, String)
        case seat(Seat, Int)
        case days(from: Int, to: Int)
        case done(String)
    }

    private let folder = TemporaryFolder()

    private static let ids = (0..<4).map { UUID(uuid: (0xA, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8($0))) }
    private static let packed = Trip(items: [
        ids[0]: Item(title: "map"), ids[1]: Item(title: "tent", tags: ["old"]), ids[2]: Item(title: "lamp"),
    ])

    private static let reducer = Reducer<Trip, Change> { trip, change in
        make(change, in: &trip)
        return .none
    }

    private static func make(_ change: Change, in trip: inout Trip) {
        switch change {
        case .tag(let tag): trip.tags.insert(tag)
        case .untag(let tag): trip.tags.remove(tag)
        case .put(let id, let item): trip.items[id] = item
        case .drop(let id): trip.items[id] = nil
        case .rename(let id, let title): trip.items[id]?.title = title
        case .count(let id, let count): trip.items[id]?.count = count
        case .label(let id, let tag): trip.items[id]?.tags.insert(tag)
        case .seat(let seat, let number): trip.seats[seat] = number
        case .days(let from, let to): trip.days = from..<to
        case .done(let name): trip.done[name] = true
        }
    }

    /// An app on a device whose folder nothing is carried to or from.
    private final class Device: Sendable {
        let name: String
        let folder: String
        let recorder: Recorder
        let store: Store<Trip, Change>
        let events: AsyncStream<ReplicationEvent>
        let task: Task<Void, any Error>

        init(_ name: String, _ folder: TemporaryFolder, _ trip: Trip) {
            self.name = name
            self.folder = folder.path(name)
            let shared = self.folder
            let recorder = Recorder(.init(app: "Trip", directory: folder.path("\(name)-recordings"), level: .secrets))
            let store = Store(initialState: trip, reducer: reducer, middlewares: [recorder.middleware(initialState: trip)])
            let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
            (self.recorder, self.store, self.events) = (recorder, store, events)
            task = Task {
                defer { continuation.finish() }
                try await store.replicate(in: shared, recorder, as: name) { continuation.yield($0) }
            }
        }

        deinit { recorder.finish() }

        func begin() async throws {
            for await event in events { if case .began = event { return } }
            try await task.value
        }

        /// Makes changes, and waits until all of them are in its file.
        func make(_ changes: [Change]) async throws {
            for change in changes { store.dispatch(change) }
            store.dispatch(.done(name))
            _ = try await waitForText(of: "\(folder)/\(name).replica") { [name] in $0.contains("/done/\(name)") }
        }

        func carry(to other: Device) throws {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).replica"))
            try data.write(to: URL(fileURLWithPath: "\(other.folder)/\(name).replica"), options: .atomic)
        }
    }

    /// What two devices have after they met, and the conflicts of which the first one was told.
    private func merged(
        from start: Trip = packed, ada adaChanges: [Change], bob bobChanges: [Change]
    ) async throws -> (Trip, conflicts: [String]) {
        let ada = Device("ada", folder, start)
        try await ada.begin()
        try folder.makeFolder("bob")
        let bob = Device("bob", folder, Trip(tags: [], items: [:]))
        try ada.carry(to: bob)
        try await bob.begin()
        _ = try await waitForState(of: bob.store) { $0 == start }
        try await ada.make(adaChanges)
        try await bob.make(bobChanges)
        try bob.carry(to: ada)
        try ada.carry(to: bob)
        let trip = try await waitForState(of: ada.store) { $0.done.count == 2 }
        _ = try await waitForState(of: bob.store) { $0 == trip }
        ada.task.cancel()
        bob.task.cancel()
        var conflicts: [String] = []
        for await event in ada.events {
            if case .conflict(_, let outcome) = event { conflicts.append(outcome.components(separatedBy: " (")[0]) }
            if case .ended(let reason) = event { Issue.record("\(reason)") }
        }
        _ = await (ada.task.result, bob.task.result)
        return (trip, conflicts)
    }

    @Test("Replicas merge changes element by element and key by key, and the last change of a range wins")
    func replicasMergeElementsKeysAndRanges() async throws {
        let (map, tent, lamp) = (Self.ids[0], Self.ids[1], Self.ids[2])
        let (trip, conflicts) = try await merged(
            ada: [
                .rename(tent, "small tent"), .days(from: 1, to: 2), .tag("snow"), .untag("sun"), .drop(map), .label(tent, "dry"),
                .put(Self.ids[3], Item(title: "rope")), .seat(.window, 1),
            ],
            bob: [
                .rename(lamp, "torch"), .rename(tent, "hut"), .days(from: 4, to: 5), .untag("sea"), .tag("rain"), .count(tent, 2),
                .label(tent, "red"), .count(lamp, 3), .seat(.aisle, 2),
            ])
        #expect(trip.tags == ["train", "snow", "rain"] && trip.seats == [.window: 1, .aisle: 2] && trip.days == 4..<5)
        let both = Item(title: "hut", count: 2, tags: ["old", "dry", "red"])
        #expect(trip.items == [tent: both, lamp: Item(title: "torch", count: 3), Self.ids[3]: Item(title: "rope")])
        #expect(Set(conflicts) == [#"/items/"\#(tent)"/title: bob"#, "/days: bob"])
    }

    @Test func theFirstElementsOfAnEmptySetAndDictionaryAreAllThere() async throws {
        let (trip, conflicts) = try await merged(
            from: Trip(tags: []), ada: [.tag("a"), .put(Self.ids[0], Item(title: "map"))],
            bob: [.tag("b"), .put(Self.ids[1], Item(title: "tent"))])
        #expect(trip.tags == ["a", "b"] && conflicts == [])
        #expect(trip.items == [Self.ids[0]: Item(title: "map"), Self.ids[1]: Item(title: "tent")])
    }

    /// A store on an actor, which changes its state itself just before the first change of a key from outside.
    private actor BusyApp {
        private final class Shelf: LiveStore {
            private(set) var state: Trip { didSet { news.yield() } }
            private let news: AsyncStream<Void>.Continuation
            private let storeRecorder: StoreRecorder<Trip>
            private var isBusy = true

            init(_ trip: Trip, _ recorder: Recorder, _ news: AsyncStream<Void>.Continuation) {
                (state, storeRecorder, self.news) = (trip, recorder.store(initialState: trip), news)
            }

            func dispatch(remote change: Change) { storeRecorder.reduce(change, in: &state) { make($1, in: &$0) } }
            func replaceState(_ state: Trip) { self.state = state }
            func replay(_ change: Change, of step: Step) {}
            func beginReplay() async {}
            func endReplay() {}

            func didReplaceState(site: CallSite) { storeRecorder.didReplace(with: state, site: site) }

            func replaceState(site: CallSite, _ change: @escaping @Sendable (Trip) -> Trip?) {
                if isBusy, let edited = change(state), edited.items.count < state.items.count {
                    isBusy = false
                    // What was under the key goes on under another one.
                    let tent = packed.items[ids[1]] ?? Item(title: "")
                    for change in [Change.put(ids[1], Item(title: "hut", count: 9)), .drop(ids[2]), .put(ids[3], tent)] {
                        dispatch(remote: change)
                    }
                }
                guard let changed = change(state) else { return }
                replaceState(changed)
                didReplaceState(site: site)
            }
        }

        /// One element whenever the state has changed; for one task to read.
        let changes: AsyncStream<Void>
        private let shelf: Shelf
        private let recorder: Recorder

        init(_ trip: Trip, _ recorder: Recorder) {
            let (changes, news) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            (self.changes, shelf, self.recorder) = (changes, Shelf(trip, recorder, news), recorder)
        }

        var state: Trip { shelf.state }

        func replicate(in folder: String) async throws {
            for await _ in shelf.replicate(in: folder, recorder, as: "ada") {}
        }
    }

    @Test func whatTheAppDoesWhileAKeyIsTakenOutLosesNothingElse() async throws {
        let recorder = Recorder(.init(app: "Trip", directory: folder.path("recordings"), level: .secrets))
        let app = BusyApp(Self.packed, recorder)
        let shared = folder.path("bob")
        let sharing = Task { try await app.replicate(in: shared) }
        _ = try await waitForText(of: try folder.makeFolder("bob") + "/ada.replica") { $0.contains("\"state\"") }
        let bob = Device("bob", folder, Self.packed)
        try await bob.begin()
        try await bob.make([.drop(Self.ids[1])])
        try await waitUntil("what bob did has not come", after: app.changes) { await app.state.done["bob"] == true }
        try await bob.make([.tag("later")])
        try await waitUntil("the tag has not come", after: app.changes) { await app.state.tags.contains("later") }
        let expected = await app.state
        #expect(expected.items == [Self.ids[0]: Item(title: "map"), Self.ids[3]: Item(title: "tent", tags: ["old"])])
        #expect(try await waitForState(of: bob.store) { $0 == expected } == expected)
        for task in [sharing, bob.task] {
            task.cancel()
            _ = await task.result
        }
        recorder.finish()
    }

    /// Writes the file of a replica as it was before collections were shared by their entries.
    private func writeOldFile(of name: String, in directory: String) throws {
        var head = ReplicaHead(replica: name, app: "Trip", version: nil, store: "main", shape: "00")
        head.format = 1
        let snapshot = ReplicaSnapshot(state: ["tags": ["old"]], bound: 0, has: [:], author: name, founded: 1)
        let bytes = ReplicaFile.bytes(of: .head(head)) + ReplicaFile.bytes(of: .snapshot(snapshot, .init(number: 0, clock: 0, settled: 0)))
        try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/\(name).replica"), options: .atomic)
    }

    @Test func aFileInAnotherFormatIsRefusedAndOnesOwnBeginsAnew() async throws {
        let reason =
            "ada's file has format 1, this replica writes format 2; run the same build on both, and remove files that an older one left"
        let directory = try folder.makeFolder("bob")
        try writeOldFile(of: "ada", in: directory)
        let refused = Device("bob", folder, Self.packed)
        let error = await #expect(throws: ReplicationError.self) { try await refused.task.value }
        #expect(error?.description == reason + ".")
        try FileManager.default.removeItem(atPath: "\(directory)/ada.replica")

        try writeOldFile(of: "bob", in: directory)
        let bob = Device("bob", folder, Self.packed)
        try await bob.begin()
        #expect(bob.store.state == Self.packed)
        #expect(try String(contentsOfFile: "\(directory)/bob.replica", encoding: .utf8).contains(#""format":2"#))
        try writeOldFile(of: "ada", in: directory)
        for await event in bob.events {
            guard case .refused(let replica, let told) = event else { continue }
            #expect(replica == "ada" && told == reason)
            break
        }
        #expect(bob.store.state == Self.packed)
        bob.task.cancel()
        _ = await bob.task.result
    }
}
