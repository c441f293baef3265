internal import CLibarchive
package import RewindFormat

/// Text compressed by gzip(1).
package enum GzipText {
    /// Whether bytes are compressed by gzip.
    package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b, 0x08]) }

    /// The decompressed bytes.
    ///
    /// What is made of a text takes several times its size, so a small file must not become a large one: more than 64 MiB may only come out
    /// of a file that has a hundredth of that.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that may come out of any file.
    ///   - path: names the bytes in errors.
    package static func inflated(_ bytes: [UInt8], limit: Int, path: String) throws(RecordingError) -> [UInt8] {
        let limit = min(limit, max(64 << 20, 100 * bytes.count))
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
                            throw RecordingError(
                                .limit, "unpacked, there is more than the limit of \(limit) bytes",
                                advice: "If you trust the file, unpack it with gunzip, and use what comes out")
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
            if error.code == .damaged { error.message = "it begins as gzip(1) writes files, but is damaged or cut off" }
            error.path = path
            throw error
        }
        return inflated
    }

    /// Bytes, compressed.
    package static func deflated(_ bytes: [UInt8]) throws(RecordingError) -> [UInt8] {
        let handle = try ArchiveHandle(for: .writing)
        try handle.check(archive_write_add_filter_gzip(handle.pointer), "write")
        // Without the time, equal bytes are compressed to equal ones.
        try handle.check(archive_write_set_filter_option(handle.pointer, "gzip", "timestamp", nil), "write")
        try handle.check(archive_write_set_format_raw(handle.pointer), "write")
        try handle.check(archive_write_set_bytes_in_last_block(handle.pointer, 1), "write")
        // What can't be compressed grows by less than that.
        var deflated = [UInt8](repeating: 0, count: bytes.count + bytes.count / 1_000 + 4_096)
        var used = 0
        let failure = deflated.withUnsafeMutableBytes { buffer -> RecordingError? in
            do throws(RecordingError) {
                try handle.check(archive_write_open_memory(handle.pointer, buffer.baseAddress, buffer.count, &used), "write")
                let entry = archive_entry_new()
                defer { archive_entry_free(entry) }
                archive_entry_set_filetype(entry, 0o100000)
                try handle.check(archive_write_header(handle.pointer, entry), "write")
                let written = bytes.withUnsafeBytes { archive_write_data(handle.pointer, $0.baseAddress, $0.count) }
                if written != bytes.count { throw handle.failure("write") }
                try handle.check(archive_write_close(handle.pointer), "write")
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return Array(deflated[..<used])
    }
}
