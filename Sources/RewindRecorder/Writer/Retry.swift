import RewindSystem

/// Tries again what the system refused: descriptors, memory or room that are out are often back a moment later.
enum Retry {
    /// When it is given up, if it begins now: in a second.
    static var end: Int { SystemFacts.monotonicNanoseconds() + 1_000_000_000 }

    /// Calls a function until it returns `true`, with longer and longer pauses; once at least.
    static func until(_ end: Int, _ isDone: () -> Bool) {
        var pause: UInt32 = 1_000
        while !isDone(), SystemFacts.monotonicNanoseconds() < end {
            SystemThread.sleep(microseconds: pause)
            pause = min(2 * pause, 64_000)
        }
    }
}
