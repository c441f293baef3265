// Puts what comes through a pipe where it can be read at any offset.
import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        var name = Array(((SystemFacts.environment("TMPDIR") ?? "/tmp") + "/rewind-XXXXXX").utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw RecordingError(systemError: errno, "can't make a temporary file", path: "standard input") }
        unlink(name)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        while true {
            let bytes = StandardStream.input.read(count: 1 << 16)
            if bytes.isEmpty { return file }
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + written, $0.count - written) }  // not empty
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let error = RecordingError(systemError: errno, "can't copy the input to a temporary file", path: "standard input")
                    close(file)
                    throw error
                }
                written += count
            }
        }
    }
}
