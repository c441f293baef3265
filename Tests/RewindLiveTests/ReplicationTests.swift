import Foundation
import RewindControl
import RewindFormat
import RewindJournal
import RewindLive
import RewindMiddleware
import RewindRecorder
import RewindStore
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

@Suite("Replication through a folder", .timeLimit(.minutes(5)))
struct ReplicationTests {
    let folder = TemporaryFolder()
    let shared: String

    init() throws { shared = folder.path("shared") }

    /// An app that shares its state, until it's let go.
    private final class Replica: Sendable {
        let name: String
        let app: ListApp
        let events: AsyncStream<ReplicationEvent>
        let task: Task<Void, any Error>

        init(_ name: String, in shared: String, _ folder: TemporaryFolder, state: ListState = ListState(), except: [PointerPattern] = []) {
            self.name = name
            let app = ListApp(folder, "\(name)-\(UUID().uuidString)", state: state, details: ["version": "1"])
            self.app = app
            let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
            self.events = events
            task = Task {
                defer { continuation.finish() }
                try await app.store.replicate(in: shared, app.recorder, as: name, except: except) { continuation.yield($0) }
            }
        }

        /// Waits until the state is shared.
        func begin() async throws {
            for await event in events { if case .began = event { return } }
            try await task.value
        }

        func end() async {
            task.cancel()
            _ = await task.result
        }

        var file: String { "\(name).replica" }
    }

    /// What was appended behind the damage would reach nobody.
    @Test(arguments: ["cut", "changed"])
    func anOwnFileThatWasDamagedIsWrittenAnewAndToldOf(how: String) async throws {
        let ada = Replica("ada", in: shared, folder)
        try await ada.begin()
        let bob = Replica("bob", in: shared, folder)
        try await bob.begin()
        ada.app.store.dispatch(.note("before", 1))
        _ = try await waitForState(of: bob.app.store) { $0.notes["before"] == 1 }
        let file = try File(opening: "\(shared)/\(ada.file)", .update)
        let size = try file.size()
        if how == "cut" { try file.truncate(to: size - 10) } else { file.clear(from: size - 10, count: 5) }
        ada.app.store.dispatch(.note("after", 2))
        _ = try await waitForState(of: bob.app.store) { $0.notes["after"] == 2 }
        var told: [String] = []
        for await event in ada.events {
            guard case .failed(let text) = event else { continue }
            told.append(text)
            break
        }
        #expect(told.count == 1 && told[0].hasPrefix("\(shared)/\(ada.file): another program cut or changed"), "\(told)")
        await ada.end()
        await bob.end()
    }

