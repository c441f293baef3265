import RewindFormat
import RewindJournal
import RewindSystem

/// Notes on the status page now and then what memory the process holds, so that after a death that nobody saw it can be told whether the
/// system took it for want of memory.
struct MemoryWatch {
    private let status: StatusPage
    private var last: Int?

    /// Nanoseconds between two looks, which cost about a tenth of a millisecond each.
    private static let interval = 1_000_000_000

    init(status: StatusPage) { self.status = status }

    /// Looks, if the last time is long enough ago.
    ///
    /// - Parameter time: monotonic nanoseconds.
    mutating func look(at time: Int) {
        if let last, time - last < Self.interval { return }
        last = time
        if let resident = SystemFacts.residentBytes { status.set(resident: resident, kills: SystemFacts.memoryKills) }
    }
}
