package import RewindCapture
import RewindFormat
import Synchronization

/// For followers of this recording within the process.
extension Recorder {
    /// Calls a function whenever states have been written to the recording's files, until the returned follower is cancelled or released.
    ///
    /// The function is called on the recorder's thread and must not block. Without followers, this costs the recorder one look at a list
    /// for each round of writing, and costs a dispatch nothing.
    package func whenWritten(_ body: @escaping @Sendable () -> Void) -> RecordingFollower {
        let follower = RecordingFollower(body)
        core?.followers.withLock { $0.append(WeakFollower(follower: follower)) }
        return follower
    }

    /// The form in which states are recorded; `nil` if nothing is recorded.
    package var form: RecordedForm? { core?.form }

    /// The facts about the app, as recorded; `nil` if nothing is recorded.
    package var app: (name: String, details: [String: String])? { core.map { ($0.configuration.app, $0.configuration.details) } }
}

/// A function that is called when states have been written.
package final class RecordingFollower: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    /// Ends the calls.
    package func cancel() { body.withLock { $0 = nil } }

    func call() { body.withLock { $0 }?() }
}

/// Holds a follower without keeping it alive.
struct WeakFollower: Sendable {
    weak var follower: RecordingFollower?
}

extension RecorderCore {
    /// Tells the followers that states have been written.
    func notifyFollowers() {
        let present = followers.withLock { followers in
            if followers.isEmpty { return [RecordingFollower]() }
            followers.removeAll { $0.follower == nil }
            return followers.compactMap(\.follower)
        }
        for follower in present { follower.call() }
    }
}
