import RewindFormat
import RewindJournal
import RewindSystem

// What the system tells of terminals and paths, and how bytes go out; ``ChildProcess`` has the rest of this module's system calls.
#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The standard streams, by number.
enum StandardStream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    /// Whether a terminal is at the other end.
    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Columns of the terminal; `nil` where there is none.
    var columns: Int? {
        guard isTerminal else { return nil }
        var size = winsize()
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Reads what is there, waiting for the first byte; nothing at the end of the input or after an error.
    func read(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            let got = systemRead(rawValue, &bytes, count)
            if got >= 0 { return Array(bytes.prefix(got)) }
            if errno != EINTR { return [] }
        }
    }

    /// Writes all bytes; returns the system's error number where that fails, 0 otherwise.
    func write(_ bytes: some Collection<UInt8>) -> Int32 {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// Whether a broken pipe was what made a write fail.
func isBrokenPipe(_ error: Int32) -> Bool { error == EPIPE }

/// Makes a write to a closed pipe an error of that write, not a signal that ends the command.
func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// The system's words for one of its error numbers.
func systemWords(for error: Int32) -> String { String(cString: strerror(error)) }

extension FileSystem {
    /// Takes a directory away if nothing is in it.
    static func removeEmptyDirectory(_ path: String) { rmdir(path) }
}

/// Whether colours are wanted on a stream: a terminal that can, and nobody said no (<https://no-color.org>).
func wantsColour(on stream: StandardStream) -> Bool {
    stream.isTerminal && SystemFacts.environment("NO_COLOR") == nil && !isDumbTerminal()
}

/// Whether the terminal says that it knows no control sequences.
func isDumbTerminal() -> Bool { SystemFacts.environment("TERM") == "dumb" }

/// The local date and time as `20261121-115002`, for names of files.
func fileStamp(now wall: Int) -> String {
    var seconds = time_t(wall / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
        "\(parts.tm_year + 1900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))-\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))"
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, bytes, count) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }

/// When a file was changed last, in seconds since 1970; 0 for none.
func modificationTime(of path: String) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    #if canImport(Darwin)
        return status.st_mtimespec.tv_sec
    #else
        return status.st_mtim.tv_sec
    #endif
}
