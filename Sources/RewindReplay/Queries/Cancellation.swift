import RewindFormat
import Synchronization

/// Whether whoever asked a question has had enough of waiting: the walks through the states that answer it then end.
///
/// For a program with one person at one prompt. O(1), from any thread and from a signal handler.
package enum Cancellation {
    private static let isRequested = Atomic(false)

    /// Has the walks that are under way, and those that begin, throw; returns whether that was not requested before.
    package static func request() -> Bool { !isRequested.exchange(true, ordering: .relaxed) }

    /// Has walks go on to their ends again.
    package static func reset() { isRequested.store(false, ordering: .relaxed) }

    /// - Throws: `RecordingError` with the code `cancelled`, once that is requested.
    static func check() throws(RecordingError) {
        if isRequested.load(ordering: .relaxed) { throw RecordingError(.cancelled, "stopped before the end: nothing has changed") }
    }
}
