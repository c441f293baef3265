import RewindFormat
import Synchronization

/// Counters besides those of the journal and the stores' channels.
struct Counters: ~Copyable, Sendable {
    private let external = Atomic(0)
    private let swallowed = Atomic(0)
    private let unencodable = Atomic(0)

    func countExternal() { external.add(1, ordering: .relaxed) }
    func countSwallowed() { swallowed.add(1, ordering: .relaxed) }

    /// Counts a value that could not be encoded; returns whether it is the first.
    @discardableResult
    func countUnencodable() -> Bool { unencodable.add(1, ordering: .relaxed).oldValue == 0 }

    func add(to counts: inout RecordingCounts) {
        counts.external += external.load(ordering: .relaxed)
        counts.swallowed += swallowed.load(ordering: .relaxed)
        counts.unencodable += unencodable.load(ordering: .relaxed)
    }
}

extension RecorderCore {
    /// The counters so far, summed over the stores.
    var counts: RecordingCounts {
        var counts = RecordingCounts()
        journal.withLock {
            counts.steps = $0.lastStep - $0.dropped
            counts.dropped = $0.dropped
            counts.effects = $0.effectLines
        }
        counters.add(to: &counts)
        for channel in channels { counts.add(channel.counts) }
        return counts
    }

    /// States that were handed over and are not written yet.
    var waitingStates: Int { channels.reduce(0) { $0 + $1.waitingCount } }
}
