import RewindSystem
import Synchronization

/// What is to be said when the screen is the user's again.
final class Notes: Sendable {
    private let state = Mutex<[String]>([])

    func add(_ note: String?) {
        if let note { state.withLock { $0.append(note) } }
    }

    /// Says a note at once.
    static func say(_ note: String) { StandardStream.error.write("Episodes: \(Line(note).plainText)\n") }

    func print() {
        state.withLock(\.self).forEach(Self.say)
    }
}
