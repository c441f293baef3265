import DequeModule
import RewindFormat

/// The states of one store on their way to the writer, bounded by count and by bytes: when it is full, neighbours are merged.
///
/// It does not know the states' type; the channel that fills and empties it does.
struct StateQueue {
    /// What became of a step.
    enum Outcome {
        case state(any AnyObject & Sendable)
        case failed(String)
    }

    /// One step, or several whose changes will be one patch.
    struct Item {
        var entry: JournalEntry
        /// The first of the merged steps.
        var first: Int
        var outcome: Outcome
        var took: Int?
    }

    private var items: Deque<Item> = []
    /// Bytes of the last keyframe: what a waiting state may cost at most.
    var keyframeBytes = 0

    /// Waiting states are worth at most this many bytes, taking each for a whole keyframe.
    private static var byteLimit: Int { 64 << 20 }

    /// How many states may wait.
    private var limit: Int { min(1024, max(4, Self.byteLimit / max(1, keyframeBytes))) }

    var isEmpty: Bool { items.isEmpty }

    /// Takes a step; O(1).
    ///
    /// - Returns: whether half of the room is taken just now, so that the writer had better come at once.
    mutating func push(_ item: Item) -> Bool {
        if items.count >= limit, case .state = item.outcome, let last = items.last, case .state = last.outcome,
            last.entry.segment == item.entry.segment, item.entry.step - last.first < StateLine.mergedLimit
        {
            items[items.count - 1] = Item(entry: item.entry, first: last.first, outcome: item.outcome, took: item.took)
            return false
        }
        items.append(item)
        return items.count == max(2, limit / 2)
    }

    /// Takes everything out.
    mutating func drain() -> Deque<Item> {
        defer { items = [] }
        return items
    }
}
