import RewindFormat
import TestSupport
import Testing

@testable import RewindArchive

@Suite("A damaged zip is refused or reads as before", .timeLimit(.minutes(5))) struct DamageTests {
    private let folder = TemporaryFolder()

    /// What a reader gets out of a file, or that it refused.
    private func contents(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> [String: [UInt8]]? {
        let path = try folder.write(bytes, to: "damaged.rewind")
        do throws(RecordingError) {
            let reader = try ArchiveReader(path: path)
            var found: [String: [UInt8]] = [:]
            for entry in reader.directory.entries { found[entry.name] = try reader.read(entry.name) }
            return found
        } catch {
            return nil
        }
    }

    private func sample(in folder: TemporaryFolder) throws -> [UInt8] {
        var writer = try ArchiveWriter(path: folder.path("whole.rewind"))
        try writer.add("manifest.json", Array(#"{"format":{"major":1,"minor":0}}"#.utf8))
        try writer.add("segments/000000/actions.ndjson", Array("{\"step\":1,\"type\":\"tick\"}\n".utf8), method: .stored)
        try writer.add("empty", [])
        try writer.finish(replacing: false)
        return try folder.read("whole.rewind")
    }

    @Test func aZipCutAtAnyByteIsRefusedOrReadsAsBefore() throws {
        let whole = try sample(in: folder)
        #expect(try contents(whole, in: folder)?.count == 3)
        for length in whole.indices {
            #expect(try contents(Array(whole[..<length]), in: folder) == nil, "cut to \(length) bytes")
        }
    }

    @Test func aZipWithAnyBitFlippedIsRefusedOrReadsAsBefore() throws {
        var bytes = try sample(in: folder)
        let expected = try contents(bytes, in: folder)
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                let found = try contents(bytes, in: folder)
                #expect(found == nil || found == expected, "bit \(bit) of byte \(index)")
                if found == nil { refused += 1 }
                bytes[index] ^= 1 << bit
            }
        }
        // Times, permissions and the maker's version are the only bits that say nothing.
        #expect(refused > bytes.count * 8 / 2)
    }

    @Test("A zip with a byte inserted, removed or changed is refused or reads as before", arguments: [1, 2, 3])
    func aZipWithAWrongByteIsRefusedOrReadsAsBefore(seed: UInt64) throws {
        let whole = try sample(in: folder)
        let expected = try contents(whole, in: folder)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var bytes = whole
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 1: bytes.remove(at: place)
            default: bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let found = try contents(bytes, in: folder)
            #expect(found == nil || found == expected, "at byte \(place)")
        }
    }
}
