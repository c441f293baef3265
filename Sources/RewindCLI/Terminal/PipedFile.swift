// Stores piped input so that it can be read at any offset.
import RewindFormat
import RewindSystem
import Synchronization

/// Standard input as a file, because a recording is read from its end, and out of order.
enum PipedFile {
    private static let known = Mutex<File?>(nil)

    /// A path to the bytes of standard input, which are read completely on the first call.
    ///
    /// The bytes are in an unnamed temporary file, which disappears when this process ends for any reason.
    ///
    /// - Throws: ``RecordingError`` if there is no disk space for them.
    static func path() throws(RecordingError) -> String {
        if let file = known.withLock({ $0 }) { return path(of: file) }
        let file = try spooled()
        known.withLock { $0 = file }
        return path(of: file)
    }

    /// Whether a path refers to the stored standard input.
    static func isPath(_ path: String) -> Bool { known.withLock { $0.map(Self.path(of:)) == path } }

    private static func path(of file: File) -> String { "/dev/fd/\(file.number)" }

    private static func spooled() throws(RecordingError) -> File {
        let folder = SystemFacts.environment("TMPDIR") ?? "/tmp"
        let temporary = "\(folder)/rewind-\(SystemFacts.processID)-\(UInt64.random(in: .min ... .max))"
        let file = try File(opening: temporary, .createNew)
        FileSystem.removeFile(temporary)
        while case let bytes = StandardStream.input.read(count: 1 << 16), !bytes.isEmpty { try file.write(bytes) }
        return file
    }
}
