/// Steps on their way to the writer, oldest first: appended at the end, taken from the front.
///
/// Emptied, it keeps its memory for the next ones.
struct StateItems: RandomAccessCollection {
    private var slots: [StateQueue.Item]
    /// How many slots at the front are empty, because their items were taken.
    private var taken = 0

    init(_ items: [StateQueue.Item] = []) { slots = items }

    var startIndex: Int { 0 }
    var endIndex: Int { slots.count - taken }

    subscript(position: Int) -> StateQueue.Item {
        get { slots[taken + position] }
        set { slots[taken + position] = newValue }
    }

    mutating func append(_ item: consuming StateQueue.Item) { slots.append(item) }

    /// Takes the oldest one and lets go of its state; O(1).
    mutating func removeOldest() {
        guard taken < slots.count else { return }
        slots[taken].outcome = .failed("")
        taken += 1
        if taken == slots.count { removeAll() }
    }

    mutating func removeAll() {
        slots.removeAll(keepingCapacity: true)
        taken = 0
    }

    /// The same with neighbours merged, except for the newest `count`.
    func mergingOlder(keeping count: Int) -> Self {
        var all = Self()
        for item in dropLast(count) {
            if let both = all.last?.merged(with: item) { all[all.count - 1] = both } else { all.append(item) }
        }
        for item in suffix(count) { all.append(item) }
        return all
    }
}
