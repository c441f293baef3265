extension [UInt8] {
    /// Lends the bytes as a buffer, to a closure that throws an ``ArchiveError``: the standard library's own loses the type of the error.
    package func withBytes(_ body: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void) throws(ArchiveError) {
        var failure: ArchiveError?
        withUnsafeBytes { bytes in
            do throws(ArchiveError) { try body(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
