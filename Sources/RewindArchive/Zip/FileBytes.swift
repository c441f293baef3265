package import RewindFormat

/// The bytes of a file that can be read at any offset.
package protocol FileBytes: Sendable {
    /// The path as it was given, for messages.
    var path: String { get }
    /// The size in bytes.
    var size: Int64 { get }

    /// Reads exactly `count` bytes.
    ///
    /// Throws ``RecordingError/Code/damaged`` if the file ends before the range does.
    func bytes(at offset: Int64, count: Int) throws(RecordingError) -> [UInt8]
}
