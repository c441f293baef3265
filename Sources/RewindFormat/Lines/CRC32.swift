import CRewindChecksum

/// The CRC-32 of ISO 3309, as in zip, PNG and zlib: polynomial 0xEDB88320.
///
/// The same checksum that every language has in its standard library, so that anybody can check a live line.
enum CRC32 {
    /// The checksum of the bytes: some ten nanoseconds for a short line, several GB/s for a long one, where the processor has instructions for it.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 { rewind_crc32(bytes.baseAddress, bytes.count) }
}
