import RewindCapture
import RewindFormat
import RewindSystem
import RewindValue

/// The file by which a running app is found: it exists, and is locked, as long as the endpoint is open.
///
/// The lock ends with the process, so a file without a lock belongs to a dead app, whatever process has its number now.
final class Announcement: Sendable {
    static let suffix = ".endpoint"
    private let path: String
    private let file: File

    /// The directory of all announcements of a user.
    static func folder(_ home: String) -> String { home + "/live" }

    /// Announces an app.
    ///
    /// - Throws: `RecordingError` if the system refuses.
    init(_ app: RunningApp, in home: String) throws {
        let folder = Self.folder(home)
        try FileSystem.makeDirectory(folder)
        FileSystem.setPermissions(0o700, of: folder)
        let text = Array((try JSONValue(encoding: app).prettyText + "\n").utf8)
        // No client reads it until it is locked and has its final name.
        let base = "\(app.process)-\(app.started)"
        let temporary = "\(folder)/\(base).new"
        file = try File(opening: temporary, .createNew)
        path = "\(folder)/\(base)\(Self.suffix)"
        do throws(RecordingError) {
            _ = try file.tryLock()
            try file.write(text)
            try FileSystem.moveFile(temporary, onto: path)
        } catch {
            FileSystem.removeFile(temporary)
            throw error
        }
    }

    deinit { FileSystem.removeFile(path) }

    /// The app that a file announces; if the app no longer runs, `nil`, and the file is removed.
    ///
    /// A user who can write such a file could have every command talk to an app of theirs, so only a trusted file counts.
    static func app(at path: String) -> RunningApp? {
        guard let file = try? FileSystem.openTrusted(path) else { return nil }
        if (try? file.tryLock()) == true {
            FileSystem.removeFile(path)
            return nil
        }
        guard let bytes = try? file.readAll(limit: 64 << 10), let json = try? JSONValue(parsing: bytes) else { return nil }
        return try? json.decode(RunningApp.self)
    }
}
