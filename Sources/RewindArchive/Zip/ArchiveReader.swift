package import RewindFormat

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
    /// Throws `RecordingError` if it is no zip, is damaged, or is none of those that a bundle may be.
    package convenience init(path: String, limits: ArchiveLimits = .default) throws(RecordingError) {
        try self.init(file: InputFile(path: path), limits: limits)
    }

    /// As ``init(path:limits:)``, of a file that is open.
    package init(file: InputFile, limits: ArchiveLimits = .default) throws(RecordingError) {
        self.file = file
        directory = try ZipDirectory(of: file, limits: limits)
    }

    /// The whole content of the entry of that name; takes as much memory as the content.
    ///
    /// Throws ``RecordingError/Code/notFound`` if there is none.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] {
        guard let entry = directory[name: name] else {
            throw RecordingError(.notFound, "the bundle has no such entry", path: file.path, entry: name)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(min(entry.size, 1 << 24)))  // a claim alone gets 16 MiB; more has to be delivered
        try read(entry) { (chunk) throws(RecordingError) in bytes.append(contentsOf: chunk) }
        return bytes
    }

    /// Passes the content of an entry on in chunks, in constant memory.
    ///
    /// A chunk is valid during the call. The content is known to be right only when this returns without an error.
    package func read(
        _ entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        do throws(RecordingError) {
            var rest = entry.size
            _ = try SingleEntryZip(of: entry, in: file).inflate { (chunk) throws(RecordingError) in
                // libarchive delivers what there is, also beyond the size that was announced.
                guard Int64(chunk.count) <= rest else {
                    throw RecordingError(.damaged, "the content inflates to more than the \(entry.size) bytes that the directory says")
                }
                rest -= Int64(chunk.count)
                try body(chunk)
            }
            guard rest == 0 else {
                throw RecordingError(.damaged, "the content inflates to \(entry.size - rest) bytes instead of \(entry.size)")
            }
        } catch {
            throw error.located(path: file.path, entry: entry.name)
        }
    }
}
