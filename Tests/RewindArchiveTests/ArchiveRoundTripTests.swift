import Foundation
import RewindFormat
import TestSupport
import Testing

@testable import RewindArchive

@Suite("What the writer writes", .timeLimit(.minutes(5))) struct ArchiveRoundTripTests {
    private let folder = TemporaryFolder()

    /// Contents of many kinds: nothing, a byte, text, noise, more than any buffer.
    private static let contents: [String: [UInt8]] = {
        var random = SeededGenerator(seed: 1)
        let line = Array(#"{"step":1,"t":12345678901,"type":"home/didReceive","action":{}}"#.utf8) + [10]
        return [
            "empty.bin": [], "one.bin": [0], "README.txt": Array("Unzip me.\n".utf8),
            "noise.bin": (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) },
            "segments/000000/actions.ndjson": (0..<40_000).flatMap { _ in line },
        ]
    }()

    private func write(to path: String, level: Int = 6, replacing: Bool = false) throws {
        var writer = try ArchiveWriter(path: path, level: level)
        for (name, bytes) in ArchiveRoundTripTests.contents.sorted(by: { $0.key < $1.key }) {
            try writer.add(name, bytes, method: name == "one.bin" ? .stored : .deflated)
        }
        try writer.finish(replacing: replacing)
    }

    @Test func readsBackEntryByEntryInAnyOrder() throws {
        try write(to: folder.path("a.rewind"))
        let reader = try ArchiveReader(path: folder.path("a.rewind"))
        #expect(Set(reader.directory.entries.map(\.name)) == Set(ArchiveRoundTripTests.contents.keys))
        for (name, bytes) in ArchiveRoundTripTests.contents { #expect(try reader.read(name) == bytes) }
    }

    @Test(arguments: [["python3", "-m", "zipfile", "-t"], ["unzip", "-t"], ["bsdtar", "-tf"], ["zip", "-T"]])
    func isAcceptedByOtherTools(_ command: [String]) throws {
        let path = folder.path("a.zip")
        try write(to: path)
        #expect(try Program.installed(command[0]).run(command.dropFirst() + [path]).status == 0)
    }

    @Test func isTheSameBytesForTheSameInputAndHoldsNoTimeAndNoOwner() throws {
        try write(to: folder.path("a.rewind"))
        try write(to: folder.path("b.rewind"))
        #expect(try folder.read("a.rewind") == folder.read("b.rewind"))
    }

    @Test func isPrivateToItsOwnerAndNothingIsLeftBesideIt() throws {
        try write(to: folder.path("a.rewind"))
        #expect(folder.contents == ["a.rewind"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.rewind"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func doesNotTakeThePlaceOfAFileUnlessTold() throws {
        try folder.write([1, 2, 3], to: "a.rewind")
        let error = #expect(throws: RecordingError.self) { try write(to: folder.path("a.rewind")) }
        #expect(error?.code == .exists)
        #expect(try folder.read("a.rewind") == [1, 2, 3])
        #expect(folder.contents == ["a.rewind"])
        try write(to: folder.path("a.rewind"), replacing: true)
        #expect(try ArchiveReader(path: folder.path("a.rewind")).directory.entries.count == 5)
    }

    @Test("An archive that is given up or fails the check at the end leaves nothing behind")
    func anUnfinishedArchiveLeavesNothingBehind() throws {
        do {
            var writer = try ArchiveWriter(path: folder.path("a.rewind"))
            try writer.add("a", [1])
        }
        #expect(folder.contents == [])
        #expect(throws: RecordingError(.damaged, "no", path: folder.path("a.rewind"))) {
            var writer = try ArchiveWriter(path: folder.path("a.rewind"))
            try writer.add("a", [1])
            try writer.finish(replacing: false) { (_) throws(RecordingError) in throw RecordingError(.damaged, "no") }
        }
        #expect(folder.contents == [])
    }

    @Test(arguments: ["../a", "/a", "a b", "taken", "TAKEN", "folder/", ""])
    func hasNamesThatAReaderAcceptsEachOnce(_ name: String) throws {
        var writer = try ArchiveWriter(path: folder.path("a.rewind"))
        try writer.add("taken", [])
        var failure: RecordingError?
        do throws(RecordingError) { try writer.add(name, []) } catch { failure = error }
        #expect(failure?.code == .forbiddenName)
    }

    @Test func saysWhereItCantBeWritten() throws {
        let error = #expect(throws: RecordingError.self) { try write(to: folder.path("missing/a.rewind")) }
        #expect(error?.code == .notFound)
        #expect(error?.path == folder.path("missing/a.rewind"))
    }
}

@Suite("What other tools write", .timeLimit(.minutes(5))) struct ForeignZipTests {
    @Test(arguments: [["zip", "-qr"], ["bsdtar", "-acf"], ["python3", "-m", "zipfile", "-c"]])
    func isReadFoldersLeftOut(_ command: [String]) throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("in/segments/000000")
        let line = [UInt8](repeating: 65, count: 5_000)
        try folder.write(line, to: "in/segments/000000/actions.ndjson")
        try folder.write(Array("{}".utf8), to: "in/manifest.json")
        let arguments = command.dropFirst() + ["../out.zip", "manifest.json", "segments"]
        try #require(Program.installed(command[0]).run(Array(arguments), in: folder.path("in")).status == 0)
        let reader = try ArchiveReader(path: folder.path("out.zip"))
        #expect(Set(reader.directory.entries.map(\.name)) == ["manifest.json", "segments/000000/actions.ndjson"])
        #expect(try reader.read("segments/000000/actions.ndjson") == line)
    }
}

@Suite("SHA-256", .timeLimit(.minutes(5))) struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ]) func isThatOfFIPS180_4(_ text: String, _ expected: String) { #expect(Digest.hex(of: Array(text.utf8)) == expected) }

    @Test func doesNotDependOnHowTheBytesCame() {
        let bytes = [UInt8](0..<200)
        var digest = Digest()
        for byte in bytes { withUnsafeBytes(of: byte) { digest.update($0) } }
        #expect(digest.hex == Digest.hex(of: bytes))
    }
}
