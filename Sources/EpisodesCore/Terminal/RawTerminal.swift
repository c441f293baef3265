import CEpisodesTerminal
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal in raw mode on its second screen; put back as it was by ``close()``, and by deadly signals and traps as well.
///
/// The putting back is done in C, because a signal handler may neither allocate nor instantiate metadata.
final class RawTerminal {
    private let keySource: any DispatchSourceRead
    private let sizeSource: any DispatchSourceSignal

    /// Whether both standard input and output are a terminal.
    static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Takes the terminal over, and calls the functions for keys and when its size changes; throws ``TerminalError`` where there is none.
    init(onKey: @escaping @Sendable (Key) -> Void, onResize: @escaping @Sendable () -> Void) throws {
        guard episodes_terminal_enter() == 0 else { throw TerminalError(errorNumber: errno) }
        keySource = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
        sizeSource = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
        keySource.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count > 0 { for key in Key.parse(Array(bytes[..<count])) { onKey(key) } } else if count == 0 { onKey(.interrupt) }
        }
        sizeSource.setEventHandler(handler: onResize)
        keySource.activate()
        sizeSource.activate()
    }

    /// Gives the terminal back.
    func close() {
        keySource.cancel()
        sizeSource.cancel()
        episodes_terminal_leave()
    }

    var size: ScreenSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return .standard }
        return ScreenSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// What the terminal shows below the user's own lines once it is put back, however that comes about.
    ///
    /// It is kept in C already when this returns, so a trap that follows can't lose it.
    static func leaveBehind(_ text: String) { episodes_terminal_leave_behind(Line(text).plainText + "\n") }

    /// Writes to the terminal, all of it.
    func write(_ text: String) { writeAll(text, to: STDOUT_FILENO) }
}

/// Why the terminal could not be taken over.
struct TerminalError: Error, CustomStringConvertible {
    var errorNumber: Int32

    var description: String {
        "cannot switch the terminal to raw mode: \(String(cString: strerror(errorNumber))). Use --script FILE where there is no terminal."
    }
}

/// Writes a text in full to a file descriptor; what a closed pipe refuses is dropped.
func writeAll(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}
