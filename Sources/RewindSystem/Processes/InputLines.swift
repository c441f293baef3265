@preconcurrency import CLibrary
import CRewindCrash
import Dispatch
import Synchronization

/// Lets a debugger that is no parent of this process attach to it, where the system asks for that.
package func allowDebuggers() { rewind_allow_debuggers() }

/// The lines of standard input, read by a thread of its own, so that the end of the input is seen whatever the process is doing.
package final class InputLines: Sendable {
    private let lines = Mutex<[[UInt8]]>([])
    private let hasMore = DispatchSemaphore(value: 0)

    /// Begins to read.
    ///
    /// - Parameter grace: how many seconds the process may go on after the end of its input.
    package init(endingProcessAfter grace: UInt32) throws(ThreadError) {
        try SystemThread.start(stackBytes: 256 << 10) { [self] in
            var buffer: [UInt8] = []
            while case let bytes = StandardStream.input.read(count: 1 << 16), !bytes.isEmpty {
                var rest = bytes[...]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    add(buffer + rest[..<end])
                    (buffer, rest) = ([], rest[(end + 1)...])
                }
                buffer += rest
            }
            if !buffer.isEmpty { add(buffer) }
            hasMore.signal()
            sleep(grace)
            _exit(0)
        }
    }

    private func add(_ line: [UInt8]) {
        lines.withLock { $0.append(line) }
        hasMore.signal()
    }

    /// Waits for the next line, and returns it without its end; `nil` at the end of the input.
    package func next() -> [UInt8]? {
        hasMore.wait()
        return lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
