import Foundation
import RewindFormat
import RewindJournal
import TestSupport
import Testing

@testable import RewindArchive

@Suite("Opening a recording", .timeLimit(.minutes(5))) struct OpeningTests {
    let folder = TemporaryFolder()

    /// What is at a path instead of a recording, and what is said of it.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var code: RecordingError.Code
        var words: String
        var make: @Sendable (TemporaryFolder) throws -> Void

        init(
            _ description: String, _ code: RecordingError.Code, _ words: String,
            _ make: @escaping @Sendable (TemporaryFolder) throws -> Void
        ) {
            testDescription = description
            self.code = code
            self.words = words
            self.make = make
        }

        /// A sealed file with other bytes.
        static func sealed(_ description: String, _ words: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void) -> Case {
            Case(description, .damaged, words) { folder in
                try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("whole"))
                var bytes = try folder.read("whole")
                change(&bytes)
                try folder.write(bytes, to: "it")
            }
        }

        /// A page of a gigabyte of nothing behind some text.
        static func page(_ description: String, _ code: RecordingError.Code, _ words: String, _ text: String) -> Case {
            Case(description, code, words) { folder in
                let path = try folder.write(Array("<!doctype html>\(text)".utf8), to: "it")
                let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
                try file.truncate(atOffset: 1 << 30)
                try file.close()
            }
        }

        /// A zip with these files.
        static func zip(_ description: String, _ code: RecordingError.Code, _ words: String, _ files: [(String, String)]) -> Case {
            Case(description, code, words) { folder in
                var writer = try ArchiveWriter(path: folder.path("it"))
                for (name, text) in files { try writer.add(name, Array(text.utf8)) }
                try writer.finish(replacing: false)
            }
        }
    }

    static let cases: [Case] = [
        Case("nothing at all", .notFound, "no such file or directory") { _ in },
        Case("a text file", .notARecording, "neither a directory nor a zip") {
            try $0.write(Array("Hello, this is a text.".utf8), to: "it")
        },
        .page("a page of nothing", .notARecording, "without a recording in it", ""),
        .page(
            "a page with nothing where the recording should be", .damaged, "cut off or changed",
            "<script id=\"recording\" type=\"application/octet-stream\">"),
        Case("an empty file", .notARecording, "empty") { try $0.write([], to: "it") },
        Case("an empty directory", .notARecording, "no manifest.json") { folder in
            try FileManager.default.createDirectory(atPath: folder.path("it"), withIntermediateDirectories: false)
        },
        Case("a directory of something else", .notARecording, "no manifest.json") { folder in
            try FileManager.default.createDirectory(atPath: folder.path("it"), withIntermediateDirectories: false)
            try folder.write([1], to: "it/photo.jpg")
        },
        .zip("a zip of something else", .notARecording, "manifest.json is missing", [("photo.jpg", "…")]),
        .zip("a zip with another manifest", .notARecording, "names no format version", [("manifest.json", #"{"name":"extension"}"#)]),
        .zip("a zip with a manifest that is no JSON", .damaged, "not JSON", [("manifest.json", "{")]),
        .zip("a recording from the future", .unsupported, "version 2.0", [("manifest.json", #"{"format":{"major":2,"minor":0}}"#)]),
        .zip(
            "a recording that requires a feature", .unsupported, "time-machine",
            [("manifest.json", #"{"format":{"major":1,"minor":9,"required":["time-machine"]}}"#)]),
        .zip(
            "a bundle that lacks what it lists", .damaged, "it is lost",
            [("manifest.json", #"{"format":{"major":1},"entries":[{"name":"crash.json","bytes":2,"sha256":""}]}"#)]),
        .sealed("a bundle whose end is cut off", "cut off") { $0.removeLast(10) },
        .sealed("half a bundle", "cut off") { $0.removeLast($0.count / 2) },
        .sealed("a bundle with something appended", "appended") { $0.append(0) },
    ]

    @Test(arguments: cases) func saysWhatIsWrongWith(_ example: Case) throws {
        try example.make(folder)
        let path = folder.path("it")
        let error = try #require(throws: RecordingError.self) { try openRecording(at: path) }
        #expect(error.code == example.code, "\(error)")
        #expect(error.description.contains(example.words), "\(error)")
        #expect(error.path == path)
        #expect((error.advice?.contains("rewind recover \(path)") == true) == (error.code == .damaged), "\(error)")
    }

    @Test func findsAnyFlippedByteOfAContentAndNamesTheEntry() throws {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("whole"))
        let entries = try ArchiveReader(path: folder.path("whole")).directory.entries
        for entry in entries {
            var bytes = try folder.read("whole")
            bytes[Int(entry.content.lowerBound + entry.content.upperBound) / 2] ^= 0x10
            try folder.write(bytes, to: "flipped")
            let error = try #require(throws: RecordingError.self) {
                let recording = try openRecording(at: folder.path("flipped"))
                for name in recording.source.names { _ = try recording.source.read(name) }
            }
            #expect(error.code == .damaged)
            #expect(error.entry == entry.name)
        }
    }

    @Test func doesNotBelieveACRCWhereTheManifestHasAnotherHash() throws {
        try Sealing().seal(LiveFixture(segments: 1).write(in: folder), to: folder.path("whole"))
        let source = try ArchiveReader(path: folder.path("whole"))
        var writer = try ArchiveWriter(path: folder.path("swapped"))
        for entry in source.directory.entries {
            var bytes = try source.read(entry.name)
            if entry.name == "segments/000000/states.ndjson" {
                bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("1", with: "2").utf8)
            }
            try writer.add(entry.name, bytes)
        }
        try writer.finish(replacing: false)
        let recording = try openRecording(at: folder.path("swapped"))
        let error = #expect(throws: RecordingError.self) { try recording.segment(0) }
        #expect(error?.entry == "segments/000000/states.ndjson")
        #expect(error?.message.contains("SHA-256") == true)
    }

    @Test("A bundle that another tool unzipped and zipped again inside a folder is read")
    func aBundleZippedAgainInAFolderIsRead() throws {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("whole.zip"))
        let whole = try openRecording(at: folder.path("whole.zip"))
        let script =
            "cd '\(folder.path)' && mkdir -p again/bug && cd again/bug && unzip -q ../../whole.zip && cd .. && zip -qr ../again.zip bug"
        #expect(try Program.shell(for: script).run(["-c", script]).status == 0)
        #expect(try contents(of: openRecording(at: folder.path("again.zip"))) == contents(of: whole))
    }

    @Test func ignoresEntriesThatTheManifestDoesNotList() throws {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("whole"))
        let source = try ArchiveReader(path: folder.path("whole"))
        var writer = try ArchiveWriter(path: folder.path("more"))
        for entry in source.directory.entries { try writer.add(entry.name, source.read(entry.name)) }
        try writer.add("segments/000009/actions.ndjson", Array("{}".utf8))
        try writer.finish(replacing: false)
        let recording = try openRecording(at: folder.path("more"))
        #expect(recording.segments.map(\.index) == [0, 1, 2])
        #expect(!recording.source.names.contains("segments/000009/actions.ndjson"))
        #expect(throws: RecordingError.self) { try recording.source.read("segments/000009/actions.ndjson") }
    }
}

@Suite("Unpacking", .timeLimit(.minutes(5))) struct UnpackingTests {
    let folder = TemporaryFolder()

    @Test func makesADirectoryThatOpensAsTheBundleDidAndSealsToTheSameBytes() throws {
        try Sealing().seal(LiveFixture(attachments: ["a.txt": [65]]).write(in: folder), to: folder.path("a.rewind"))
        try unpack(folder.path("a.rewind"), to: folder.path("out"))
        let bundle = try openRecording(at: folder.path("a.rewind"))
        let directory = try openRecording(at: folder.path("out"))
        // Without the archive's library as well.
        for directory in [directory, try Recording(directory: folder.path("out"))] {
            #expect(try contents(of: directory) == contents(of: bundle))
            #expect(directory.manifest == bundle.manifest && directory.steps == bundle.steps)
            #expect(directory.losses == bundle.losses && directory.form == .bundle)
        }
        try Sealing().seal(folder.path("out"), to: folder.path("b.rewind"))
        #expect(try folder.read("a.rewind") == folder.read("b.rewind"))
    }

    @Test(arguments: ["file", "directory"]) func touchesNothingThatIsThereAlready(_ kind: String) throws {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("a.rewind"))
        if kind == "file" {
            try folder.write([1], to: "out")
        } else {
            try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: false)
        }
        let before = folder.contents
        let error = #expect(throws: RecordingError.self) { try unpack(folder.path("a.rewind"), to: folder.path("out")) }
        #expect(error?.code == .exists)
        #expect(folder.contents == before)
    }

    @Test func writesNothingOfABundleThatIsDamaged() throws {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("a.rewind"))
        let last = try #require(try ArchiveReader(path: folder.path("a.rewind")).directory.entries.last)
        var bytes = try folder.read("a.rewind")
        bytes[Int(last.content.upperBound) - 2] ^= 1
        try folder.write(bytes, to: "b.rewind")
        let before = folder.contents
        #expect(throws: RecordingError.self) { try unpack(folder.path("b.rewind"), to: folder.path("out")) }
        #expect(folder.contents == before)
    }

    @Test(arguments: ["../evil", "/tmp/evil", "a/../../evil", "..\\evil"]) func neverLeavesItsDirectory(_ name: String) throws {
        let manifest = ZipBuilder.Entry("manifest.json", #"{"format":{"major":1},"entries":[]}"#)
        try folder.write(ZipBuilder(manifest, .init(name, "evil")).bytes, to: "a.rewind")
        // Only what the manifest lists is written.
        try unpack(folder.path("a.rewind"), to: folder.path("out"))
        #expect(folder.contents == ["a.rewind", "out", "out/manifest.json"])
        let place = name.replacingOccurrences(of: "evil", with: "manifest.json")
        try folder.write(ZipBuilder(.init(place, #"{"format":{"major":1},"entries":[]}"#)).bytes, to: "b.rewind")
        let error = #expect(throws: RecordingError.self) { try unpack(folder.path("b.rewind"), to: folder.path("elsewhere")) }
        #expect(error?.code == .forbiddenName)
        #expect(folder.contents == ["a.rewind", "b.rewind", "out", "out/manifest.json"])
    }
}
