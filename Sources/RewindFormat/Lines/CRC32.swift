import CRewindChecksum

/// The CRC-32 of ISO 3309, as in zip, PNG and zlib: polynomial 0xEDB88320.
///
/// The same checksum that every language has in its standard library, so that anybody can check a live line.
enum CRC32 {
    /// The checksum of the bytes: some ten nanoseconds for a short line, several GB/s for a long one, where the processor has instructions for it.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 { rewind_crc32(bytes.baseAddress, bytes.count) }

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
