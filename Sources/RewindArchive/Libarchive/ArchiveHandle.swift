internal import CLibarchive
import RewindFormat
import RewindSystem

/// Owns one libarchive handle, and turns its status codes into errors.
///
/// Freed when it goes out of scope.
struct ArchiveHandle: ~Copyable {
    /// The use of the handle, which decides how it is freed.
    enum Purpose { case reading, writing }

    let pointer: OpaquePointer
    private let purpose: Purpose

    init(for purpose: Purpose) throws(RecordingError) {
        guard let pointer = purpose == .reading ? archive_read_new() : archive_write_new() else {
            throw RecordingError(.system, "not enough memory to open the archive")
        }
        self.pointer = pointer
        self.purpose = purpose
    }

    deinit {
        switch purpose {
        case .reading: archive_read_free(pointer)
        case .writing:
            // Without `fail`, freeing an unclosed archive would write a valid end after half a content.
            archive_write_fail(pointer)
            archive_write_free(pointer)
        }
    }

    /// Throws unless a call returned OK: even a warning of libarchive means that the content does not match its header.
    func check(_ status: Int32, _ verb: String) throws(RecordingError) {
        if status != ARCHIVE_OK { throw failure(verb) }
    }

    /// The error of the call that has just failed, in libarchive's words.
    ///
    /// A read error is about the content: the system's own errors go through our callbacks, which keep them unchanged.
    func failure(_ verb: String) -> RecordingError {
        // For a write that the system refused, libarchive's message is useless, but its error number is the system's.
        if purpose == .writing, archive_errno(pointer) > 0, archive_error_string(pointer).map({ String(cString: $0) }) == "Write error" {
            return RecordingError(systemError: Int32(archive_errno(pointer)), "can't \(verb) the archive", path: nil)
        }
        let words = archive_error_string(pointer).map { text in
            printableName(String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
        let code: RecordingError.Code = purpose == .writing ? .system : .damaged
        return RecordingError(
            code, "can't \(verb) the \(purpose == .writing ? "archive" : "entry"): \(words ?? "error \(archive_errno(pointer))")")
    }
}
