import CEpisodesTerminal
import Dispatch
import RewindSystem

/// The terminal in raw mode on its alternate screen; restored by ``close()``, and also on fatal signals and traps.
///
/// The restoring code is in C, because a signal handler may neither allocate nor instantiate metadata.
final class RawTerminal {
    private let keySource: any DispatchSourceRead
    private let sizeSource: any DispatchSourceSignal

    /// Whether standard input and output are both a terminal.
    static var isAvailable: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

    /// Sets up the terminal, and calls the functions for keys and size changes; throws ``TerminalError`` if there is no terminal.
    init(onKey: @escaping @Sendable (Key) -> Void, onResize: @escaping @Sendable () -> Void) throws {
        let error = episodes_terminal_enter()
        guard error == 0 else { throw TerminalError(errorNumber: error) }
        keySource = DispatchSource.makeReadSource(fileDescriptor: StandardStream.input.rawValue, queue: .global())
        sizeSource = WindowSize.changes(onChange: onResize)
        keySource.setEventHandler {
            let bytes = StandardStream.input.read(count: 4096)
            for key in bytes.isEmpty ? [.interrupt] : Key.parse(bytes) { onKey(key) }
        }
        keySource.activate()
    }

    /// Restores the terminal.
    func close() {
        keySource.cancel()
        sizeSource.cancel()
        episodes_terminal_leave()
    }

    var size: ScreenSize {
        guard let window = WindowSize(of: .output) else { return .standard }
        return ScreenSize(rows: window.rows, columns: window.columns)
    }

    /// Sets the text shown below the user's own lines when the terminal is restored for any reason; `nil` removes it.
    ///
    /// The text is stored in C before this returns, so a later trap can't lose it.
    static func leaveBehind(_ text: String?) { episodes_terminal_leave_behind(text.map { Line($0).plainText + "\n" } ?? "") }

    /// Writes all of a text to the terminal.
    func write(_ text: String) { StandardStream.output.write(text) }
}

/// The error that the terminal could not be set up.
struct TerminalError: Error, CustomStringConvertible {
    var errorNumber: Int32

    var description: String {
        "cannot switch the terminal to raw mode: \(systemWords(for: errorNumber)). Use --script FILE where there is no terminal."
    }
}

extension StandardStream {
    /// Writes all of a text; ignores a closed pipe.
    func write(_ text: String) { _ = write(text.utf8) }
}
