import RewindFormat
import RewindSystem
import Synchronization

/// A request for a copy of the recording, which the writer's thread makes while the caller waits.
final class CopyRequest: Sendable {
    let path: String
    private let failure = Lock<RecordingError?>(nil)
    private let done = WaitSignal()

    init(path: String) { self.path = path }

    /// Waits until the copy is there.
    func wait() throws(RecordingError) {
        done.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Reports that the copy is there, or the error.
    func complete(_ error: RecordingError?) {
        failure.withLock { $0 = error }
        done.signal()
    }
}
