import RewindFormat
import RewindJournal
import RewindSystem

/// Writes the process's memory use to the status page now and then, so that an unobserved death can be attributed to the system's running
/// out of memory, or not.
struct MemoryWatch {
    private let status: StatusPage
    private var last: Int?

    /// Nanoseconds between two looks, which cost about a tenth of a millisecond each.
    private static let interval = 1_000_000_000

    init(status: StatusPage) { self.status = status }

    /// Looks, if the last time is long enough ago.
    ///
    /// - Parameter time: monotonic nanoseconds.
    mutating func measureIfDue(at time: Int) {
        if let last, time - last < Self.interval { return }
        last = time
        if let resident = SystemFacts.residentBytes { status.set(resident: resident, kills: SystemFacts.memoryKills) }
    }
}
