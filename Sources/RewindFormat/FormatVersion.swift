package import RewindValue

/// The version of the format in which a recording was written.
///
/// A reader refuses a larger ``major`` and any feature in ``required`` that it does not know; ``minor`` is informational.
package struct FormatVersion: Sendable, Equatable {
    /// Increases when old readers can't read new recordings.
    package var major: Int
    /// Increases when something is added that old readers may ignore.
    package var minor: Int
    /// Features that a reader must know to read this recording correctly.
    package var required: [String]
    /// Members that this version does not know.
    package var unknown: JSONObject = [:]

    /// The version that this library writes.
    package static let current = FormatVersion(major: 1, minor: 0, required: [])

    /// Features that this library knows.
    static let known: Set<String> = []

    /// What a reader should know about a readable version.
    var notes: [String] {
        guard minor > Self.current.minor, major == Self.current.major else { return [] }
        return [
            "the recording is in format \(major).\(minor), and this rewind knows \(Self.current.major).\(Self.current.minor): what is new since then is not shown"
        ]
    }

    /// Throws ``RecordingError/Code/unsupported``, naming the missing features, unless this library can read the version.
    func checkReadable(path: String) throws(RecordingError) {
        let advice = "Update rewind to the version that made the recording, or newer"
        if major > Self.current.major {
            throw RecordingError(
                .unsupported,
                "the recording is in format version \(major).\(minor), and this rewind reads up to version \(Self.current.major)",
                path: path, advice: advice)
        }
        let unknown = required.filter { !Self.known.contains($0) }
        if !unknown.isEmpty {
            throw RecordingError(
                .unsupported, "the recording requires features that this version of rewind lacks: \(unknown.joined(separator: ", "))",
                path: path, advice: advice)
        }
    }
}
