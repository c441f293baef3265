import Synchronization

/// Decides which actions a filter lets through: all stores of a recorder share its counts.
final class ActionGate: Sendable {
    private let filter: RecordingFilter
    private let state: Mutex<State>

    private struct State {
        /// Whether recording has started, where an action starts and stops it.
        var isOpen: Bool
        /// How many actions of each sample arrived.
        var seen: [Int]
    }

    init(_ filter: RecordingFilter) {
        self.filter = filter
        state = Mutex(State(isOpen: filter.startsAt == nil, seen: filter.samples.map { _ in 0 }))
    }

    /// Whether recording has started, where an action starts and stops it.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Whether an action is recorded; call it once for each.
    func admits(_ type: String, _ action: Any) -> Bool {
        // The app's own conditions run outside the lock.
        let starts = filter.startsAt?(type, action) ?? false
        let stops = filter.stopsAfter?(type, action) ?? false
        let isWanted = filter.only?(type, action) ?? true && !(filter.except?(type, action) ?? false)
        let sample = isWanted ? filter.samples.firstIndex { $0.actions(type, action) } : nil
        return state.withLock { state in
            if starts { state.isOpen = true }
            defer { if stops { state.isOpen = false } }
            guard state.isOpen, isWanted else { return false }
            guard let sample else { return true }
            defer { state.seen[sample] += 1 }
            return state.seen[sample] % max(1, filter.samples[sample].every) == 0
        }
    }
}
