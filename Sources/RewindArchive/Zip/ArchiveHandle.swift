internal import CLibarchive

/// Owns one libarchive handle, and turns its status codes into errors.
///
/// Freed when it goes out of scope.
struct ArchiveHandle: ~Copyable {
    /// What the handle is for, which decides how it is freed.
    enum Purpose { case reading, writing }

    let pointer: OpaquePointer
    private let purpose: Purpose

    init(for purpose: Purpose) throws(ArchiveError) {
        guard let pointer = purpose == .reading ? archive_read_new() : archive_write_new() else {
            throw ArchiveError(.inputOutput, "there is not enough memory to open it")
        }
        self.pointer = pointer
        self.purpose = purpose
    }

    deinit {
        switch purpose {
        case .reading: archive_read_free(pointer)
        case .writing:
            // Without `fail`, freeing an archive that was not closed would write a valid end after half a content.
            archive_write_fail(pointer)
            archive_write_free(pointer)
        }
    }

    /// Throws unless a call returned OK: a warning of libarchive means content that is not what its header says.
    func check(_ status: Int32, _ verb: String) throws(ArchiveError) {
        if status != ARCHIVE_OK { throw failure(verb) }
    }

    /// The error of the call that has just failed, in libarchive's words.
    ///
    /// What fails in reading is the content: the system's own errors come through our callbacks, which keep them as they are.
    func failure(_ verb: String) -> ArchiveError {
        let words = archive_error_string(pointer).map { ArchiveError.printable(String(cString: $0)) }
        let code: ArchiveError.Code = purpose == .writing ? .inputOutput : .checksum
        return ArchiveError(code, "could not \(verb) it: \(words ?? "error \(archive_errno(pointer))")")
    }
}
