import Foundation
import RewindFormat
import RewindSystem
import TestSupport
import Testing

@Suite("Watching files", .timeLimit(.minutes(5)))
struct FileWatchTests {
    let folder = TemporaryFolder()

    /// A watch, and the changes it tells of; several may come as one.
    private func watching(_ path: String) throws -> (FileWatch, AsyncStream<Void>) {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return (try FileWatch(path) { continuation.yield() }, changes)
    }

    @Test func fileIsWatchedThroughAllThatHappensToItsName() async throws {
        let path = folder.path("file")
        let (watch, changes) = try watching(path)
        try folder.write("a".utf8, to: "file")
        _ = await changes.next()
        try FileManager.default.removeItem(atPath: path)
        _ = await changes.next()
        try Data("b".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        _ = await changes.next()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("c".utf8))
        _ = await changes.next()
        try file.close()
        withExtendedLifetime(watch) {}
    }

    @Test func fileIsWatchedBehindLinksAndUnderItsOtherName() async throws {
        try folder.makeFolder("one")
        try folder.makeFolder("two")
        try folder.write("a".utf8, to: "two/real")
        try FileManager.default.createSymbolicLink(atPath: folder.path("one/link"), withDestinationPath: "../two/real")
        try FileManager.default.linkItem(atPath: folder.path("two/real"), toPath: folder.path("other name"))
        let (watch, changes) = try watching(folder.path("one/link"))
        try Data("b".utf8).write(to: URL(fileURLWithPath: folder.path("two/real")), options: .atomic)
        _ = await changes.next()
        try FileManager.default.removeItem(atPath: folder.path("one/link"))
        _ = await changes.next()
        try FileManager.default.linkItem(atPath: folder.path("other name"), toPath: folder.path("one/link"))
        _ = await changes.next()
        try folder.write("c".utf8, to: "elsewhere")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("other name")))
        try file.write(contentsOf: Data("d".utf8))
        _ = await changes.next()
        try file.close()
        withExtendedLifetime(watch) {}
    }

    @Test func directoryIsWatchedWhateverTheFile() async throws {
        let (watch, changes) = try watching(folder.path)
        for name in ["a", "b"] {
            try folder.write("x".utf8, to: name)
            _ = await changes.next()
        }
        withExtendedLifetime(watch) {}
        #expect(throws: RecordingError.self) { try FileWatch(folder.path("none/file")) {} }
    }

    /// A number that was closed is another file's a moment later.
    @Test func watchThatCannotBeginClosesNoFileOfOthers() throws {
        let path = folder.path("none/file")
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) { for _ in 0..<5_000 { _ = try? FileWatch(path) {} } }
        var lost = 0
        while group.wait(timeout: .now()) == .timedOut {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            if close(file) != 0 { lost += 1 }
        }
        #expect(lost == 0)
    }

    @Test func filesExchangeTheirNamesInOneGo() throws {
        try folder.write("a".utf8, to: "one")
        try folder.write("b".utf8, to: "two")
        #expect(FileSystem.exchange(folder.path("one"), folder.path("two")))
        #expect(try folder.read("one") == Array("b".utf8))
        #expect(try folder.read("two") == Array("a".utf8))
        #expect(!FileSystem.exchange(folder.path("one"), folder.path("none")))
    }
}
