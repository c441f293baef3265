package import RewindAge
package import RewindFormat
import RewindSystem
import Synchronization

/// The keys by which this process opens files that were sealed for recipients.
///
/// They are those that it was given, those of the file that `REWIND_IDENTITY` names, and the user's own in ``ownFile``. Keys are only ever
/// in memory, and never in a message.
package enum Keyring {
    private struct Keys {
        var given: [Identity] = []
        /// The keys of files that this process has made, by the codes of their headers: it reads them back, whomever they are for.
        var made: [[UInt8]: AgeFileKey] = [:]
    }

    private static let keys = Mutex(Keys())

    /// The variable that names a key file.
    package static let variable = "REWIND_IDENTITY"

    /// The user's key file, beside the recordings of this machine; `nil` if there is not even a home directory.
    package static var ownFile: String? { rewindHome().map { $0 + "/key.txt" } }

    /// Reads the keys in a file.
    ///
    /// - Throws: `RecordingError` if the file can't be read or has no key.
    package static func identities(in path: String) throws(RecordingError) -> [Identity] {
        do throws(RecordingError) {
            return try Identity.all(in: String(decoding: FileSystem.read(path, limit: 1 << 20), as: UTF8.self))
        } catch {
            throw error.located(path: path)
        }
    }

    /// Reads a key file, whose keys open files from now on.
    ///
    /// - Throws: As ``identities(in:)``.
    package static func add(file path: String) throws(RecordingError) {
        let identities = try identities(in: path)
        keys.withLock { $0.given += identities }
    }

    /// Lets this process read back a file that it seals for others.
    static func keep(_ key: AgeFileKey, of header: AgeHeader) { keys.withLock { $0.made[header.code] = key } }

    /// The key of a file.
    ///
    /// - Throws: `RecordingError` if no key that is known here opens it, or its header was changed.
    static func key(of header: AgeHeader) throws(RecordingError) -> AgeFileKey {
        let (given, made) = keys.withLock { ($0.given, $0.made[header.code]) }
        if let made {
            try header.check(made)
            return made
        }
        var identities = given
        var problem: RecordingError?
        if let named = SystemFacts.environment(variable), !named.isEmpty {
            do throws(RecordingError) { identities += try self.identities(in: named) } catch { problem = error }
        }
        if let ownFile, FileSystem.kind(of: ownFile) == .file {
            do throws(RecordingError) { identities += try self.identities(in: ownFile) } catch { problem = problem ?? error }
        }
        if let key = try header.fileKey(by: identities) { return key }
        if let problem {
            throw RecordingError(
                .noKey, "sealed for a recipient, and the keys in \(problem.path ?? "a file") can't be read: \(problem.message)",
                advice: problem.advice)
        }
        let count = identities.count
        throw RecordingError(
            .noKey,
            "sealed for a recipient, and "
                + (count == 0 ? "no key is known here" : "not for \(count == 1 ? "the key" : "any of the \(count) keys") known here"),
            advice: "Name the key's file with --identity or \(variable), or have it sealed for a key of yours: `rewind keygen` makes one")
    }
}
