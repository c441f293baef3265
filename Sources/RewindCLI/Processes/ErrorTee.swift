import Dispatch
import RewindFormat
import RewindJournal
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Passes a child's standard error on to ours, and keeps the end of it.
///
/// A thread of its own reads; its signals are held back, since it is started after ``ChildProcess`` did so.
final class ErrorTee: Sendable {
    /// The descriptor that the child writes to.
    let input: Int32
    private let output: Int32
    /// Written to once the child is gone: others that it started may keep its end open for as long as they like.
    private let wake: (read: Int32, write: Int32)
    private let tail = Mutex(Tail())
    private let isDone = DispatchSemaphore(value: 0)

    /// Makes the pipe.
    init() throws(RecordingError) {
        (output, input) = try Self.makePipe()
        wake = try Self.makePipe()
    }

    /// Begins to read; the child has its copy of the descriptor by now.
    func start() {
        close(input)
        DispatchQueue(label: "rewind.stderr").async {
            self.readAll()
            self.isDone.signal()
        }
    }

    /// Reads what is still there, and returns the last 64 KiB of all.
    func finish() -> [UInt8] {
        var byte: UInt8 = 0
        _ = systemWrite(wake.write, &byte, 1)
        isDone.wait()
        for descriptor in [output, wake.read, wake.write] { close(descriptor) }
        return tail.withLock(\.bytes)
    }

    private func readAll() {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var ready = [pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
            if poll(&ready, 2, -1) < 0 {
                if errno == EINTR { continue }
                return
            }
            if ready[0].revents != 0 {
                let count = systemRead(output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                _ = StandardStream.error.write(buffer[..<count])
                tail.withLock { $0.append(buffer[..<count]) }
            } else if ready[1].revents != 0 {
                return
            }
        }
    }

    private static func makePipe() throws(RecordingError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw RecordingError(systemError: errno, "can't make a pipe", path: "standard error") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
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

    /// In a line that is longer than all that is kept: what could be the rest of a secret, whose key is gone, goes too, however long it is.
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

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, bytes, count) }
