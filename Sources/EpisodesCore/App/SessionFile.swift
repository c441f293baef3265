package import RewindStore
import RewindSystem
import SmallFoundation

/// The file that keeps a session from one launch to the next.
package struct SessionFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The last saved session; `nil` if the file is missing or contains none.
    package func load() -> Session? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Session.self, from: $0) }
    }

    /// Saves a session so that only the user can read it, or removes the file if the session is `nil`.
    package func save(_ session: Session?) throws {
        guard let session else {
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            return
        }
        let data = try JSONEncoder().encode(session)
        FileSystem.removeFile("\(path).new")  // an existing file may be readable by others
        try FileSystem.replace(path, with: Array(data))
    }

    /// Saves the session whenever it changes.
    package var middleware: Middleware<AppState, AppAction> { .persisting(\.session) { try save($0) } }
}
