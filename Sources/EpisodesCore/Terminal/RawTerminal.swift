import CRewindTerminal
import Dispatch
import RewindRendering
import RewindSystem
import Synchronization

/// The terminal in raw mode on its alternate screen; restored by ``close()``, while the process is stopped, and also on fatal signals
/// and traps.
///
/// The restoring code is in C, because a signal handler may neither allocate nor instantiate metadata.
final class RawTerminal: Sendable {
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    private let isOpen = Atomic(true)

    static var isAvailable: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

    /// Sets up the terminal, and calls the functions for keys, and where the screen is to be drawn again; throws ``TerminalError`` if there is no terminal.
    init(onKey: @escaping @Sendable (Key) -> Void, onResize: @escaping @Sendable () -> Void) throws {
        let error = rewind_terminal_enter(Self.leave)
        guard error == 0 else { throw TerminalError(errorNumber: error) }
        write(Self.enter)
        DispatchQueue(label: "episodes.terminal").async { [self] in
            while isOpen.load(ordering: .relaxed) {
                let events = Int(rewind_terminal_wait(100_000_000))
                if events & rewind_terminal_continued != 0 { write(Self.enter) }
                if events & ~rewind_terminal_input != 0 { onResize() }
                guard events & rewind_terminal_input != 0 else { continue }
                let bytes = StandardStream.input.read(count: 4096)
                for key in bytes.isEmpty ? [.interrupt] : Key.parse(bytes) { onKey(key) }
            }
        }
    }

    func close() {
        isOpen.store(false, ordering: .relaxed)
        rewind_terminal_leave()
    }

    var size: ScreenSize {
        guard let window = WindowSize(of: .output) else { return .standard }
        return ScreenSize(rows: window.rows, columns: window.columns)
    }

    /// Sets the text shown below the user's own lines when the terminal is restored for any reason; `nil` removes it.
    ///
    /// The text is stored in C before this returns, so a later trap can't lose it.
    static func setExitMessage(_ text: String?) {
        rewind_terminal_clear_exit_text()
        rewind_terminal_add_exit_text(leave + (text.map { TerminalText.escaped($0) + "\n" } ?? ""))
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
