import RewindFormat
import RewindJournal
import RewindSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary directory that only this user can read.
struct TemporaryDirectory: Sendable {
    /// The path of the directory.
    let path: String

    /// Creates a new directory.
    ///
    /// - Throws: `RecordingError` if the system refuses.
    init() throws(RecordingError) {
        path = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)").path
        try FileSystem.makeDirectory(path)
        FileSystem.setPermissions(0o700, of: path)
    }

    /// Removes the directory with its contents.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Runs work with a new directory, which is removed afterwards, even after an interruption.
    static func during<Result>(_ work: (TemporaryDirectory) throws -> Result) throws -> Result {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        return try Interruption.cleaningUp(with: { directory.remove() }) { try work(directory) }
    }
}
