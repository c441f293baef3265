/// The effects that run in a store, by number, and the names that they can be cancelled by.
///
/// An effect stays known until its task has ended and the last action that it sent has been taken from the queue, so that a cancellation
/// reaches queued actions too.
struct RunningEffects: Sendable {
    private struct Entry {
        var task: Task<Void, Never>?
        var ids: [CancelID]
        var queued = 0
        var isCancelled = false
        var hasEnded = false
    }

    private var entries: [Int: Entry] = [:]
    private var numbers: [CancelID: Set<Int>] = [:]
    private var last = 0
    /// What the gates remember, by name.
    private var memories: [CancelID: any Sendable] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// A number for an effect that is about to start.
    mutating func register(_ ids: [CancelID]) -> Int {
        last += 1
        entries[last] = Entry(ids: ids)
        for id in ids { numbers[id, default: []].insert(last) }
        return last
    }

    /// Notes the task of an effect; returns it if the effect was cancelled meanwhile.
    mutating func attach(_ task: Task<Void, Never>, to number: Int) -> Task<Void, Never>? {
        entries[number]?.task = task
        return entries[number]?.isCancelled == true ? task : nil
    }

    /// Whether an effect was cancelled, or has nothing left to do.
    func isCancelled(_ number: Int) -> Bool { entries[number]?.isCancelled != false }

    /// Whether a gate lets an effect through, given what it remembers of the last one that it let through.
    mutating func opens(_ gate: (_ memory: (any Sendable)?) -> (any Sendable)?, of id: CancelID) -> Bool {
        guard let memory = gate(memories[id]) else { return false }
        memories[id] = memory
        return true
    }

    /// Whether an action of this effect may be queued.
    mutating func enqueue(from number: Int) -> Bool {
        guard entries[number]?.isCancelled == false else { return false }
        entries[number]?.queued += 1
        return true
    }

    /// Whether a queued action of this effect, taken from the queue now, still counts.
    mutating func dequeue(from number: Int) -> Bool {
        entries[number]?.queued -= 1
        let counts = entries[number]?.isCancelled == false
        removeIfDone(number)
        return counts
    }

    /// Notes that an effect's task has nothing left to do.
    mutating func end(_ number: Int) {
        entries[number]?.hasEnded = true
        removeIfDone(number)
    }

    /// Marks the effects of a name as cancelled, and returns their tasks, to be cancelled outside the lock.
    mutating func cancel(_ id: CancelID) -> [Task<Void, Never>] { cancel(numbers[id] ?? []) }

    /// Marks all effects as cancelled, and returns their tasks, to be cancelled outside the lock.
    mutating func cancelAll() -> [Task<Void, Never>] { cancel(Set(entries.keys)) }

    private mutating func cancel(_ numbers: Set<Int>) -> [Task<Void, Never>] {
        numbers.compactMap { number in
            entries[number]?.isCancelled = true
            return entries[number]?.task
        }
    }

    private mutating func removeIfDone(_ number: Int) {
        guard let entry = entries[number], entry.hasEnded, entry.queued == 0 else { return }
        entries[number] = nil
        for id in entry.ids {
            numbers[id]?.remove(number)
            if numbers[id]?.isEmpty == true { numbers[id] = nil }
        }
    }
}
