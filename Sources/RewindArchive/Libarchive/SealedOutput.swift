internal import CLibarchive
import RewindAge
import RewindFormat
import RewindSystem

/// Where an archive goes that is sealed for recipients: what libarchive writes is encrypted on its way into the file.
///
/// Up to 64 KiB of plain text wait in memory; none of it gets into a file. Used by one writer, on one thread.
final class SealedOutput {
    /// The error that made writing fail; libarchive only learns that it failed.
    private(set) var failure: RecordingError?

    private var writer: AgeWriter
    private let file: File

    /// Begins the file.
    init(for recipients: [Recipient], into file: File) throws(RecordingError) {
        writer = try AgeWriter(for: recipients)
        self.file = file
        Keyring.keep(writer.key, of: writer.header)
        try file.write(writer.beginning)
    }

    /// Ends the file, after the archive has ended.
    func finish() throws(RecordingError) { try writer.finish { [file] (bytes) throws(RecordingError) in try file.write(bytes) } }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(RecordingError) {
            try writer.add(bytes) { [file] (bytes) throws(RecordingError) in try file.write(bytes) }
            return true
        } catch {
            failure = failure ?? error
            return false
        }
    }

    /// Makes libarchive write to this, through a callback that holds only its address.
    func attach(to handle: borrowing ArchiveHandle) throws(RecordingError) {
        let status = archive_write_open(
            handle.pointer, Unmanaged.passUnretained(self).toOpaque(), nil,
            { archive, context, bytes, count in
                guard let context,
                    Unmanaged<SealedOutput>.fromOpaque(context).takeUnretainedValue()
                        .write(UnsafeRawBufferPointer(start: bytes, count: count))
                else {
                    rewind_archive_set_error(archive, ARCHIVE_FATAL, "the file could not be written")
                    return Int(ARCHIVE_FATAL)
                }
                return count
            }, nil)
        try handle.check(status, "write")
    }
}
