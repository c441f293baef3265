// Facts about terminals from the system, and how bytes go out.
@preconcurrency import CLibrary

/// The standard streams, by number.
package enum StandardStream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// Whether a terminal is at the other end.
    package var isTerminal: Bool { ProcessStandIn.current == nil && isatty(rawValue) == 1 }

    /// Columns of the terminal; `nil` if the stream is not one.
    package var columns: Int? { isTerminal ? WindowSize(of: self)?.columns ?? 80 : nil }

    /// Rows of the terminal; `nil` if the stream is not one.
    package var rows: Int? { isTerminal ? WindowSize(of: self)?.rows ?? 24 : nil }

    /// Reads the available bytes, waiting for the first one; empty at the end of the input or after an error.
    package func read(count: Int) -> [UInt8] {
        if let standIn = ProcessStandIn.current { return standIn.read(count: count) }
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let got = systemRead(rawValue, &bytes, count)
            if got >= 0 { return Array(bytes.prefix(got)) }
            if errno == EAGAIN {
                Self.wait(for: POLLIN, of: rawValue)
            } else if errno != EINTR {
                return []
            }
        }
    }

    /// The next line of standard input, without its end; `nil` at the end.
    package static func inputLine() -> String? {
        guard let standIn = ProcessStandIn.current else { return readLine() }
        guard var line = standIn.readLine() else { return nil }
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// Writes all bytes; returns the system's error number on failure, 0 otherwise.
    package func write(_ bytes: some Collection<UInt8>) -> Int32 {
        guard let standIn = ProcessStandIn.current else { return Self.write(bytes, to: rawValue) }
        standIn.write(Array(bytes), asErrors: self == .error)
        return 0
    }

    /// The same to any descriptor.
    static func write(_ bytes: some Collection<UInt8>, to rawValue: Int32) -> Int32 {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                wait(for: POLLOUT, of: rawValue)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Takes standard output for the caller alone: whatever else the process prints there goes to standard error from now on.
    ///
    /// - Returns: writes bytes to what was standard output; the system's error number on failure, 0 otherwise.
    package static func redirectOutput() -> @Sendable ([UInt8]) -> Int32 {
        let own = dup(1)
        _ = fcntl(own, F_SETFD, FD_CLOEXEC)
        dup2(2, 1)
        return { write($0, to: own) }
    }

    /// Waits on a stream that was made non-blocking.
    private static func wait(for event: Int32, of number: Int32) {
        var ready = pollfd(fd: number, events: Int16(event), revents: 0)
        poll(&ready, 1, -1)
    }
}

/// Whether a broken pipe was what made a write fail.
package func isBrokenPipe(_ error: Int32) -> Bool { error == EPIPE }

/// Makes a write to a closed pipe, or beyond a limit on the size of files, an error of that write, not a signal that ends the command.
package func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

/// The system's message for one of its error numbers.
package func systemWords(for error: Int32) -> String { String(cString: strerror(error)) }

// The system's calls, for types that have methods of the same names.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, bytes, count) }
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }

/// The size of a terminal's window, in characters.
package struct WindowSize: Equatable, Sendable {
    package var rows: Int
    package var columns: Int

    /// The size now; `nil` without a terminal, or if the terminal does not report it.
    package init?(of stream: StandardStream) {
        var size = winsize()
        guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        (rows, columns) = (Int(size.ws_row), Int(size.ws_col))
    }
}
