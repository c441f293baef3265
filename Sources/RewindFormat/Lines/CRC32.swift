/// The CRC-32 of ISO 3309, as in zip, PNG and zlib: polynomial 0xEDB88320, sixteen bytes at a time.
///
/// The same checksum that every language has in its standard library, so that anybody can check a live line.
enum CRC32 {
    /// Sixteen tables of 256 words, one after the other; never freed.
    nonisolated(unsafe) private static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
        for index in 0..<256 {
            var word = UInt32(index)
            for _ in 0..<8 { word = word & 1 == 1 ? 0xEDB8_8320 ^ (word >> 1) : word >> 1 }
            tables[index] = word
        }
        for index in 256..<(16 * 256) {
            let previous = tables[index - 256]
            tables[index] = tables[Int(previous & 0xFF)] ^ (previous >> 8)
        }
        return UnsafePointer(tables)
    }()

    /// The checksum of the bytes; 1 to 2 GB/s.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let tables = tables
        var crc: UInt32 = 0xFFFF_FFFF
        var offset = 0
        // Half of the look-ups do not wait for the word before.
        while bytes.count - offset >= 16 {
            let word = { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * $0, as: UInt32.self)) }
            crc = look(up: word(0) ^ crc, in: tables + (12 << 8)) ^ look(up: word(1), in: tables + (8 << 8))
            crc ^= look(up: word(2), in: tables + (4 << 8)) ^ look(up: word(3), in: tables)
            offset += 16
        }
        if bytes.count - offset >= 8 {
            let word = { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * $0, as: UInt32.self)) }
            crc = look(up: word(0) ^ crc, in: tables + (4 << 8)) ^ look(up: word(1), in: tables)
            offset += 8
        }
        while offset < bytes.count {
            crc = tables[Int((crc ^ UInt32(bytes[offset])) & 0xFF)] ^ (crc >> 8)
            offset += 1
        }
        return ~crc
    }

    /// The sum for four bytes, from four neighbouring tables.
    @inline(__always)
    private static func look(up word: UInt32, in tables: UnsafePointer<UInt32>) -> UInt32 {
        tables[3 << 8 | Int(word & 0xFF)] ^ tables[2 << 8 | Int(word >> 8 & 0xFF)] ^ tables[1 << 8 | Int(word >> 16 & 0xFF)]
            ^ tables[Int(word >> 24)]
    }
}
