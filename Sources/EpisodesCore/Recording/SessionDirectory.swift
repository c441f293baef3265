import RewindArchive
import SmallFoundation

/// A directory that lives as long as the session: in the library, where `rewind list` finds it while the app runs and after a crash.
struct SessionDirectory: Sendable {
    let path: String

    /// Creates a directory in the library, or in the folder for temporary files if the library is not writable.
    init(in library: RecordingLibrary? = RecordingLibrary()) {
        path =
            (try? library?.makeLiveDirectory(stamp: "\(ProcessInfo.processInfo.processIdentifier)"))
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("episodes-\(UUID().uuidString)").path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
