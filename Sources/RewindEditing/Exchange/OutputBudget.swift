import RewindFormat
import RewindSystem

/// How many bytes may be made of a recording, so that a small file can't fill the disk: the states of many steps or stores repeat what the
/// file has once.
///
/// What the file itself holds always fits, as deflate makes nothing 1,100 times smaller.
struct OutputBudget {
    private let path: String
    private let limit: Int
    private var rest: Int

    init(for recording: Recording) {
        path = recording.path
        // What a directory holds is as large as it looks.
        let size = FileSystem.kind(of: path) == .file ? FileSystem.size(of: path) : nil
        limit = size.map { 256 << 20 + 1_100 * $0 } ?? .max
        rest = limit
    }

    /// Counts bytes that are written next.
    ///
    /// - Throws: `RecordingError` if that is more than is left.
    mutating func spend(_ bytes: Int) throws(RecordingError) {
        rest -= bytes
        guard rest < 0 else { return }
        throw RecordingError(
            .limit, "more than \(limit >> 20) MiB would be made of it, the limit for a file of its size", path: path,
            advice: "Choose fewer steps, or unpack the recording, which takes the limit away: rewind unpack \(path.shellQuoted)")
    }
}
