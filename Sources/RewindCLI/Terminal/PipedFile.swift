// Stores piped input so that it can be read at any offset.
import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// Standard input as a file, because a recording is read from its end, and out of order.
enum PipedFile {
    private static let known = Mutex<String?>(nil)

    /// A path to the bytes of standard input, which are read completely on the first call.
    ///
    /// The bytes are in an unnamed temporary file, which disappears when this process ends for any reason.
    ///
    /// - Throws: ``RecordingError`` if there is no disk space for them.
    static func path() throws(RecordingError) -> String {
        if let path = known.withLock({ $0 }) { return path }
        let path = "/dev/fd/\(try spooled())"
        known.withLock { $0 = path }
        return path
    }

    /// Whether a path refers to the stored standard input.
    static func isPath(_ path: String) -> Bool { known.withLock { $0 == path } }

    private static func spooled() throws(RecordingError) -> Int32 {
        do throws(SystemError) {
            return try UnnamedFile.make(name: "standard input") { StandardStream.input.read(count: 1 << 16) }
        } catch {
            throw RecordingError(error)
        }
    }
}
