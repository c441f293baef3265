import RewindFormat
import TestSupport
import Testing

@testable import RewindArchive

@Suite("A bomb stops at a limit that is named", .timeLimit(.minutes(5))) struct BombTests {
    private let folder = TemporaryFolder()

    @Test func aBombStopsBeforeAnythingIsInflatedIfItsDirectoryIsHonest() throws {
        var writer = try ArchiveWriter(path: folder.path("bomb.rewind"))
        try writer.add("zeros.bin", [UInt8](repeating: 0, count: 64 << 20))
        try writer.finish(replacing: false)
        let error = try #require(throws: RecordingError.self) { try ArchiveReader(path: folder.path("bomb.rewind")) }
        #expect(error.code == .limit)
        #expect(error.message.contains("limit inflateRatio of 200"))
        #expect(error.entry == "zeros.bin")
    }

    @Test func aBombStopsAfterTheSizeThatItDeclaredIfItLies() throws {
        let content = [UInt8](repeating: 7, count: 60_000)
        var entry = ZipBuilder.Entry(Array("a.bin".utf8), content)
        entry.stored = deflated(content)
        entry.method = 8
        entry.size = 100
        let reader = try ArchiveReader(path: try folder.write(ZipBuilder(entry).bytes))
        let found = try #require(reader.directory[name: "a.bin"])
        var delivered = 0
        let error = #expect(throws: RecordingError.self) {
            try reader.read(found) { (chunk) throws(RecordingError) in delivered += chunk.count }
        }
        #expect(error?.entry == "a.bin")
        #expect(delivered <= 100)
    }

    static let limits: [(String, @Sendable (inout ArchiveLimits) -> Void)] = [
        ("bundleBytes", { $0.bundleBytes = 100 }), ("inflatedBytes", { $0.inflatedBytes = 9 }), ("entryBytes", { $0.entryBytes = 4 }),
        ("entries", { $0.entries = 1 }), ("directoryBytes", { $0.directoryBytes = 50 }), ("nameBytes", { $0.nameBytes = 4 }),
        ("nameDepth", { $0.nameDepth = 0 }),
    ]

    @Test(arguments: limits.indices) func aBombStopsAtTheLowerLimitOfTheCaller(_ index: Int) throws {
        let (name, lower) = BombTests.limits[index]
        let path = try folder.write(ZipBuilder(.init("a.txt", "hello"), .init("b.txt", "world")).bytes)
        #expect(try ArchiveReader(path: path).directory.entries.count == 2)
        var limits = ArchiveLimits()
        lower(&limits)
        let error = try #require(throws: RecordingError.self) { try ArchiveReader(path: path, limits: limits) }
        #expect(error.code == .limit)
        #expect(error.message.contains("limit \(name) is"))
    }
}
