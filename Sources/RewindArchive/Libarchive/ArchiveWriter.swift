internal import CLibarchive
package import RewindAge
package import RewindFormat
import RewindSystem

/// Writes a zip that every zip reader opens, and that is byte-for-byte the same for the same input.
///
/// ```swift
/// var writer = try ArchiveWriter(path: "bug.rewind")
/// try writer.add("README.txt", Array("…".utf8))
/// try writer.finish(replacing: false)
/// ```
///
/// The file appears under its name only in ``finish(replacing:verify:)``; a writer that goes out of scope before that leaves nothing
/// behind.
package struct ArchiveWriter: ~Copyable {
    private let handle: ArchiveHandle
    /// What encrypts the zip, to which libarchive then writes; `nil` if it is not sealed for recipients.
    private let sealed: SealedOutput?
    private let file: AtomicFile
    private let limits: ArchiveLimits
    private var names: Set<String> = []
    private var total: Int64 = 0

    /// Begins a file at a path, whose folder must exist.
    ///
    /// - Parameters:
    ///   - level: the level of deflate, from 1 (fast) to 9 (small).
    ///   - recipients: whom the file is sealed for; empty for a zip that anyone can read.
    package init(
        path: String, level: Int = 3, limits: ArchiveLimits = .default, recipients: [Recipient] = []
    ) throws(RecordingError) {
        try Self.checkName(path, recipients: recipients)
        let file = try AtomicFile(path: path)
        do throws(RecordingError) {
            let sealed = recipients.isEmpty ? nil : try SealedOutput(for: recipients, into: file.file)
            handle = try ArchiveWriter.open(file, sealed, level: min(max(level, 1), 9))
            self.sealed = sealed
        } catch {
            throw error.located(path: path)
        }
        self.file = file
        self.limits = limits
    }

    /// Refuses a name that says of a zip that everybody can read that it is sealed.
    package static func checkName(_ path: String, recipients: [Recipient]) throws(RecordingError) {
        guard recipients.isEmpty, path.hasSuffix(".age") else { return }
        throw RecordingError(
            .invalidRequest, "not written: everybody could read the file, and its name says that it is sealed", path: path,
            advice: "Name another file; `rewind ticket`, `seal` and `redact` seal with --to")
    }

    private static func open(_ file: borrowing AtomicFile, _ sealed: SealedOutput?, level: Int) throws(RecordingError) -> ArchiveHandle {
        let handle = try ArchiveHandle(for: .writing)
        try handle.check(archive_write_set_format_zip(handle.pointer), "write")
        try handle.check(archive_write_set_options(handle.pointer, "zip:compression-level=\(level)"), "write")
        // Without these, the file would be written in blocks of 10 KiB and padded to a whole block.
        try handle.check(archive_write_set_bytes_per_block(handle.pointer, 0), "write")
        try handle.check(archive_write_set_bytes_in_last_block(handle.pointer, 1), "write")
        if let sealed {
            try sealed.attach(to: handle)
        } else {
            try handle.check(archive_write_open_fd(handle.pointer, file.file.number), "write")
        }
        return handle
    }

    /// Adds an entry.
    ///
    /// Throws if the name is not allowed or was used, or a limit is exceeded.
    package mutating func add(_ name: String, _ bytes: [UInt8], method: ZipEntry.Method = .deflated) throws(RecordingError) {
        do throws(RecordingError) {
            let size = Int64(bytes.count)
            try admit(name, size: size)
            try begin(name, size: size, method: method)
            try bytes.withBytes { (chunk) throws(RecordingError) in try write(chunk) }
            try handle.check(withinFileSizeLimit { archive_write_finish_entry(handle.pointer) }, "write")
        } catch {
            throw (sealed?.failure ?? error).located(path: file.path, entry: name)
        }
    }

    /// Ends the zip, lets `verify` check it under its temporary path, and gives it its name.
    ///
    /// Throws ``RecordingError/Code/exists`` if the name is taken and not to be replaced. If this throws, any existing file is untouched.
    package consuming func finish(
        replacing: Bool, verify: (_ temporaryPath: String) throws(RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        do throws(RecordingError) {
            // Errors of the last writes are reported only here.
            try handle.check(withinFileSizeLimit { archive_write_close(handle.pointer) }, "write")
            try sealed?.finish()
            try verify(file.unfinishedPath)
        } catch {
            throw (sealed?.failure ?? error).located(path: file.path)
        }
        try file.commit(replacing: replacing)
    }

    /// Refuses names and sizes that our own reader would refuse.
    private mutating func admit(_ name: String, size: Int64) throws(RecordingError) {
        let checked = try ZipName.check(ArraySlice(name.utf8), limits: limits)
        guard !checked.hasSuffix("/"), names.insert(ZipName.folded(checked)).inserted else {
            throw RecordingError(.forbiddenName, "the name is a folder's or already in use")
        }
        try limits.check(names.count, limits.entries, "entries", "a number of entries")
        try limits.check(size, limits.entryBytes, "entryBytes", "a content size")
        total += size
        try limits.check(total, limits.inflatedBytes, "inflatedBytes", "a size of all contents")
    }

    /// Writes the header.
    ///
    /// Leaves out time and owner, so that the same input gives the same bytes in every time zone.
    private func begin(_ name: String, size: Int64, method: ZipEntry.Method) throws(RecordingError) {
        let select =
            switch method {
            case .stored: archive_write_zip_set_compression_store
            case .deflated: archive_write_zip_set_compression_deflate
            }
        try handle.check(select(handle.pointer), "write")
        guard let entry = archive_entry_new() else { throw RecordingError(.system, "not enough memory to write the entry") }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, size)
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        try handle.check(withinFileSizeLimit { archive_write_header(handle.pointer, entry) }, "write")
    }

    private func write(_ chunk: UnsafeRawBufferPointer) throws(RecordingError) {
        var done = 0
        while done < chunk.count {
            let count = withinFileSizeLimit {
                archive_write_data(handle.pointer, chunk.baseAddress.map { $0 + done }, chunk.count - done)
            }
            guard count > 0 else { throw handle.failure("write") }
            done += count
        }
    }
}
