import CEpisodesTerminal
import Dispatch
import RewindSystem

/// The terminal in raw mode on its second screen; put back as it was by ``close()``, and by deadly signals and traps as well.
///
/// The putting back is done in C, because a signal handler may neither allocate nor instantiate metadata.
final class RawTerminal {
    private let keySource: any DispatchSourceRead
    private let sizeSource: any DispatchSourceSignal

    /// Whether both standard input and output are a terminal.
    static var isAvailable: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

    /// Takes the terminal over, and calls the functions for keys and when its size changes; throws ``TerminalError`` where there is none.
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

    /// Gives the terminal back.
    func close() {
        keySource.cancel()
        sizeSource.cancel()
        episodes_terminal_leave()
    }

    var size: ScreenSize {
        guard let window = WindowSize(of: .output) else { return .standard }
        return ScreenSize(rows: window.rows, columns: window.columns)
    }

    /// What the terminal shows below the user's own lines once it is put back, however that comes about; `nil` for nothing any more.
    ///
    /// It is kept in C already when this returns, so a trap that follows can't lose it.
    static func leaveBehind(_ text: String?) { episodes_terminal_leave_behind(text.map { Line($0).plainText + "\n" } ?? "") }

    /// Writes to the terminal, all of it.
    func write(_ text: String) { StandardStream.output.write(text) }
}

/// Why the terminal could not be taken over.
struct TerminalError: Error, CustomStringConvertible {
    var errorNumber: Int32

    var description: String {
        "cannot switch the terminal to raw mode: \(systemWords(for: errorNumber)). Use --script FILE where there is no terminal."
    }
}

extension StandardStream {
    /// Writes a text in full; what a closed pipe refuses is dropped.
    func write(_ text: String) { _ = write(text.utf8) }
}
