import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// An app of this user that runs on this machine with an open endpoint.
public struct RunningApp: Sendable, Hashable, Codable {
    /// The URL of its endpoint, with the token.
    public var url: String
    /// The app's name.
    public var app: String
    /// The number of its process.
    public var process: Int
    /// When its endpoint was opened, in nanoseconds since 1970.
    public var started: Int
    /// The directory of its recording; `nil` if nothing is being recorded.
    public var directory: String?

    package init(url: String, app: String, process: Int, started: Int, directory: String?) {
        self.url = url
        self.app = app
        self.process = process
        self.started = started
        self.directory = directory
    }

    /// The apps that are running, the newest first.
    ///
    /// Files left behind by ended apps are removed.
    public static func all() -> [RunningApp] { all(in: rewindHome()) }

    package static func all(in home: String?) -> [RunningApp] {
        guard let folder = home.map(Announcement.folder), let names = try? FileSystem.names(in: folder) else { return [] }
        let apps = names.filter { $0.hasSuffix(Announcement.suffix) }.compactMap { Announcement.app(at: "\(folder)/\($0)") }
        return apps.sorted { $0.started > $1.started }
    }
}
