import RewindFormat

/// Text files that a user names; `-` is standard input.
enum TextInput {
    /// Bytes that such a file may have.
    private static let limit = 1 << 24

    /// The text of a file.
    static func read(_ name: String) throws(RecordingError) -> String {
        guard name == "-" else { return String(decoding: try FileSystem.read(name, limit: limit), as: UTF8.self) }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let more = StandardStream.input.read(count: 1 << 16)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
