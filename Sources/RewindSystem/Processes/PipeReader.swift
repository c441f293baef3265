@preconcurrency import CLibrary
import Dispatch

/// A pipe that another process writes to, and a thread that reads it.
package final class PipeReader: Sendable {
    /// The descriptor that the other process writes to.
    package let input: Int32
    private let output: Int32
    /// Written to once the other process is gone: others that it started may keep its end open for as long as they like.
    private let wake: (read: Int32, write: Int32)
    private let isDone = DispatchSemaphore(value: 0)

    /// Makes the pipe; errors call it `name`.
    package init(name: String) throws(SystemError) {
        (output, input) = try Self.makePipe(name)
        wake = try Self.makePipe(name)
    }

    /// Begins to read, and passes on the bytes in order; the other process has its copy of the descriptor by now.
    package func start(_ take: @escaping @Sendable (ArraySlice<UInt8>) -> Void) {
        close(input)
        DispatchQueue(label: "rewind.pipe").async {
            self.readAll(take)
            self.isDone.signal()
        }
    }

    /// Passes on the remaining bytes, and closes the pipe.
    package func finish() {
        var byte: UInt8 = 0
        _ = write(wake.write, &byte, 1)
        isDone.wait()
        for descriptor in [output, wake.read, wake.write] { close(descriptor) }
    }

    private func readAll(_ take: (ArraySlice<UInt8>) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var ready = [pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
            if poll(&ready, 2, -1) < 0 {
                if errno == EINTR { continue }
                return
            }
            if ready[0].revents != 0 {
                let count = read(output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                take(buffer[..<count])
            } else if ready[1].revents != 0 {
                return
            }
        }
    }

    private static func makePipe(_ name: String) throws(SystemError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemError(number: errno, "can't make a pipe", path: name) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
