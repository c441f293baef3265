import RewindFormat
import RewindSystem
import SmallFoundation

/// A temporary directory that only this user can read.
struct TemporaryDirectory: Sendable {
    let path: String

    /// Creates a new directory.
    ///
    /// - Parameter outer: the temporary directory to create it in; by default the system's.
    /// - Throws: `RecordingError` if the system refuses.
    init(in outer: TemporaryDirectory? = nil) throws(RecordingError) {
        let place = outer?.path ?? FileManager.default.temporaryDirectory.path
        path = "\(place)/rewind-\(UUID().uuidString)"
        try FileSystem.makeDirectory(path)
        FileSystem.setPermissions(0o700, of: path)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Runs work with a new directory, which is removed afterwards, even after an interruption.
    static func with<Result>(_ work: (TemporaryDirectory) throws -> Result) throws -> Result {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        return try Interruption.cleaningUp(with: { directory.remove() }) { try work(directory) }
    }
}
