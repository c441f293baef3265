internal import CLibarchive

/// Reads the entries of a zip that passed ``ZipDirectory``'s check, in any order and from any thread.
///
/// Each reading inflates one entry and touches no other; it ends in an error unless the content has exactly the size and the CRC-32 that
/// the directory says.
package final class ArchiveReader: Sendable {
    /// The file.
    package let file: InputFile
    /// Its checked table of contents.
    package let directory: ZipDirectory

    /// Opens a zip and checks its directory.
    ///
    /// Throws ``ArchiveError`` if it is no zip, is damaged, or is none of those that a bundle may be.
    package convenience init(path: String, limits: ArchiveLimits = .default) throws(ArchiveError) {
        try self.init(file: InputFile(path: path), limits: limits)
    }

    /// As ``init(path:limits:)``, of a file that is open.
    package init(file: InputFile, limits: ArchiveLimits = .default) throws(ArchiveError) {
        self.file = file
        directory = try ZipDirectory(of: file, limits: limits)
    }

    /// The whole content of the entry of that name; takes as much memory as the content.
    ///
    /// Throws ``ArchiveError/Code/notFound`` if there is none.
    package func read(_ name: String) throws(ArchiveError) -> [UInt8] {
        guard let entry = directory[name: name] else {
            throw ArchiveError(.notFound, "the bundle has no such entry", path: file.path, entry: name)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(min(entry.size, 1 << 24)))  // a claim alone gets 16 MiB; more has to be delivered
        try read(entry) { (chunk) throws(ArchiveError) in bytes.append(contentsOf: chunk) }
        return bytes
    }

    /// Passes the content of an entry on in chunks, in constant memory.
    ///
    /// A chunk is valid during the call. The content is known to be right only when this returns without an error.
    package func read(
        _ entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        do throws(ArchiveError) {
            try inflate(entry, body)
        } catch {
            throw error.located(path: file.path, entry: entry.name)
        }
    }

    private func inflate(_ entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void) throws(ArchiveError) {
        let cutout = EntryCutout(of: entry, in: file)
        let handle = try ArchiveHandle(for: .reading)
        do throws(ArchiveError) {
            try cutout.attach(to: handle)
            var header: OpaquePointer?
            try handle.check(archive_read_next_header(handle.pointer, &header), "read")
            try ArchiveReader.readBlocks(of: entry, from: handle, body)
        } catch {
            throw cutout.failure ?? error
        }
        withExtendedLifetime(cutout) {}  // the handle holds it by address only
    }

    private static func readBlocks(
        of entry: ZipEntry, from handle: borrowing ArchiveHandle, _ body: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        var delivered: Int64 = 0
        while true {
            var start: UnsafeRawPointer?
            var count = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(handle.pointer, &start, &count, &offset)
            if status == ARCHIVE_EOF { break }
            try handle.check(status, "read")
            // libarchive delivers what there is, also beyond the size that was announced.
            guard offset == delivered, Int64(count) <= entry.size - delivered else {
                throw ArchiveError(.damaged, "it inflates to more than the \(entry.size) bytes that its directory says")
            }
            delivered += Int64(count)
            if count > 0 { try body(UnsafeRawBufferPointer(start: start, count: count)) }
        }
        guard delivered == entry.size else {
            throw ArchiveError(.damaged, "it inflates to \(delivered) bytes instead of \(entry.size)")
        }
    }
}
