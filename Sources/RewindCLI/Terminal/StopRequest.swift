import Synchronization

/// That a person has had enough of waiting for a command at a prompt: conditions then have no value any more, so that what asks them soon ends.
///
/// O(1), from any thread and from a signal handler.
enum StopRequest {
    private static let flag = Atomic(false)

    static var isMade: Bool { flag.load(ordering: .relaxed) }

    /// Makes it; returns whether it was not made before.
    static func make() -> Bool { !flag.exchange(true, ordering: .relaxed) }

    /// Takes it back; returns whether it was made.
    static func take() -> Bool { flag.exchange(false, ordering: .relaxed) }
}
