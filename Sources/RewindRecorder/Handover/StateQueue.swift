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
        /// The first of the steps.
        var first: Int
        var outcome: Outcome
        var took: Int?
        /// Whether the policy left the states between out.
        var isSparse = false
        /// The first preceding step whose state will never be known: a patch from the last written state would not apply to that step's
        /// state.
        var skippedFrom: Int?

        /// This one and a later one of the same store as one patch; `nil` if the format has none for the two.
        func merged(with later: Item) -> Item? {
            guard case .state = outcome, case .state = later.outcome, entry.segment == later.entry.segment,
                later.entry.step - first < StateLine.mergedLimit
            else { return nil }
            return Item(entry: later.entry, first: first, outcome: later.outcome, took: later.took, skippedFrom: skippedFrom)
        }
    }

    /// What the writer needs to know after a push.
    enum WakeRequest {
        case nothing
        /// It sleeps: wake it.
        case wake
        /// Many states wait, or more bytes than the processor's caches hold: the writer should come at once.
        case wakeAtOnce
    }

    private var items = StateItems()
    /// Bytes that a waiting state takes: those of a keyframe, until it is known what states hold that the ones before them do not.
    private var stateBytes = 0
    private var isUniqueSizeKnown = false
    /// States that were given up because it was full.
    private(set) var merged = 0
    /// Whether the writer sleeps until it is woken.
    var isWriterAsleep = false

    private let sizes: RecorderSizes
    /// How many states must wait before waking the writer, which takes two microseconds, pays off.
    private static var wakeThreshold: Int { 256 }

    /// How many states may wait.
    private var limit: Int { min(sizes.queueCount, shortLimit ?? .max, max(4, sizes.queueBytes / max(1, stateBytes))) }
    /// How many may wait while the writer is in haste; `nil` while it is not.
    var shortLimit: Int?

    init(sizes: RecorderSizes = RecorderSizes()) { self.sizes = sizes }

    var isEmpty: Bool { items.isEmpty }

    /// The first step that waits.
    var firstStep: Int? { items.first?.entry.step }

    var count: Int { items.count }

    /// Notes that states were given up after they had been taken out.
    mutating func note(merged count: Int) { merged += count }

    /// Notes the size of a keyframe, which is the most that a state may hold.
    mutating func note(keyframe bytes: Int) { if !isUniqueSizeKnown { stateBytes = bytes } }

    /// Notes how many bytes a state held that the one before it did not: states that wait share the rest.
    ///
    /// The largest of the last ones counts.
    mutating func note(uniqueBytes bytes: Int) {
        stateBytes = isUniqueSizeKnown ? max(bytes, stateBytes - stateBytes / 8) : bytes
        isUniqueSizeKnown = true
    }

    /// Takes a step; O(1).
    mutating func push(_ item: consuming Item) -> WakeRequest {
        if items.count >= limit, let both = items.last?.merged(with: item) {
            items[items.count - 1] = both
            merged += 1
            return .nothing
        }
        items.append(item)
        if items.count == min(Self.wakeThreshold, max(2, limit / 32)) { return .wakeAtOnce }
        if isWriterAsleep {
            isWriterAsleep = false
            return .wake
        }
        return .nothing
    }

    /// Takes all items out, and keeps the emptied memory of the last call for the next items.
    mutating func drain(into fetched: inout StateItems) {
        if fetched.isEmpty {
            swap(&items, &fetched)
        } else {
            for item in items { fetched.append(item) }
            items.removeAll()
        }
    }
}
