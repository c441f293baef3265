import RewindFormat
import TestSupport
import Testing

@testable import RewindArchive

/// A zip that must be refused, and by which code and words.
struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var code: RecordingError.Code
    var words: String
    var make: @Sendable () -> [UInt8]

    init(_ description: String, _ code: RecordingError.Code, _ words: String, _ make: @escaping @Sendable () -> [UInt8]) {
        testDescription = description
        self.code = code
        self.words = words
        self.make = make
    }

    /// A zip of one entry that lies.
    static func entry(
        _ description: String, _ code: RecordingError.Code, _ words: String, _ change: @escaping @Sendable (inout ZipBuilder.Entry) -> Void
    ) -> Refusal {
        Refusal(description, code, words) {
            var entry = ZipBuilder.Entry("a.txt", "hello")
            change(&entry)
            return ZipBuilder(entry).bytes
        }
    }

    /// A zip of two entries that is put together wrongly.
    static func zip(
        _ description: String, _ code: RecordingError.Code, _ words: String, _ change: @escaping @Sendable (inout ZipBuilder) -> Void
    ) -> Refusal {
        Refusal(description, code, words) {
            var zip = ZipBuilder(.init("a.txt", "hello"), .init("b.txt", "world"))
            change(&zip)
            return zip.bytes
        }
    }
}

