// Puts what comes through a pipe where it can be read at any offset.
import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// Standard input as a file: a recording is read from its end, and out of order.
enum PipedFile {
    private static let known = Mutex<String?>(nil)

    /// A path to the bytes of standard input, which are read to their end the first time.
    ///
    /// They lie in a temporary file without a name, which is gone with this process, however it ends.
    ///
    /// - Throws: ``RecordingError`` if there is no room for them.
    static func path() throws(RecordingError) -> String {
        if let path = known.withLock({ $0 }) { return path }
        let path = "/dev/fd/\(try spooled())"
        known.withLock { $0 = path }
        return path
    }

    /// Whether a path is that of standard input's bytes.
    static func isPath(_ path: String) -> Bool { known.withLock { $0 == path } }

    private static func spooled() throws(RecordingError) -> Int32 {
        do throws(SystemError) {
            return try UnnamedFile.make(name: "standard input") { StandardStream.input.read(count: 1 << 16) }
        } catch {
            throw RecordingError(error)
        }
    }
}
