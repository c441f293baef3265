import RewindFormat

/// Bounds on what an app reads of files that people and other programs write for it, so that no content can harm the app.
enum FileLimits {
    /// Bytes of a file that holds a state.
    static let stateFileBytes = 64 << 20
    /// Bytes of a line of a replica's file.
    static let replicaLineBytes = 64 << 20
    /// Bytes of the first line of a replica's file, which identifies the replica.
    static let replicaHeadBytes = 64 << 10
    /// Bytes of memory that a text may take while it is parsed and afterwards, about.
    static let parsedBytes = 256 << 20

    /// What a value takes besides its text while an array or an object is put together, and afterwards.
    private static let valueBytes = 96

    /// Refuses a JSON text that would take too much memory, without parsing it; invalid JSON is left to the parser.
    static func check(_ text: ArraySlice<UInt8>, of path: String) throws(RecordingError) {
        if text.count * (1 + valueBytes) <= parsedBytes { return }  // however many values there are
        let values = text.withUnsafeBytes { bytes in
            bytes.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } + 1
        }
        guard text.count + values * valueBytes <= parsedBytes else {
            throw RecordingError(
                .limit, "the \(values) values there would take more memory than the limit of \(parsedBytes) bytes", path: path,
                advice: "Take some out")
        }
    }
}
