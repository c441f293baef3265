import Synchronization

/// What was printed.
final class Captured: Sendable {
    private let state = Mutex("")
    var text: String { state.withLock { $0 } }
    func add(_ text: String) { state.withLock { $0 += text } }
}
