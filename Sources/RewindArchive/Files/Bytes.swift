package import RewindFormat

extension [UInt8] {
    /// Lends the bytes as a buffer, to a closure that throws an `RecordingError`: the standard library's own loses the type of the error.
    package func withBytes(_ body: (UnsafeRawBufferPointer) throws(RecordingError) -> Void) throws(RecordingError) {
        var failure: RecordingError?
        withUnsafeBytes { bytes in
            do throws(RecordingError) { try body(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
