/// How long the writer rests between two looks for work: not at all under load.
///
/// The rest decides how late a state is on the disk, and so how many of the last ones a SIGKILL costs. Each look costs more than the work
/// that it finds: a timer, a change of threads and cold caches, thirty microseconds of processor time together. So a look should find
/// several states; a thread that has handed over many ends the rest early.
struct PollInterval {
    private var pollsAtOnce = false
    private var emptyLooks = 0

    private static let microsecondsOfRest = 8_000
    /// While the process exits: the last states should be there, and what it costs matters no more.
    static let lastMicroseconds = 500
    /// This much work at once suggests that more is there by now.
    private static let many = 64
    /// After this many looks without work, a quarter of a second, the thread sleeps.
    private static let looksUntilIdle = 32

    /// Whether no work has come for so long that the thread may sleep until it is woken.
    var isIdle: Bool { emptyLooks >= Self.looksUntilIdle }

    /// How long the thread rests now, in microseconds; 0 if it looks again at once.
    var microseconds: Int { pollsAtOnce ? 0 : Self.microsecondsOfRest }

    /// Notes how much work the last look found.
    mutating func note(found: Int) {
        emptyLooks = found == 0 ? emptyLooks + 1 : 0
        pollsAtOnce = found > Self.many
    }
}
