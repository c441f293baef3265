import Foundation
import RewindControl
import RewindFormat
import RewindRecorder
import RewindStore
import RewindSystem
import TestSupport
import Testing

@testable import RewindLive

/// What may stand at a path where a file is expected.
enum Obstacle: String, CaseIterable, Sendable {
    case directory, pipe, linkLoop, danglingLink, linkToDevice, hugeFile, hugeLine, forbidden

    func put(at path: String) throws {
        switch self {
        case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .pipe: try #require(mkfifo(path, 0o600) == 0)
        case .linkLoop:
            try FileManager.default.createSymbolicLink(atPath: path + ".other", withDestinationPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".other")
        case .danglingLink: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "none/file")
        case .linkToDevice: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case .hugeFile, .hugeLine:
            try putFile(at: path) { file in
                if self == .hugeLine { try file.write(Array("[1,".utf8)) }
                try file.truncate(to: 100 << 20)
            }
        case .forbidden:
            try putFile(at: path) { file in
                try file.write(Array("{".utf8))
                chmod(file.path, 0)
            }
        }
    }

    /// Makes a file that is whole from the moment when it is seen.
    private func putFile(at path: String, _ write: (File) throws -> Void) throws {
        let making = path + ".making"
        try write(File(opening: making, .createNew))
        try FileManager.default.moveItem(atPath: making, toPath: path)
    }

    /// Whether it is one for whoever runs the tests: nothing is forbidden to the superuser.
    var isOne: Bool { self != .forbidden || getuid() != 0 }

    /// What is said of it.
    var words: String {
        switch self {
        case .directory: "a directory is there, not a file"
        case .pipe: "a named pipe is there, not a file"
        case .linkLoop: "Too many levels of symbolic links"
        case .danglingLink: "the symbolic link there leads to nothing"
        case .linkToDevice: "a device is there, not a file"
        case .hugeFile, .hugeLine: "bytes"
        case .forbidden: "Permission denied"
        }
    }
}

@Suite("Files of others that can't be read", .serialized, .timeLimit(.minutes(5)))
struct UnreadableFileTests {
    let folder = TemporaryFolder()

    @Test(arguments: Obstacle.allCases.filter(\.isOne))
    func othersGoOnReplicatingAndItIsFollowedOnceItIsMended(obstacle: Obstacle) async throws {
        let shared = try folder.makeFolder("shared")
        let place = "\(shared)/zed.replica"
        let (ada, bob) = (ListApp(folder, "ada"), ListApp(folder, "bob"))
        let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
        let sharing = [
            Task { try await ada.store.replicate(in: shared, ada.recorder, as: "ada") { continuation.yield($0) } },
            Task {
                try await bob.store.replicate(in: shared, bob.recorder, as: "bob") { if case .began = $0 { continuation.yield($0) } }
            },
        ]
        defer { for task in sharing { task.cancel() } }
        // What a replica does before it has begun, it may give up for the state of the others.
        var beginnings = 0
        while beginnings < 2, let event = await events.next() { if case .began = event { beginnings += 1 } }
        bob.store.dispatch(.note("before", 1))
        _ = try await waitForState(of: ada.store) { $0.notes["before"] == 1 }

        try obstacle.put(at: place)
        var told: [String] = []
        while told.isEmpty { if case .failed(let text)? = await events.next() { told.append(text) } }
        for number in 1...3 {
            bob.store.dispatch(.note("during", number))
            _ = try await waitForState(of: ada.store) { $0.notes["during"] == number }
        }
        try FileManager.default.removeItem(atPath: place)
        try? FileManager.default.removeItem(atPath: place + ".other")
        let zed = ListApp(folder, "zed")
        let third = Task { try await zed.store.replicate(in: shared, zed.recorder, as: "zed") { _ in } }
        _ = try await waitForState(of: zed.store) { $0.notes["during"] == 3 }
        zed.store.dispatch(.note("after", 1))
        _ = try await waitForState(of: ada.store) { $0.notes["after"] == 1 }

        for task in sharing + [third] { task.cancel() }
        _ = await sharing[0].result
        continuation.finish()
        for await event in events { if case .failed(let text) = event { told.append(text) } }
        #expect(told.count == 1)
        #expect(told[0].hasPrefix(place) && told[0].contains(obstacle.words) && told[0].hasSuffix("."), "\(told)")
    }

