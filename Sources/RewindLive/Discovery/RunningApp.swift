import RewindCapture
import RewindFormat
import RewindSystem
import RewindValue

/// An app of this user that runs on this machine with an open endpoint.
package struct RunningApp: Sendable, Hashable, Codable {
    /// The URL of its endpoint, with the token.
    package var url: String
    /// The app's name.
    package var app: String
    package var process: Int
    /// When its endpoint was opened, in nanoseconds since 1970.
    package var started: Int
    /// The directory of its recording; `nil` if nothing is being recorded.
    package var directory: String?

    /// The apps that are running, the newest first.
    ///
    /// Files left behind by ended apps are removed.
    package static func all() -> [RunningApp] { all(in: rewindHome()) }

    package static func all(in home: String?) -> [RunningApp] {
        guard let folder = home.map(Announcement.folder), let names = try? FileSystem.names(in: folder) else { return [] }
        let apps = names.filter { $0.hasSuffix(Announcement.suffix) }.compactMap { Announcement.app(at: "\(folder)/\($0)") }
        return apps.sorted { $0.started > $1.started }
    }
}
