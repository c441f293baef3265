import RewindFormat
import RewindSystem
import Synchronization

/// Copies a child's standard error to ours, except the runtime's own stack trace, and keeps the end of the whole output.
///
/// A separate thread reads; signals are blocked in it, since it is started after ``ChildProcess`` has blocked them.
final class ErrorTee: Sendable {
    private let pipe: PipeReader
    private let tail = Mutex(Tail())
    private let filter = Mutex(RuntimeTraceFilter())

    /// Creates the pipe.
    init() throws(RecordingError) { pipe = try PipeReader(name: "standard error") }

    /// The descriptor for the child to write to.
    var input: Int32 { pipe.input }

    /// Starts reading; the child must have its copy of the descriptor by then.
    func start() {
        pipe.start { bytes in
            _ = StandardStream.error.write(self.filter.withLock { $0.passed(bytes) })
            self.tail.withLock { $0.append(bytes) }
        }
    }

    /// Reads the remaining output, and returns the last 64 KiB of it all.
    func finish() -> [UInt8] {
        pipe.finish()
        _ = StandardStream.error.write(filter.withLock { $0.rest() })
        return tail.withLock(\.bytes)
    }
}

/// The last bytes of a stream.
struct Tail {
    /// The number of bytes to keep.
    static let limit = 64 << 10
    private(set) var bytes: [UInt8] = []
    /// Whether the next bytes continue a value whose beginning was dropped.
    private var isInsideValue = false

    /// Appends bytes; drops the oldest bytes up to the beginning of a line.
    mutating func append(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
        if bytes.count > Self.limit {
            bytes.removeFirst(bytes.count - Self.limit)
            // A truncated first line could be misread.
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end < bytes.count - 1 {
                bytes.removeFirst(end + 1)
            } else {
                isInsideValue = true
            }
        }
        if isInsideValue { dropBeginningOfValue() }
    }

    /// In a line that exceeds the limit, also drops any text that could be the value of a dropped key, however long it is.
    private mutating func dropBeginningOfValue() {
        func isEnd(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: "\"") }
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let beginning = line.prefix(4 << 10)
        // A quoted value may contain blanks.
        let ends = [beginning.firstIndex(where: isBlank), beginning.firstIndex(of: UInt8(ascii: "\""))].compactMap { $0 }
        let end = ends.max() ?? line.firstIndex(where: isEnd) ?? line.endIndex
        isInsideValue = end == bytes.endIndex
        bytes.removeFirst(min(end + 1, bytes.count))
    }
}
