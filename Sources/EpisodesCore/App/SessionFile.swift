package import RewindStore
import RewindSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a session is kept from one launch to the next.
package struct SessionFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The session that was saved last; `nil` for none, and for a file that holds none.
    package func load() -> Session? {
        FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(Session.self, from: $0) }
    }

    /// Saves a session so that only the user can read it, or removes the file when nobody is signed in.
    package func save(_ session: Session?) throws {
        guard let session else {
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
            return
        }
        let data = try JSONEncoder().encode(session)
        do throws(SystemError) {
            Files<SystemError>.removeFile("\(path).new")  // one that is there may be open to others
            try Files<SystemError>.replace(path, with: Array(data))
        } catch {
            throw SessionFileError(path: path, reason: error.message)
        }
    }

    /// Saves the session whenever it has become another.
    package var middleware: Middleware<AppState, AppAction> { .persisting(\.session) { try save($0) } }
}

/// Why a session could not be saved.
struct SessionFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "the session can't be saved in \(path): \(reason)" }
}
