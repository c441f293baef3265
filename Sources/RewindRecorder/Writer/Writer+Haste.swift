import RewindFormat
import RewindSystem
import Synchronization

/// Why the writer gives up older states for the sake of the newest.
enum Haste {
    case none
    /// In a ring: the writer is too far behind to have the newest states in the file at a sudden end, or states are being lost already.
    case behind
    /// A signal is ending the process: what is not written soon is lost.
    case leaving
}

/// States that come faster than they can be written, and those that wait when the process ends.
///
/// The newest states matter most, since a crash is looked at from its end. State lines are in the order of the steps, so what comes before
/// the newest is made short: older ones become one patch, as in a full queue.
extension Writer {
    /// Merges older states of those that wait, if the newest would come too late otherwise.
    ///
    /// - Parameters:
    ///   - fronts: the first step to be written of each channel.
    ///   - isFetched: whether the states have just been fetched: then it shows whether the writer has caught up.
    /// - Returns: the first step to be written of each channel.
    func hurry(_ channels: [any StateDraining], _ fronts: [Int?], isFetched: Bool) -> [Int?] {
        let (last, reason) = (haste, reasonToHurry(channels, fronts))
        if reason == .none ? last == .none || !isFetched : reason == .leaving && last == .leaving { return fronts }
        haste = reason
        let time: Int? =
            switch reason {
            case .none: nil
            case .behind: Self.lag
            case .leaving: core.configuration.grace.crash.nanoseconds / 4
            }
        let busy = max(1, fronts.count { $0 != nil })
        defer { givenUp = channels.reduce(0) { $0 + $1.backlog.givenUp } }
        return channels.map { $0.shorten(toWriteIn: time.map { $0 / busy }) }
    }

    private func reasonToHurry(_ channels: [any StateDraining], _ fronts: [Int?]) -> Haste {
        if core.crash.isUnderWay { return .leaving }
        guard ring.limits.isRing, let first = fronts.lazy.compactMap(\.self).min() else { return .none }
        let backlogs = channels.map(\.backlog)
        if backlogs.reduce(0, { $0 + $1.givenUp }) > givenUp { return .behind }
        if backlogs.reduce(0, { $0 + $1.nanoseconds }) > Self.mostBacklog { return .behind }
        return first < ring.firstKept(lastStep: core.journal.withLock { $0.lastStep }, now: core.now()) ? .behind : .none
    }

    /// What may wait in a ring, as the time that writing it takes, in nanoseconds.
    private static let mostBacklog = 250_000_000
    /// What may wait once more came than that.
    private static let lag = 2_000_000
    /// How long a ring's segment lasts at least meanwhile: its files take the writer as long as many states.
    static let leastAge = 50_000_000
}
