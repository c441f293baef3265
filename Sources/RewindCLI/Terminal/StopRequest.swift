import Synchronization

/// A user's request to stop the command at a prompt: conditions then have no value any more, so that queries soon end.
///
/// O(1), from any thread and from a signal handler.
enum StopRequest {
    private static let flag = Atomic(false)

    static var isMade: Bool { flag.load(ordering: .relaxed) }

    /// Makes the request; returns whether it was not made before.
    static func make() -> Bool { !flag.exchange(true, ordering: .relaxed) }

    /// Withdraws the request; returns whether it was made.
    static func withdraw() -> Bool { flag.exchange(false, ordering: .relaxed) }
}