    @Test(arguments: Obstacle.allCases.filter(\.isOne))
    func hotReloadSaysWhatIsInPlaceOfItsFileAndGoesOnOnceItIsMended(obstacle: Obstacle) async throws {
        let (app, path) = (ListApp(folder), folder.path("state.json"))
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let reloading = Task { try await app.store.hotReload(path, app.recorder) { continuation.yield($0) } }
        defer { reloading.cancel() }
        guard case .began? = await events.next() else { throw Waited(what: "the beginning") }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        try obstacle.put(at: path)
        guard case .failed(let words)? = await events.next() else { throw Waited(what: "a failure") }
        #expect(words.hasPrefix(path) && words.contains(obstacle.words), "\(words)")
        for _ in 0..<3 {
            app.store.dispatch(.count)
            app.recorder.flush()
        }
        // Beside the file, and moved there: so nothing else happens to its name in between.
        let edited = text.replacingOccurrences(of: "\"edited\": 0", with: "\"edited\": 7")
        try folder.write(edited.utf8, to: "edited.json")
        if obstacle == .directory { try FileManager.default.removeItem(atPath: path) }
        try #require(rename(folder.path("edited.json"), path) == 0)
        #expect(await events.next() == .repaired)
        guard case .edited? = await events.next() else { throw Waited(what: "an edit") }
        #expect(app.store.state.edited == 7)
        app.store.dispatch(.note("after", 1))
        _ = try await waitForText(of: path) { $0.contains("\"after\": 1") && $0.contains("\"edited\": 7") }
    }

    /// A link that leads nowhere is no obstacle: the file is made where it leads to, if there is a directory for it.
    @Test(arguments: Obstacle.allCases.filter { $0.isOne && $0 != .danglingLink })
    func hotReloadDoesNotBeginInPlaceOfSomethingElse(obstacle: Obstacle) async throws {
        let (app, path) = (ListApp(folder), folder.path("state.json"))
        try obstacle.put(at: path)
        let error = await #expect(throws: RecordingError.self) { try await app.store.hotReload(path, app.recorder) { _ in } }
        #expect(error?.description.contains(obstacle.words) == true, "\(error?.description ?? "")")
        #expect(folder.contents.filter { !$0.hasPrefix("recordings") && !$0.hasSuffix(".other") } == ["state.json"])
    }

    @Test func hotReloadBeginsOnceTheDirectoryOfItsLinkIsThere() async throws {
        let (app, path) = (ListApp(folder), folder.path("state.json"))
        try Obstacle.danglingLink.put(at: path)
        let error = await #expect(throws: RecordingError.self) { try await app.store.hotReload(path, app.recorder) { _ in } }
        #expect(error?.description.contains("none/file: its directory is not there. Make the directory") == true)
        try folder.makeFolder("none")
        let reloading = Task { try await app.store.hotReload(path, app.recorder) { _ in } }
        _ = try await waitForText(of: folder.path("none/file")) { $0.contains("milk") }
        reloading.cancel()
    }

    @Test func whatALinkLeadsToIsTakenUpWhenItIsThere() async throws {
        let (app, path) = (ListApp(folder), folder.path("state.json"))
        let (events, continuation) = AsyncStream<HotReloadEvent>.makeStream()
        let reloading = Task { try await app.store.hotReload(path, app.recorder) { continuation.yield($0) } }
        defer { reloading.cancel() }
        guard case .began? = await events.next() else { throw Waited(what: "the beginning") }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "deep/down/file")
        guard case .failed? = await events.next() else { throw Waited(what: "a failure") }
        try folder.makeFolder("deep/down")
        try folder.write(text.replacingOccurrences(of: "\"edited\": 0", with: "\"edited\": 7").utf8, to: "deep/down/file")
        #expect(await events.next() == .repaired)
        _ = try await waitForState(of: app.store) { $0.edited == 7 }
    }

    @Test func manyValuesInFewBytesAreRefusedBeforeTheyTakeMemory() throws {
        let text = Array(("[0" + String(repeating: ",0", count: FileLimits.parsedBytes / 96) + "]").utf8)
        let error = #expect(throws: RecordingError.self) { try FileLimits.check(text[...], of: "state.json") }
        #expect(error?.code == .limit)
        try FileLimits.check(text[..<(text.count / 2)], of: "state.json")
    }

    /// The folder is on a disk that was taken away, and is put back.
    @Test func replicaWhoseFolderWasAwayIsThereAgainWithAllItDid() async throws {
        let shared = try folder.makeFolder("shared")
        let (ada, bob) = (ListApp(folder, "ada"), ListApp(folder, "bob"))
        let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
        let first = Task { try await ada.store.replicate(in: shared, ada.recorder, as: "ada") { continuation.yield($0) } }
        defer { first.cancel() }
        for await event in events { if case .began = event { break } }
        try FileManager.default.moveItem(atPath: shared, toPath: folder.path("away"))
        ada.store.dispatch(.note("meanwhile", 1))
        for await event in events { if case .failed = event { break } }
        try folder.makeFolder("shared")
        ada.store.dispatch(.note("after", 1))
        _ = try await waitForText(of: "\(shared)/ada.replica") { $0.contains("after") && $0.contains("meanwhile") }
        let second = Task { try await bob.store.replicate(in: shared, bob.recorder, as: "bob") { _ in } }
        defer { second.cancel() }
        _ = try await waitForState(of: bob.store) { $0.notes == ["meanwhile": 1, "after": 1] }
        bob.store.dispatch(.note("bob", 1))
        _ = try await waitForState(of: ada.store) { $0.notes["bob"] == 1 }
    }
}
