import CRewindTerminal
import Dispatch
import RewindRendering
import RewindSystem

/// The terminal in raw mode on its alternate screen; restored by ``close()``, and also on fatal signals and traps.
///
/// The restoring code is in C, because a signal handler may neither allocate nor instantiate metadata.
final class RawTerminal {
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    private let keySource: any DispatchSourceRead
    private let sizeSource: any DispatchSourceSignal

    static var isAvailable: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

    /// Sets up the terminal, and calls the functions for keys and size changes; throws ``TerminalError`` if there is no terminal.
    init(onKey: @escaping @Sendable (Key) -> Void, onResize: @escaping @Sendable () -> Void) throws {
        let settings = TerminalSettings()
        let error = rewind_terminal_guard()
        guard error == 0 else { throw TerminalError(errorNumber: error) }
        Self.leaveBehind(nil)
        settings?.raw.apply()
        StandardStream.output.write(Self.enter)
        keySource = DispatchSource.makeReadSource(fileDescriptor: StandardStream.input.rawValue, queue: .global())
        sizeSource = WindowSize.changes(onChange: onResize)
        keySource.setEventHandler {
            let bytes = StandardStream.input.read(count: 4096)
            for key in bytes.isEmpty ? [.interrupt] : Key.parse(bytes) { onKey(key) }
        }
        keySource.activate()
    }

    func close() {
        keySource.cancel()
        sizeSource.cancel()
        rewind_terminal_put_back()
        rewind_terminal_unguard()
    }

    var size: ScreenSize {
        guard let window = WindowSize(of: .output) else { return .standard }
        return ScreenSize(rows: window.rows, columns: window.columns)
    }

    /// Sets the text shown below the user's own lines when the terminal is restored for any reason; `nil` removes it.
    ///
    /// The text is stored in C before this returns, so a later trap can't lose it.
    static func leaveBehind(_ text: String?) {
        rewind_terminal_clear_parting()
        rewind_terminal_part_with(leave + (text.map { TerminalText.escaped($0) + "\n" } ?? ""))
    }

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
