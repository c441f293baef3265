import CRewindChecksum
import TestSupport
import Testing

@testable import RewindFormat

@Suite("Checksums", .timeLimit(.minutes(5)))
struct ChecksumTests {
    @Test func theChecksumIsTheOneOfZip() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test func everyWayGivesTheSumOfThePolynomialBitByBit() {
        var generator = SeededGenerator(seed: 32)
        let lengths = Array(0...300) + (0..<20).map { _ in Int.random(in: 300...20_000, using: &generator) }
        for length in lengths {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let sum = bitwise(bytes)
            #expect(CRC32.checksum(of: bytes) == sum, "\(length) bytes")
            #expect(bytes.withUnsafeBytes { CRC32.tableChecksum($0) } == sum, "\(length) bytes, by the table")
            #expect(bytes.withUnsafeBytes { rewind_crc32_portable($0.baseAddress, $0.count) } == sum, "\(length) bytes, portably")
        }
    }

    @Test(arguments: 0..<16) func whereTheBytesLieDoesNotMatter(shift: Int) {
        let bytes = Array("{\"step\":1,\"t\":9,\"type\":\"home/appear\",\"action\":{\"home\":{\"_0\":{}}}".utf8)
        let moved = Array(repeating: 7, count: shift) + bytes
        #expect(moved.withUnsafeBytes { CRC32.checksum(UnsafeRawBufferPointer(rebasing: $0[shift...])) } == bitwise(bytes))
    }

    /// The checksum by its definition.
    private func bitwise(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return ~crc
    }
}

extension CRC32 {
    fileprivate static func checksum(of bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { checksum($0) } }
}