    @Test func changesReachTheOthersAndSecretsDoNot() async throws {
        let ada = Replica("ada", in: shared, folder)
        try await ada.begin()
        ada.app.store.dispatch(.note("ada", 1))
        var state = ListState()
        state.password = "correct horse"
        let bob = Replica("bob", in: shared, folder, state: state)
        try await bob.begin()
        _ = try await waitForState(of: bob.app.store) { $0.notes == ["ada": 1] }
        bob.app.store.dispatch(.add(Item(id: 4, title: "bread")))
        _ = try await waitForState(of: ada.app.store) { $0.items.count == 4 }
        ada.app.store.dispatch(.signIn("something else"))
        ada.app.store.dispatch(.remove(id: 1))
        _ = try await waitForState(of: bob.app.store) { $0.items.count == 3 }
        #expect(bob.app.store.state.password == "correct horse")
        #expect(ada.app.store.state.password == "something else")
        await ada.end()
        await bob.end()
        for file in [ada.file, bob.file] {
            let text = try String(contentsOfFile: "\(shared)/\(file)", encoding: .utf8)
            for secret in ["hunter2", "correct horse", "something else"] { #expect(!text.contains(secret)) }
        }
        // No echo: each file has what its own app did.
        func patches(_ file: String) throws -> Int {
            try String(contentsOfFile: "\(shared)/\(file)", encoding: .utf8).split(separator: "\n").count { $0.contains("\"patch\":[{") }
        }
        #expect(try patches(bob.file) == 1)
        #expect(try patches(ada.file) <= 3)
        bob.app.recorder.finish()
        let recording = try Recording(directory: #require(bob.app.recorder.directory))
        let sites = Set(try recording.segment(0).actions.filter { $0.type == ActionLine.external }.compactMap(\.site))
        #expect(sites == ["replica ada"])
    }

    @Test func ownPlacesStayEachReplicasOwn() async throws {
        let ada = Replica("ada", in: shared, folder, except: ["/screen"])
        try await ada.begin()
        let bob = Replica("bob", in: shared, folder, except: ["/screen"])
        try await bob.begin()
        ada.app.store.dispatch(.show("settings"))
        ada.app.store.dispatch(.note("ada", 1))
        _ = try await waitForState(of: bob.app.store) { $0.notes == ["ada": 1] }
        #expect(bob.app.store.state.screen == "list")
        bob.app.store.dispatch(.note("bob", 2))
        _ = try await waitForState(of: ada.app.store) { $0.notes["bob"] == 2 }
        #expect(ada.app.store.state.screen == "settings")
        await ada.end()
        await bob.end()
    }

    @Test func conflictIsReportedAndBothEndAlike() async throws {
        // Each has a folder of its own, and nothing is carried between them at first.
        let here = Replica("ada", in: folder.path("here"), folder)
        try await here.begin()
        try FileManager.default.copyItem(atPath: folder.path("here"), toPath: folder.path("there"))
        let there = Replica("bob", in: folder.path("there"), folder)
        try await there.begin()
        // Of one change that both make, neither wins.
        here.app.store.dispatch(.note("z", 7))
        there.app.store.dispatch(.note("z", 7))
        here.app.store.dispatch(.note("x", 1))
        there.app.store.dispatch(.note("x", 2))
        there.app.store.dispatch(.note("y", 2))
        _ = try await waitForText(of: folder.path("here/ada.replica")) { $0.contains("/notes/x") }
        _ = try await waitForText(of: folder.path("there/bob.replica")) { $0.contains("/notes/y") }
        try carry("bob.replica", from: "there", to: "here")
        try carry("ada.replica", from: "here", to: "there")
        var conflicts: [(place: JSONPointer, outcome: String)] = []
        for await event in here.events { if case .conflict(let place, let outcome) = event { conflicts.append((place, outcome)); break } }
        for await event in there.events { if case .conflict(let place, let outcome) = event { conflicts.append((place, outcome)); break } }
        #expect(conflicts.count == 2)
        #expect(conflicts[0].outcome == conflicts[1].outcome)
        #expect(conflicts[0].place.description == "/notes/x")
        #expect(conflicts[0].outcome.contains(": bob (clock"))
        _ = try await waitForState(of: here.app.store) { $0.notes == ["x": 2, "y": 2, "z": 7] }
        _ = try await waitForState(of: there.app.store) { $0.notes == ["x": 2, "y": 2, "z": 7] }
        await here.end()
        await there.end()
        // What was told is not told again, from the second start on: at the first, the file did not say yet that it was.
        for isTold in [true, false, false] {
            let again = Replica("ada", in: folder.path("here"), folder)
            var conflicts = 0
            for await event in again.events {
                if case .conflict = event { conflicts += 1 }
                if case .began = event { break }
            }
            #expect(conflicts == 0 || isTold)
            await again.end()
        }
    }

    @Test func whereTwoGroupsMeetTheOneThatBeganFirstCounts() async throws {
        let here = Replica("zoe", in: folder.path("here"), folder)
        try await here.begin()
        here.app.store.dispatch(.note("zoe", 1))
        _ = try await waitForText(of: folder.path("here/zoe.replica")) { $0.contains("/notes/zoe") }
        let there = Replica("ada", in: folder.path("there"), folder)
        try await there.begin()
        there.app.store.dispatch(.note("ada", 2))
        _ = try await waitForText(of: folder.path("there/ada.replica")) { $0.contains("/notes/ada") }
        try carry("ada.replica", from: "there", to: "here")
        try carry("zoe.replica", from: "here", to: "there")
        _ = try await waitForState(of: there.app.store) { $0.notes == ["zoe": 1] }
        for await event in there.events {
            guard case .lost(let count) = event else { continue }
            #expect(count == 1)
            break
        }
        there.app.store.dispatch(.note("ada", 3))
        _ = try await waitForText(of: folder.path("there/ada.replica")) { $0.contains("\"value\":3") }
        try carry("ada.replica", from: "there", to: "here")
        _ = try await waitForState(of: here.app.store) { $0.notes == ["zoe": 1, "ada": 3] }
        await here.end()
        await there.end()
    }

    private func carry(_ file: String, from: String, to: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("\(from)/\(file)")))
        try data.write(to: URL(fileURLWithPath: folder.path("\(to)/\(file)")), options: .atomic)
    }

