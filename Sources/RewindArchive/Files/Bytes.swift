package import RewindFormat

extension [UInt8] {
    /// Passes the bytes as a buffer to a closure that throws `RecordingError`; the standard library's method loses the error's type.
    package func withBytes(_ body: (UnsafeRawBufferPointer) throws(RecordingError) -> Void) throws(RecordingError) {
        var failure: RecordingError?
        withUnsafeBytes { bytes in
            do throws(RecordingError) { try body(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
