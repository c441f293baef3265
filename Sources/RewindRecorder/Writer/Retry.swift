import RewindSystem

/// Tries again what the system refused: descriptors, memory or room that are out are often back a moment later.
enum Retry {
    /// How long it is tried, in nanoseconds.
    static let patience = 1_000_000_000

    /// Calls a function until it returns `true`, with longer and longer pauses, for about a second.
    static func until(_ isDone: () -> Bool) {
        let end = SystemFacts.monotonicNanoseconds() + patience
        var pause: UInt32 = 1_000
        while !isDone(), SystemFacts.monotonicNanoseconds() < end {
            SystemThread.sleep(microseconds: pause)
            pause = min(2 * pause, 64_000)
        }
    }
}