@Suite("A hostile zip is refused", .timeLimit(.minutes(5))) struct HostileZipTests {
    static let entries: [Refusal] = [
        .entry("encrypted", .unsupported, "encrypted") { $0.flags = 1 },
        .entry("strongly encrypted", .unsupported, "encrypted") { $0.flags = 1 | 1 << 6 },
        .entry("with an encrypted directory", .unsupported, "encrypted") { $0.flags = 1 << 13 },
        .entry("with unknown flags", .unsupported, "unknown flags") { $0.flags = 1 << 14 },
        .entry("with AES extra field", .unsupported, "encrypted") { $0.extra = [0x01, 0x99, 0, 0] },
        .entry("compressed by bzip2", .unsupported, "method 12") { $0.method = 12 },
        .entry("compressed by zstd", .unsupported, "method 93") { $0.method = 93 },
        .entry("of a future version", .unsupported, "version 63") { $0.version = 63 },
        .entry("with a second name", .unsupported, "second name") { $0.extra = [0x75, 0x70, 0, 0] },
        .entry("with broken extra fields", .damaged, "extra fields") { $0.extra = [0x55, 0x54, 9, 0, 1] },
        .entry("with huge extra fields", .limit, "extraBytes") { $0.extra = Array(repeating: 0, count: 60_000) },
        .entry("with a Zip64 extra field", .unsupported, "Zip64") { $0.extra = [1, 0, 0, 0] },
        .entry("claiming 5 TB by Zip64", .unsupported, "Zip64") {
            $0.size = .max
            $0.extra = [1, 0, 8, 0, 0, 0, 0, 0, 0, 5, 0, 0]
        },
        .entry("a symbolic link", .unsupported, "not a regular file") { $0.mode = 0o120777 },
        .entry("a named pipe", .unsupported, "not a regular file") { $0.mode = 0o010644 },
        .entry("a device", .unsupported, "not a regular file") { $0.mode = 0o060644 },
        .entry("a socket", .unsupported, "not a regular file") { $0.mode = 0o140644 },
        .entry("set-user-id", .unsupported, "not a regular file") { $0.mode = 0o104755 },
        .entry("a directory by its mode", .unsupported, "not a regular file") { $0.mode = 0o040755 },
        .entry("a directory by its attributes", .unsupported, "not a regular file") { $0.attributes = 16 },
        .entry("a volume label", .unsupported, "not a regular file") { $0.attributes = 8 },
        .entry("on another disk", .unsupported, "split") { $0.disk = 1 },
        .entry("another name before the content", .damaged, "name \"b.txt\"") { $0.local = { $0.name = Array("b.txt".utf8) } },
        .entry("another method before the content", .damaged, "method before the content") { $0.local = { $0.method = 8 } },
        .entry("other flags before the content", .damaged, "flags field") { $0.local = { $0.flags = 1 << 11 } },
        .entry("another size before the content", .damaged, "the size before") { $0.local = { $0.size = 6 } },
        .entry("another compressed size before the content", .damaged, "compressed size") { $0.local = { $0.compressedSize = 4 } },
        .entry("another damaged before the content", .damaged, "checksum") { $0.local = { $0.crc = 1 } },
        .entry("zero sizes before the content without a descriptor", .damaged, "size") { $0.local = { $0.size = 0 } },
        .entry("a wrong descriptor", .damaged, "descriptor") {
            $0.flags = 8
            $0.descriptor = Array(repeating: 7, count: 16)
        },
        .entry("a missing descriptor", .damaged, "descriptor") { $0.flags = 8 },
        .entry("bytes after the content", .damaged, "unknown bytes") { $0.descriptor = [1, 2, 3] },
        .entry("a content beyond the file", .damaged, "does not fit") { $0.compressedSize = 5_000 },
        .entry("an offset beyond the file", .damaged, "begins at byte") { $0.offset = 9_999 },
    ]

    static let files: [Refusal] = [
        Refusal("nothing", .notARecording, "empty") { [] },
        Refusal("a text", .notARecording, "neither") { Array("Dear diary, it crashed again.\n".utf8) },
        Refusal("a zip without entries", .notARecording, "no entries") { ZipBuilder([]).bytes },
        Refusal("two zips, one after the other", .damaged, "does not end where") {
            ZipBuilder(.init("a")).bytes + ZipBuilder(.init("b")).bytes
        },
        .zip("junk before", .damaged, "instead of byte 0") { $0.prefix = Array("#!/bin/sh\n".utf8) },
        .zip("junk after", .damaged, "appended") { $0.suffix = [0] },
        .zip("a comment", .damaged, "appended") { $0.comment = Array("hi".utf8) },
        .zip("a comment that holds an end record", .damaged, "does not end where") { zip in zip.comment = ZipBuilder(.init("x")).bytes },
        .zip("a second end record", .damaged, "does not end where") { $0.suffix = Array(ZipBuilder(.init("x")).bytes.suffix(22)) },
        .zip("bytes before the directory", .damaged, "unknown bytes") { $0.beforeDirectory = [1, 2, 3] },
        .zip("an entry that the directory hides", .damaged, "unknown bytes") { zip in
            zip.beforeDirectory = Array(ZipBuilder(.init("hidden", "boo")).bytes.dropLast(22))
        },
        .zip("fewer entries than announced", .damaged, "announces") { $0.announcedEntries = 3 },
        .zip("more entries than announced", .damaged, "surplus") { $0.announcedEntries = 1 },
        .zip("entries at one offset", .damaged, "does not fit") { $0.entries[1].offset = 0 },
        .zip("a quoted entry, overlapping the one before", .damaged, "does not fit") { zip in
            zip.entries[0].content += ZipBuilder(.init("b.txt", "world")).bytes
            zip.entries[1].offset = 40
        },
        .zip("a second disk", .unsupported, "split") { $0.disk = 1 },
        .zip("one name twice", .damaged, "twice") { $0.entries[1].name = $0.entries[0].name },
        .zip("names that differ in case only", .damaged, "twice") { $0.entries[1].name = Array("A.txt".utf8) },
        .zip("a file that is a folder as well", .damaged, "file and a folder") { $0.entries[1].name = Array("a.txt/b".utf8) },
        .zip("a file that is a folder in other case", .damaged, "file and a folder") { $0.entries[1].name = Array("A.TXT/b".utf8) },
        .zip("a folder with content", .damaged, "folder with content") { zip in
            zip.entries[1].name = Array("b/".utf8)
            zip.entries[1].mode = 0o040755
        },
        Refusal("60,000 entries", .limit, "entries") { ZipBuilder((0..<60_000).map { .init("e\($0)") }).bytes },
        Refusal("65,535 entries", .unsupported, "Zip64") { ZipBuilder((0..<65_535).map { .init("e\($0)") }).bytes },
        Refusal("19,999 entries with a directory of 5 MB", .limit, "directoryBytes") {
            ZipBuilder(
                (0..<19_999).map { number in
                    var entry = ZipBuilder.Entry("e\(number)")
                    entry.extra = [0x55, 0x54, 200, 0] + Array(repeating: 0, count: 200)
                    return entry
                }
            ).bytes
        },
    ]

    static let names: [(String, String)] = [
        ("", "no name"), ("/etc/passwd", "absolute"), ("..", "dot"), ("../x", "dot"), ("a/../../x", "dot"), ("a/./b", "dot"), (".", "dot"),
        ("a//b", "empty component"), ("a\\b", "character"), ("..\\x", "character"), ("C:x", "character"), ("a b", "character"),
        ("a\0b", "character"), ("a\nb", "character"), ("a\u{1B}[2Jb", "character"), ("a\u{7F}", "character"), ("é", "character"),
        ("a\u{202E}b", "character"), ("~", "character"), ("$HOME", "character"), ("a*", "character"), ("a;b", "character"), ("a.", "dot"),
        ("a./b", "dot"), ("...", "dot"), ("con", "device"), ("NUL.txt", "device"), ("x/aux", "device"), ("COM1", "device"),
        ("lpt9.log", "device"),
        ("a/b/c/d/e/f/g", "nameDepth"), (String(repeating: "n", count: 129), "nameBytes"),
        (String(repeating: "n", count: 65_000), "nameBytes"),
        ("/", "absolute"), ("a/b//", "empty component"),
    ]

    @Test(arguments: entries) func aHostileEntryIsRefused(_ refusal: Refusal) throws { try expect(refusal) }

    @Test(arguments: files) func aHostileFileIsRefused(_ refusal: Refusal) throws { try expect(refusal) }

    @Test(arguments: names.map(named)) func anEntryWithAHostileNameIsRefused(_ refusal: Refusal) throws { try expect(refusal) }

    private static func named(_ name: String, _ words: String) -> Refusal {
        Refusal(printableName(name), words.hasPrefix("name") ? .limit : .forbiddenName, words) {
            var entry = ZipBuilder.Entry(name)
            if name.hasSuffix("/") { entry.mode = 0o040755 }
            return ZipBuilder(entry).bytes
        }
    }

    @Test func aNameThatIsNoUTF8IsRefused() throws {
        try expect(Refusal("", .forbiddenName, "character") { ZipBuilder(.init([0x61, 0xFF, 0xC0], [])).bytes })
    }

    @Test func theMessageNeverSendsAControlCharacterToTheTerminal() throws {
        let folder = TemporaryFolder()
        let path = try folder.write(ZipBuilder(.init("a\u{1B}]0;owned\u{7}\u{202E}", "x")).bytes)
        let error = try #require(throws: RecordingError.self) { try ArchiveReader(path: path) }
        #expect(error.description.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    }

    private func expect(_ refusal: Refusal, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let folder = TemporaryFolder()
        let path = try folder.write(refusal.make())
        let error = try #require(throws: RecordingError.self, sourceLocation: sourceLocation) { try ArchiveReader(path: path) }
        #expect(error.code == refusal.code, "\(error)", sourceLocation: sourceLocation)
        #expect(error.description.contains(refusal.words), "\(error)", sourceLocation: sourceLocation)
        #expect(error.path == path, sourceLocation: sourceLocation)
    }
}
