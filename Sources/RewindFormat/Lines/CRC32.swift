#if !hasFeature(Embedded)
    import CRewindChecksum
#endif

/// The CRC-32 of ISO 3309, as in zip, PNG and zlib: polynomial 0xEDB88320.
///
/// Every language's standard library has this checksum, so any tool can check a live line.
enum CRC32 {
    #if hasFeature(Embedded)
        /// The checksum of the bytes, by a table: no C library is available here.
        static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 { tableChecksum(bytes) }
    #else
        /// The checksum of the bytes: some ten nanoseconds for a short line, several GB/s for a long one if the processor has instructions
        /// for it.
        static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 { rewind_crc32(bytes.baseAddress, bytes.count) }
    #endif

    /// The same checksum, byte by byte.
    static func tableChecksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
    }

    /// What each value of a byte makes of a checksum.
    private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }

    /// The eight lowercase hexadecimal digits of a checksum, the first in the lowest byte: as they lie in memory, little-endian.
    static func digits(of checksum: UInt32) -> UInt64 {
        // Each half byte into a byte of its own, the highest first.
        let bytes = checksum.byteSwapped
        var halves = UInt64((bytes & 0x0f0f_0f0f) << 4 | (bytes >> 4) & 0x0f0f_0f0f)
        halves = (halves | halves << 16) & 0x0000_ffff_0000_ffff
        halves = (halves | halves << 8) & 0x00ff_00ff_00ff_00ff
        halves = (halves | halves << 4) & 0x0f0f_0f0f_0f0f_0f0f
        let letters = ((halves &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
        return halves &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
    }
}
