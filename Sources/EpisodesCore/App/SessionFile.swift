package import RewindStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
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
        let fresh = "\(path).new"
        if FileManager.default.fileExists(atPath: fresh) { try FileManager.default.removeItem(atPath: fresh) }
        guard FileManager.default.createFile(atPath: fresh, contents: data, attributes: [.posixPermissions: 0o600]),
            rename(fresh, path) == 0
        else { throw SessionFileError(path: path) }
    }

    /// Saves the session whenever it has become another.
    package var middleware: Middleware<AppState, AppAction> { .persisting(\.session) { try save($0) } }
}

/// Why a session could not be saved.
struct SessionFileError: Error, CustomStringConvertible {
    let path: String

    var description: String { "the session can't be saved in \(path): the file can't be written there" }
}
