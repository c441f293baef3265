@preconcurrency import CLibrary
import Dispatch
package import RewindFormat
import Synchronization

/// A pipe that another process writes to, and a thread that reads it.
package final class PipeReader: Sendable {
    private let pipe: Pipe
    /// Written to once the other process is gone: others that it started may keep its end open for as long as they like.
    private let wake: Pipe
    private let isDone = DispatchSemaphore(value: 0)

    /// Makes the pipe; errors call it `name`.
    package init(name: String) throws(RecordingError) {
        pipe = try Pipe(name: name)
        wake = try Pipe(name: name)
    }

    /// The descriptor that the other process writes to.
    package var input: Int32 { pipe.input }

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
        _ = write(wake.input, &byte, 1)
        isDone.wait()
        for descriptor in [pipe.output, wake.output, wake.input] { close(descriptor) }
    }

    private func readAll(_ take: (ArraySlice<UInt8>) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            var ready = [pipe, wake].map { pollfd(fd: $0.output, events: Int16(POLLIN), revents: 0) }
            if poll(&ready, 2, -1) < 0 {
                if errno == EINTR { continue }
                return
            }
            if ready[0].revents != 0 {
                let count = read(pipe.output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return }
                take(buffer[..<count])
            } else if ready[1].revents != 0 {
                return
            }
        }
    }
}

/// A pipe whose ends a child process gets only where they are passed on.
struct Pipe {
    /// The end to read from.
    let output: Int32
    /// The end to write to.
    let input: Int32

    /// Held while a pipe is made and while a process starts: one that starts in between would keep the ends.
    static let making = Mutex(())

    /// Makes a pipe; errors call it `name`.
    init(name: String) throws(RecordingError) {
        var ends: [Int32] = [0, 0]
        let error = Pipe.making.withLock { _ -> Int32 in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard error == 0 else { throw RecordingError(systemError: error, "can't make a pipe", path: name) }
        (output, input) = (ends[0], ends[1])
    }
}
