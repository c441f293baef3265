/// The CRC-32 of ISO 3309, as in zip, PNG and zlib: polynomial 0xEDB88320, eight bytes at a time.
///
/// The same checksum that every language has in its standard library, so that anybody can check a live line.
enum CRC32 {
    /// Eight tables of 256 words, one after the other.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var word = UInt32(index)
            for _ in 0..<8 { word = word & 1 == 1 ? 0xEDB8_8320 ^ (word >> 1) : word >> 1 }
            tables[index] = word
        }
        for index in 256..<tables.count {
            let previous = tables[index - 256]
            tables[index] = tables[Int(previous & 0xFF)] ^ (previous >> 8)
        }
        return tables
    }()

    /// The checksum of the bytes; about 1 GB/s.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var crc: UInt32 = 0xFFFF_FFFF
            var offset = 0
            while bytes.count - offset >= 8 {
                let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) ^ crc
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
                crc = tables[7 << 8 | Int(low & 0xFF)] ^ tables[6 << 8 | Int(low >> 8 & 0xFF)]
                crc ^= tables[5 << 8 | Int(low >> 16 & 0xFF)] ^ tables[4 << 8 | Int(low >> 24)]
                crc ^= tables[3 << 8 | Int(high & 0xFF)] ^ tables[2 << 8 | Int(high >> 8 & 0xFF)]
                crc ^= tables[1 << 8 | Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                offset += 8
            }
            while offset < bytes.count {
                crc = tables[Int((crc ^ UInt32(bytes[offset])) & 0xFF)] ^ (crc >> 8)
                offset += 1
            }
            return ~crc
        }
    }
}
