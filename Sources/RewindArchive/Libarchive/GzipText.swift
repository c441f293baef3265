internal import CLibarchive
package import RewindFormat

/// Text that a user supplies, compressed by gzip(1).
package enum GzipText {
    /// Whether bytes are compressed by gzip.
    package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b, 0x08]) }

    /// The decompressed bytes.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may come out; memory grows with the output.
    ///   - path: names the bytes in errors.
    package static func inflated(_ bytes: [UInt8], limit: Int, path: String) throws(RecordingError) -> [UInt8] {
        var inflated: [UInt8] = []
        do throws(RecordingError) {
            let handle = try ArchiveHandle(for: .reading)
            try handle.check(archive_read_support_filter_gzip(handle.pointer), "open")
            try handle.check(archive_read_support_format_raw(handle.pointer), "open")
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            // The handle reads from this buffer until decompression ends.
            let failure = bytes.withUnsafeBytes { packed -> RecordingError? in
                do throws(RecordingError) {
                    try handle.check(archive_read_open_memory(handle.pointer, packed.baseAddress, packed.count), "open")
                    var header: OpaquePointer?
                    try handle.check(archive_read_next_header(handle.pointer, &header), "read")
                    while true {
                        let count = archive_read_data(handle.pointer, &piece, piece.count)
                        if count < 0 { throw handle.failure("read") }
                        if count == 0 { return nil }
                        guard inflated.count + count <= limit else {
                            throw RecordingError(.limit, "unpacked, there is more than the limit of \(limit) bytes")
                        }
                        inflated += piece[..<count]
                    }
                } catch {
                    return error
                }
            }
            if let failure { throw failure }
        } catch {
            var error = error
            error.path = path
            throw error
        }
        return inflated
    }
}
