package import RewindFormat

/// An ``AtomicFile`` that closures can share.
package final class SharedAtomicFile {
    private var file: AtomicFile?

    /// Creates the temporary file for an output made from some inputs; throws as `AtomicFile` and `OutputPlace` do.
    package init(path: String, outside inputs: [String], replacing: Bool) throws(RecordingError) {
        try OutputPlace.check(path, outside: inputs, replacing: replacing)
        file = try AtomicFile(path: path)
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(RecordingError) {
        try bytes.withBytes { (buffer) throws(RecordingError) in try self.file?.write(buffer) }
    }

    /// Gives the file its final name.
    package func commit(replacing: Bool) throws(RecordingError) {
        let file = file.take()
        try file?.commit(replacing: replacing)
    }

    /// Writes a file at once.
    package static func write(
        _ bytes: [UInt8], to path: String, outside inputs: [String] = [], replacing: Bool
    ) throws(RecordingError) {
        let file = try SharedAtomicFile(path: path, outside: inputs, replacing: replacing)
        try file.write(bytes)
        try file.commit(replacing: replacing)
    }
}

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
