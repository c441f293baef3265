package import RewindFormat

/// Reads the entries of a zip that passed ``ZipDirectory``'s check, in any order and from any thread.
///
/// Each read inflates only the one entry, and fails unless the content has exactly the size and the CRC-32 that the directory gives.
package final class ArchiveReader: Sendable {
    package let file: InputFile
    /// Its checked table of contents.
    package let directory: ZipDirectory

    /// Opens a zip and checks its directory.
    ///
    /// Throws `RecordingError` if the file is not a zip, is damaged, or is a zip that a bundle can't be.
    package convenience init(path: String, limits: ArchiveLimits = .default) throws(RecordingError) {
        try self.init(file: InputFile(path: path), limits: limits)
    }

    /// As ``init(path:limits:)``, for an open file.
    package init(file: InputFile, limits: ArchiveLimits = .default) throws(RecordingError) {
        self.file = file
        directory = try ZipDirectory(of: file, limits: limits)
    }

    /// The whole content of the entry with that name, held in memory.
    ///
    /// Throws ``RecordingError/Code/notFound`` if no entry has that name.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] {
        guard let entry = directory[name: name] else {
            throw RecordingError(.notFound, "the bundle has no such entry", path: file.path, entry: name)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(min(entry.size, 1 << 24)))  // the announced size reserves at most 16 MiB; more must be delivered first
        try read(entry) { (chunk) throws(RecordingError) in bytes.append(contentsOf: chunk) }
        return bytes
    }

    /// Passes the content of an entry on in chunks, in constant memory.
    ///
    /// A chunk is valid only during the call. The content is verified only when this returns without an error.
    package func read(
        _ entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        do throws(RecordingError) {
            var rest = entry.size
            _ = try SingleEntryZip(of: entry, in: file).inflate { (chunk) throws(RecordingError) in
                // libarchive delivers all data, even beyond the announced size.
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
