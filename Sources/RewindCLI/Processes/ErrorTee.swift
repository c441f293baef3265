import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// Passes a child's standard error on to ours, but for the runtime's own stack trace, and keeps the end of all of it.
///
/// A thread of its own reads; its signals are held back, since it is started after ``ChildProcess`` did so.
final class ErrorTee: Sendable {
    private let pipe: PipeReader
    private let tail = Mutex(Tail())
    private let filter = Mutex(RuntimeTraceFilter())

    /// Makes the pipe.
    init() throws(RecordingError) {
        do throws(SystemError) { pipe = try PipeReader(name: "standard error") } catch { throw RecordingError(error) }
    }

    /// The descriptor that the child writes to.
    var input: Int32 { pipe.input }

    /// Begins to read; the child has its copy of the descriptor by now.
    func start() {
        pipe.start { bytes in
            _ = StandardStream.error.write(self.filter.withLock { $0.passed(bytes) })
            self.tail.withLock { $0.append(bytes) }
        }
    }

    /// Reads what is still there, and returns the last 64 KiB of all.
    func finish() -> [UInt8] {
        pipe.finish()
        _ = StandardStream.error.write(filter.withLock { $0.rest() })
        return tail.withLock(\.bytes)
    }
}

/// The end of a stream.
struct Tail {
    /// Bytes that are kept.
    static let limit = 64 << 10
    private(set) var bytes: [UInt8] = []
    /// Whether what comes next goes on with a value whose beginning is gone.
    private var isInsideValue = false

    /// Takes more of the stream; what is too old goes, up to the beginning of a line.
    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
        if bytes.count > Self.limit {
            bytes.removeFirst(bytes.count - Self.limit)
            // A cut first line would be read as something it was not.
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end < bytes.count - 1 {
                bytes.removeFirst(end + 1)
            } else {
                isInsideValue = true
            }
        }
        if isInsideValue { dropBeginningOfValue() }
    }

    /// In a line that is longer than all that is kept: what could belong to a key that is gone goes too, however long it is.
    private mutating func dropBeginningOfValue() {
        func isEnd(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: "\"") }
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let beginning = line.prefix(4 << 10)
        // A quoted value may have blanks in it.
        let ends = [beginning.firstIndex(where: isBlank), beginning.firstIndex(of: UInt8(ascii: "\""))].compactMap { $0 }
        let end = ends.max() ?? line.firstIndex(where: isEnd) ?? line.endIndex
        isInsideValue = end == bytes.endIndex
        bytes.removeFirst(min(end + 1, bytes.count))
    }
}