    @Test func anotherVersionOrAnotherProcessIsRefusedWithTheReason() async throws {
        let ada = Replica("ada", in: shared, folder)
        try await ada.begin()
        let newer = ListApp(folder, "newer", details: ["version": "2"])
        func refusal(_ app: ListApp, as name: String) async -> ReplicationError? {
            await #expect(throws: ReplicationError.self) { try await app.store.replicate(in: shared, app.recorder, as: name) { _ in } }
        }
        let error = await refusal(newer, as: "bob")
        #expect(error?.description == "ada is List with version 1, this is one with version 2; run the same version on both.")
        #expect(!FileManager.default.fileExists(atPath: "\(shared)/bob.replica"))
        let same = ListApp(folder, "same", details: ["version": "1"])
        #expect(await refusal(same, as: "ada")?.reason == .name)
        #expect(await refusal(same, as: "../ada") != nil)
        let masked = Recorder(.init(app: "List", directory: folder.path("masked"), level: .masked))
        let store = Store(initialState: ListState(), reducer: .list, middlewares: [masked.middleware(initialState: ListState())])
        let told = Mutex<[ReplicationEvent]>([])
        let hidden = await #expect(throws: ReplicationError.self) {
            try await store.replicate(in: shared, masked, as: "bob") { event in told.withLock { $0.append(event) } }
        }
        #expect(hidden?.reason == .hidden)
        // In a task whose end nobody waits for, the error alone would be lost.
        #expect(told.withLock { $0 } == [.ended(hidden?.description ?? "")])
        masked.finish()
        await ada.end()
    }

    @Test func oneChangeOfALargeStateTakesBytesOfThePatch() async throws {
        var state = ListState()
        state.items = (0..<12_000).map { Item(id: $0, title: "item number \($0) with a title of some length, as titles are, really") }
        let ada = Replica("ada", in: shared, folder, state: state)
        try await ada.begin()
        let before = try #require(FileSystem.size(of: "\(shared)/ada.replica"))
        ada.app.store.dispatch(.rename(id: 777, "one other title"))
        _ = try await waitForText(of: "\(shared)/ada.replica") { $0.contains("one other title") }
        let after = try #require(FileSystem.size(of: "\(shared)/ada.replica"))
        #expect(before > 1_000_000)
        #expect(after - before < 200)
        await ada.end()
    }

    @Test func fileStaysBoundedAndWhoComesLateHasTheState() async throws {
        let ada = Replica("ada", in: shared, folder)
        try await ada.begin()
        let long = String(repeating: "long ", count: 5_000)
        var largest = 0
        for number in 1...40 {
            ada.app.store.dispatch(.rename(id: 1, "\(number) \(long)"))
            _ = try await waitForText(of: "\(shared)/ada.replica") { $0.contains("\"\(number) long") }
            largest = max(largest, FileSystem.size(of: "\(shared)/ada.replica") ?? 0)
        }
        #expect(largest < 400_000)
        let bob = Replica("bob", in: shared, folder)
        try await bob.begin()
        _ = try await waitForState(of: bob.app.store) { $0.items[0].title.hasPrefix("40 ") }
        // Started again, a replica goes on from what its file and the others' say.
        await ada.end()
        bob.app.store.dispatch(.note("bob", 1))
        _ = try await waitForText(of: "\(shared)/bob.replica") { $0.contains("/notes/bob") }
        let again = Replica("ada", in: shared, folder)
        try await again.begin()
        _ = try await waitForState(of: again.app.store) { $0.items[0].title.hasPrefix("40 ") && $0.notes == ["bob": 1] }
        again.app.store.dispatch(.note("ada", 2))
        _ = try await waitForState(of: bob.app.store) { $0.notes == ["bob": 1, "ada": 2] }
        await bob.end()
        await again.end()
    }

    @Test("Replicas on three devices converge whatever the service that carries their files does", arguments: [1, 2, 3] as [UInt64])
    func threeReplicasConvergeOverAPoorService(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let names = ["ada", "bob", "cyd"]
        for name in names { try folder.makeFolder(name) }
        var replicas: [String: Replica] = [:]
        func start(_ name: String) async throws {
            let replica = Replica(name, in: folder.path(name), folder)
            try await replica.begin()
            replicas[name] = replica
        }
        /// Carries a file as such services do: late, in parts, in place or by a rename, by way of others.
        func carry(_ file: String, from: String, to: String, isWhole: Bool) throws {
            guard from != to, file != "\(to).replica",
                var data = try? Data(contentsOf: URL(fileURLWithPath: folder.path("\(from)/\(file)")))
            else { return }
            let present = (try? Data(contentsOf: URL(fileURLWithPath: folder.path("\(to)/\(file)")))) ?? Data()
            if !isWhole {
                if random.below(3) == 0 { data = data.prefix(random.below(data.count + 1)) }
                if random.below(4) == 0, data.count > 10 { data[random.below(data.count)] = 0 }
            }
            if data == present { return }
            try data.write(to: URL(fileURLWithPath: folder.path("\(to)/\(file)")), options: random.below(2) == 0 ? .atomic : [])
        }
        try await start("ada")
        try carry("ada.replica", from: "ada", to: "bob", isWhole: true)
        try await start("bob")
        for round in 0..<150 {
            if round == 60 {
                for name in ["ada", "bob"] { try carry("\(name).replica", from: name, to: "cyd", isWhole: true) }
                try await start("cyd")
            }
            if round == 90 {
                await replicas["bob"]?.end()
                try await start("bob")
            }
            let name = names[random.below(round < 60 ? 2 : 3)]
            guard let store = replicas[name]?.app.store else { continue }
            switch random.below(6) {
            case 0: store.dispatch(.note(names[random.below(3)], random.below(100)))
            case 1: store.dispatch(.rename(id: random.below(6), "title \(random.below(100))"))
            case 2: store.dispatch(.add(Item(id: 10 * round + 7, title: "of \(name)")))
            case 3: store.dispatch(.remove(id: store.state.items.randomElement(using: &random)?.id ?? 0))
            default: break
            }
            for _ in 0..<2 {
                let file = "\(names[random.below(3)]).replica"
                try carry(file, from: names[random.below(3)], to: names[random.below(3)], isWhole: false)
            }
        }
        for name in names { replicas[name]?.app.store.dispatch(.note("\(name) is done", 1)) }
        // In the end the service has carried everything, and goes on carrying what comes.
        let stores = names.compactMap { replicas[$0]?.app.store }
        let isDone = Atomic(false)
        let paths = names.map { folder.path($0) }
        let service = Task.detached {
            let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let watches = try paths.map { try FileWatch($0) { continuation.yield() } }
            continuation.yield()
            for await _ in changes {
                for (name, from) in zip(names, paths) {
                    guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(from)/\(name).replica")) else { continue }
                    for to in paths where to != from {
                        let place = URL(fileURLWithPath: "\(to)/\(name).replica")
                        if (try? Data(contentsOf: place)) != data { try data.write(to: place, options: .atomic) }
                    }
                }
                if isDone.load(ordering: .relaxed) { return }
            }
            withExtendedLifetime(watches) {}
        }
        for store in stores {
            _ = try await waitForState(of: store) { state in names.allSatisfy { state.notes["\($0) is done"] == 1 } }
        }
        // Each store has got the last change of each; what a reordering did to a store, it has done.
        for store in stores.dropFirst() {
            let expected = stores[0]
            _ = try await waitForState(of: store) { $0 == expected.state }
        }
        isDone.store(true, ordering: .relaxed)
        service.cancel()
        #expect(stores.count == 3)
        for replica in replicas.values { await replica.end() }
    }
}
