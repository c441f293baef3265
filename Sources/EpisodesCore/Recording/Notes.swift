import RewindRendering
import RewindSystem
import Synchronization

/// Messages to print after the terminal is restored.
final class Notes: Sendable {
    private let state = Mutex<[String]>([])

    func add(_ note: String?) {
        if let note { state.withLock { $0.append(note) } }
    }

    /// Prints a message immediately.
    static func say(_ note: String) { StandardStream.error.write("Episodes: \(TerminalText.escaped(note))\n") }

    func print() {
        state.withLock(\.self).forEach(Self.say)
    }
}
