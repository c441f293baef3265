import RewindFormat
import RewindJournal
import RewindSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A directory of this process alone, for nobody else to read.
struct TemporaryDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Makes a new one.
    ///
    /// - Throws: `RecordingError` if the system refuses.
    init() throws(RecordingError) {
        path = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)").path
        try FileSystem.makeDirectory(path)
        FileSystem.setPermissions(0o700, of: path)
    }

    /// Removes it with all that is in it.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Does some work with a new one, which is gone afterwards, and after an interruption as well.
    static func during<Result>(_ work: (TemporaryDirectory) throws -> Result) throws -> Result {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        return try Interruption.cleaningUp(with: { directory.remove() }) { try work(directory) }
    }
}
